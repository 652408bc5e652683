import { expect, test } from './fixtures.ts'
import { dayOf } from './clock/time.ts'
import { enter, makeAdmin, registered, setSubscription, signIn, sql, subscriber } from './people.ts'
import { expectRow } from '../kit/toasts.ts'
import { expectDelay, recordMoments } from '../kit/moments.ts'
import { comeBack, hold } from '../kit/watch.ts'

const screens = [
  ['/marketplace', 'Agent Marketplace'],
  ['/dashboard', 'Your Dashboard'],
  ['/dashboard/sessions', 'Your Sessions'],
  ['/checkout', 'Buy Credits'],
  ['/account', 'Account'],
] as const

for (const status of ['active', 'trialing'])
  test(`the guard: ${status} opens every guarded screen (S144, S148, S195, D5)`, async ({ page, context }) => {
    const person = await subscriber()
    await setSubscription(person, status)
    await enter(context, person)
    for (const [path, title] of screens) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: title, exact: true, level: 1 })).toBeVisible()
    }
  })

test('the guard: an admin needs no subscription (S147, S200)', async ({ page, context }) => {
  const person = await registered()
  await makeAdmin(person)
  await enter(context, person)
  for (const [path, title] of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title, exact: true, level: 1 })).toBeVisible()
  }
})

test('the guard: canceled keeps the address and says what is kept (S144, S149, D6)', async ({ page, context }) => {
  const person = await subscriber()
  await setSubscription(person, 'canceled')
  const [paid] = await sql<{ until: Date }>('select renews_at as until from subscription where account_id = $1', [
    person.accountId,
  ])
  const lastDay = await dayOf(page, paid?.until)
  await enter(context, person)
  for (const [path, title] of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Your access has ended' })).toBeVisible()
    await expect(page.getByText(`Your subscription was canceled and ended on ${lastDay}.`)).toBeVisible()
    await expect(page.getByRole('main')).toContainText('120 minutes')
    await expect(page.getByRole('heading', { name: title, exact: true })).toHaveCount(0)
    await expect(page).toHaveURL(path)
  }
  await expect(page.getByRole('main').getByRole('link', { name: 'Contact Support' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Reactivate', exact: true }).click()
  await expect(page).toHaveURL('/subscribe')
  await expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled()
  await page.goto('/marketplace')
  await page.getByRole('link', { name: 'Reactivate With a Package' }).click()
  await expect(page.getByRole('heading', { name: 'Choose your package' })).toBeVisible()
})

for (const [status, title] of [
  [null, 'Choose your package'],
  ['incomplete', 'Choose your package'],
  ['something-new', 'Choose your package'],
  ['unpaid', 'Fix your payment'],
] as const)
  test(`the guard: ${status ?? 'no subscription'} leads to the payment (S150, D4, D8)`, async ({ page, context }) => {
    const person = await registered()
    await setSubscription(person, status)
    await enter(context, person)
    for (const [path] of screens) {
      await page.goto(path)
      await expect(page).toHaveURL('/register?step=payment')
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
    }
  })

test('the guard: a failed renewal keeps access for seven days, with a banner (S150, D7)', async ({ page, context }) => {
  const person = await subscriber()
  await setSubscription(person, 'past_due', 6)
  await enter(context, person)
  await page.goto('/marketplace')
  await expect(page.getByRole('heading', { name: 'Agent Marketplace' })).toBeVisible()
  const [grace] = await sql<{ endsAt: Date }>(
    `select past_due_since + make_interval(hours => 7 * 24) as "endsAt" from subscription where account_id = $1`,
    [person.accountId],
  )
  const lastDay = await dayOf(page, grace?.endsAt)
  await expect(page.getByText(`Payment failed. Please fix it by ${lastDay}.`)).toBeVisible()

  await setSubscription(person, 'past_due', 7)
  await page.goto('/marketplace')
  await expect(page.getByRole('heading', { name: 'Your access has ended' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Fix payment$/i })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Agent Marketplace' })).toHaveCount(0)
})

test('the guard waits with a spinner and shows nothing private (S145)', async ({ page, context }) => {
  await enter(context, await subscriber())
  const release = await hold(page, '**/api/auth/user')
  await page.goto('/marketplace')
  await expect(page.getByRole('main').getByRole('status')).toHaveText('Loading…')
  await expect(page.getByRole('main').getByRole('heading')).toHaveCount(0)
  await release()
  await expect(page.getByRole('heading', { name: 'Agent Marketplace' })).toBeVisible()
})

test('a session that ends at work: a toast, then sign-in after 500 ms, then back (S104, S146, S153, S301, D1, D2)', async ({
  page,
  context,
}) => {
  const person = await subscriber()
  await enter(context, person)
  await recordMoments(page)
  await page.goto('/dashboard')
  await expect(page.getByText('No sessions yet')).toBeVisible()
  await sql('delete from session where user_id = $1', [person.id])
  await comeBack(page)
  await expectRow(page, 'S267')
  await expect(page.getByText('No sessions yet')).toHaveCount(0)
  await page.waitForURL('/login?next=%2Fdashboard')
  await expectDelay(page, 'answer 401 GET /api/auth/user', 'screen /login', 500)

  await signIn(page, person.email)
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
})

test('a call that finds the session gone says so once and leads to sign-in (S249, S267, D1)', async ({
  page,
  context,
}) => {
  await enter(context, await subscriber())
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { name: 'Buy Credits' })).toBeVisible()
  await context.clearCookies()
  await page.getByRole('button', { name: 'Choose Launch' }).click()
  await expectRow(page, 'S267')
  await expect(page).toHaveURL('/login?next=%2Fcheckout')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeVisible()
})
