import { expect, test } from './fixtures.ts'
import { breakWrites, setSwitches } from './faults.ts'
import { enter, lowerBalance, sql, subscriber } from './people.ts'
import { stopClock, tickUntil } from '../kit/page-clock.ts'
import { comeBack, countOf, seeAllRequests, toastOf, watchRequests } from '../kit/watch.ts'

test.afterEach(() => setSwitches({ apiFault: { stripe: null } }))

const user = 'GET /api/auth/user'
test('the person is asked for every 10 s and on focus, and nothing else is (S152, S301, S302, S303)', async ({
  page,
  context,
}) => {
  const person = await subscriber()
  await enter(context, person)
  await stopClock(page)
  const seen = watchRequests(page)
  await page.goto('/marketplace')
  const agents = page.getByRole('button', { name: /^Use This Agent/ }).first()
  await tickUntil(page, () => agents.waitFor())
  expect(countOf(seen, user)).toBe(1)

  for (const [minutes, asked] of [
    [77, 2],
    [76, 3],
    [75, 4],
  ] as const) {
    await lowerBalance(person, minutes)
    await page.clock.runFor(10_000)
    await tickUntil(page, () => expect(page.getByRole('banner')).toContainText(`${minutes} minutes`))
    expect(countOf(seen, user)).toBe(asked)
  }
  await comeBack(page)
  await tickUntil(page, () => expect.poll(() => countOf(seen, user)).toBe(5))

  await page.clock.resume()
  for (let tens = 0; tens < 6; tens++) await page.clock.fastForward(10_000)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await page.getByRole('link', { name: 'Marketplace' }).first().click()
  await expect(agents).toBeVisible()
  await comeBack(page)
  await seeAllRequests(page)
  expect(countOf(seen, 'GET /api/agents')).toBe(1)
})

test('a poll that brings nothing new costs no answer (D168)', async ({ page, context }) => {
  await enter(context, await subscriber())
  await page.clock.install()
  await page.goto('/marketplace')
  await expect(page.getByRole('banner')).toContainText('150 minutes')
  const unchanged = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/user') && answer.status() === 304)
  await page.clock.fastForward(10_000)
  await unchanged
  await expect(page.getByRole('banner')).toContainText('150 minutes')
})

test('what could not be read is not asked for again by itself (S207, S302)', async ({ page, context }) => {
  await enter(context, await subscriber())
  await page.clock.install()
  const seen = watchRequests(page)
  await sql('alter table agent rename to agent_away')
  try {
    await page.goto('/marketplace')
    await expect(page.getByRole('alert')).toContainText('We could not load the agents')
    await page.clock.fastForward(5_000)
    await comeBack(page)
    await seeAllRequests(page)
    expect(countOf(seen, 'GET /api/agents')).toBe(1)
  } finally {
    await sql('alter table agent_away rename to agent')
  }
  await expect(page.getByRole('alert')).not.toContainText(/relation|agent_away|internal/)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: /^Use This Agent/ }).first()).toBeVisible()
})

test('a question who is signed in that fails is asked again at the next 10 s only (S207, S286)', async ({
  page,
  context,
}) => {
  await enter(context, await subscriber())
  await stopClock(page)
  const seen = watchRequests(page)
  await sql('alter table subscription rename to subscription_away')
  try {
    await page.goto('/marketplace')
    await tickUntil(page, () => expect(page.getByRole('alert')).toContainText('We could not load your account'))
    await page.clock.runFor(4_000)
    await seeAllRequests(page)
    expect(countOf(seen, user)).toBe(1)
    await expect(toastOf(page)).toHaveCount(0)
  } finally {
    await sql('alter table subscription_away rename to subscription')
  }
  await page.clock.runFor(10_000)
  await tickUntil(page, () => page.getByRole('heading', { name: 'Agent Marketplace' }).waitFor())
})

test('a session that is gone shows within 10 s also on a public screen, without a toast (S153, S287)', async ({
  page,
  context,
}) => {
  await enter(context, await subscriber())
  await page.clock.install()
  await page.goto('/terms-of-service')
  await expect(page.getByRole('banner')).toContainText('150 minutes')
  await context.clearCookies()
  await page.clock.fastForward(10_000)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
  await expect(page).toHaveURL('/terms-of-service')
  await expect(toastOf(page)).toHaveCount(0)
})

test('one toast at a time, the newest, for 5 s; under the pointer it waits (S304, D162)', async ({ page, context }) => {
  const person = await subscriber('Tove')
  await enter(context, person)
  await page.clock.install()
  await page.goto('/checkout')
  await setSwitches({ apiFault: { stripe: 'error' } })
  const mend = await breakWrites('session', 'delete', person)
  await page.getByRole('button', { name: 'Choose Launch' }).click()
  await expect(toastOf(page)).toContainText('Payment Setup Failed')
  await page.getByRole('button', { name: 'Tove' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
  // Far enough ahead that the page has not passed it when it hears of it, and within the life of the first toast.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 3000)
  await page.getByRole('menuitem', { name: 'Sign Out' }).press('Enter')
  await tickUntil(page, () => expect(toastOf(page)).toContainText('Logout failed'))
  await expect(toastOf(page)).toHaveCount(1)
  await page.clock.runFor(4000)
  await expect(toastOf(page)).toHaveCount(1)
  await page.clock.runFor(1000)
  await tickUntil(page, () => expect(toastOf(page)).toHaveCount(0))
  await mend()

  await page.clock.resume()
  await page.getByRole('button', { name: 'Choose Launch' }).click()
  await toastOf(page).hover()
  await page.clock.fastForward(10_000)
  await expect(toastOf(page)).toContainText('Payment Setup Failed')
  await page.mouse.move(600, 10)
  await page.clock.fastForward(5000)
  await expect(toastOf(page)).toHaveCount(0)
})
