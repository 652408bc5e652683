import { logout } from '#contract/identity/current-user.ts'
import { createPaymentIntent } from '#contract/billing/purchases.ts'
import { tickUntil } from '../../kit/browser/page-clock.ts'
import { as, expect, page, server, subscriberMe, tagged, test, toastOf } from '#tests/pages.ts'
import { now, serveCheckout } from '../conversations/home.ts'

test.beforeEach(async () => {
  as(subscriberMe)
  await page.clock.install({ time: now })
})

test('a poll without news has no body; an ended session shows', tagged('S153 S287 D168'), async () => {
  await page.goto('/terms-of-service')
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
  // Even on a public screen, and without a toast.
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
