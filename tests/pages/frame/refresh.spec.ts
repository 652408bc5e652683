import { agents } from '#contract/agents/agents.ts'
import { currentUser, logout } from '#contract/identity/current-user.ts'
import type { Me } from '#contract/identity/people.ts'
import { createPaymentIntent } from '#contract/billing/purchases.ts'
import { tickUntil } from '../../kit/browser/page-clock.ts'
import { as, comeBack, expect, page, type Page, server, subscriberMe, tagged, test, toastOf } from '#tests/pages.ts'
import { now, serveCheckout, serveDashboard, serveMarketplace } from '../conversations/home.ts'

const withMinutes = (minutes: number): Me => ({
  ...subscriberMe,
  creditBalance: minutes,
  balanceSeconds: minutes * 60,
  monthlyCredits: 0,
  purchasedCredits: minutes,
})

/** From the next document on, the page's time passes only when the test says so. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now.getTime() + 1000)
}

/** Waits until every call of this moment has been sent. */
async function settle(page: Page): Promise<void> {
  await page.clock.runFor(50)
  await page.evaluate(() => fetch('/readyz').then((answer) => answer.text()))
}

test.beforeEach(() => {
  as(subscriberMe)
  serveMarketplace(server)
})

test('the person is loaded every 10 s and on focus, and nothing else is', tagged('S152 S301 S302 S303'), async () => {
  serveDashboard(server)
  serveMarketplace(server)
  await stopTime(page)
  await page.goto('/marketplace')
  const card = page.getByRole('button', { name: /^Use This Agent/ }).first()
  await tickUntil(page, () => card.waitFor())
  expect(server.asked(currentUser)).toHaveLength(1)

  for (const [minutes, asked] of [
    [77, 2],
    [76, 3],
    [75, 4],
  ] as const) {
    as(withMinutes(minutes))
    await page.clock.runFor(10_000)
    await tickUntil(page, () => expect(page.getByRole('banner')).toContainText(`${minutes} minutes`))
    expect(server.asked(currentUser)).toHaveLength(asked)
  }
  await comeBack(page)
  await tickUntil(page, () => expect.poll(() => server.asked(currentUser)).toHaveLength(5))

  await page.clock.resume()
  for (let tens = 0; tens < 6; tens++) await page.clock.fastForward(10_000)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Dashboard')
  await page.getByRole('link', { name: 'Marketplace' }).first().click()
  await expect(card).toBeVisible()
  await comeBack(page)
  await settle(page)
  expect(server.asked(agents)).toHaveLength(1)
})

test('a poll without news gets no body', tagged('D168'), async () => {
  await page.clock.install({ time: now })
  await page.goto('/marketplace')
  await expect(page.getByRole('banner')).toContainText('150 minutes')
  const polled = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const { fetch } = window
        window.fetch = async (input, init) => {
          const answer = await fetch(input, init)
          if (input === '/api/auth/user') resolve(answer.status)
          return answer
        }
      }),
  )
  await page.clock.fastForward(10_000)
  expect(await polled).toBe(304)
  await expect(page.getByRole('banner')).toContainText('150 minutes')
})

test('a failed load is not repeated by itself', tagged('S207 S302'), async () => {
  await page.clock.install({ time: now })
  server.break(agents)
  await page.goto('/marketplace')
  await expect(page.getByRole('alert')).toContainText('We could not load the agents')
  await page.clock.fastForward(5_000)
  await comeBack(page)
  await settle(page)
  expect(server.asked(agents)).toHaveLength(1)
  await expect(page.getByRole('alert')).not.toContainText(/fault|internal/)
  serveMarketplace(server)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: /^Use This Agent/ }).first()).toBeVisible()
  expect(server.asked(agents)).toHaveLength(2)
})

test('a failed check of who is signed in is repeated only at the next 10 s', tagged('S207 S286'), async () => {
  server.break(currentUser)
  await stopTime(page)
  await page.goto('/marketplace')
  await tickUntil(page, () => expect(page.getByRole('alert')).toContainText('We could not load your account'))
  await tickUntil(page, () => expect(toastOf(page)).toContainText('Loading Failed'))
  await page.clock.runFor(4_000)
  await settle(page)
  expect(server.asked(currentUser)).toHaveLength(1)
  as(subscriberMe)
  await page.clock.runFor(10_000)
  await tickUntil(page, () => page.getByRole('heading', { name: 'Agent Marketplace' }).waitFor())
  expect(server.asked(currentUser)).toHaveLength(2)
})

test('an ended session shows within 10 s even on a public screen, without a toast', tagged('S153 S287'), async () => {
  await page.clock.install({ time: now })
  await page.goto('/terms-of-service')
  await expect(page.getByRole('banner')).toContainText('150 minutes')
  as(null)
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(page).toHaveURL('/terms-of-service')
  await expect(toastOf(page)).toHaveCount(0)
})

test('one toast at a time, the newest, for 5 s; it waits under the pointer', tagged('S304 D162'), async () => {
  serveCheckout(server)
  server.refuse(createPaymentIntent, 'payment_unavailable')
  server.break(logout)
  await page.clock.install({ time: now })
  await page.goto('/checkout')
  await page.getByRole('button', { name: 'Choose Launch' }).click()
  await expect(toastOf(page)).toContainText('Payment Setup Failed')
  await page.getByRole('button', { name: 'Robin' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  // Far enough ahead that the page has not passed it when it receives it, and within the life of the first toast.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3000)
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await tickUntil(page, () => expect(toastOf(page)).toContainText('Logout failed'))
  await expect(toastOf(page)).toHaveCount(1)
  await page.clock.runFor(4000)
  await expect(toastOf(page)).toHaveCount(1)
  await page.clock.runFor(1000)
  await tickUntil(page, () => expect(toastOf(page)).toHaveCount(0))

  await page.clock.resume()
  await page.getByRole('button', { name: 'Choose Launch' }).click()
  await toastOf(page).hover()
  await page.clock.fastForward(10_000)
  await expect(toastOf(page)).toContainText('Payment Setup Failed')
  await page.mouse.move(600, 10)
  await page.clock.fastForward(5000)
  await expect(toastOf(page)).toHaveCount(0)
})
