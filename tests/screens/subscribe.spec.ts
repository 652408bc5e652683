import type { Page } from '@playwright/test'
import { expect, fillCard, test } from './fixtures.ts'
import { expectDelay, recordMoments } from '../kit/moments.ts'
import { breakWrites, setSwitches } from './faults.ts'
import { callAs, enter, type Person, registered, setSubscription, sql, subscriber } from './people.ts'
import { recordedTexts, recordTexts } from './talking.ts'
import { expectRow } from '../kit/toasts.ts'
import { countOf, toastOf, watchRequests } from '../kit/watch.ts'

test.afterEach(() => setSwitches({ apiFault: { stripe: null } }))

const opening = 'POST /api/create-subscription-payment'

async function openPage(page: Page): Promise<void> {
  await page.goto('/subscribe')
  await expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled()
}

function checkoutsOf({ id }: Person): Promise<{ kind: string; amount_cents: number; status: string }[]> {
  return sql('select kind, amount_cents, status from checkout where user_id = $1 order by created_at', [id])
}

test('the plan with its price, its credits and the card form (S008, S093, S094, S218, S288)', async ({
  page,
  context,
}) => {
  const person = await registered()
  await enter(context, person)
  const seen = watchRequests(page)
  await openPage(page)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Starter Monthly' })).toBeVisible()
  await expect(main).toContainText('$2.97/month')
  await expect(main).toContainText('30 credits per month with no rollover')
  await expect(main).toContainText('renews every month at $2.97 with 30 new minutes')
  await expect(page.getByLabel('Card number')).toBeVisible()
  expect(countOf(seen, opening)).toBe(1)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled()
  expect(await checkoutsOf(person)).toEqual([{ kind: 'subscription', amount_cents: 297, status: 'open' }])

  await main.getByRole('link', { name: 'Subscribe with a package' }).click()
  await page.getByRole('button', { name: 'Continue to Payment · $27.97' }).click()
  await expect(page.getByRole('button', { name: 'Pay $27.97' })).toBeEnabled()
  // The other choice replaced the first one: never two side by side (D34).
  expect(await checkoutsOf(person)).toEqual([
    { kind: 'subscription', amount_cents: 297, status: 'replaced' },
    { kind: 'combined', amount_cents: 2797, status: 'open' },
  ])
})

test('a payment tells the server, renews the person, leads on after 2 s, and the guard opens without a reload (S095, S158, S161, S301, D39)', async ({
  page,
  context,
}) => {
  await recordMoments(page)
  await enter(context, await registered())
  await openPage(page)
  await fillCard(page, '4242424242424242')
  const seen = watchRequests(page)
  await recordTexts(page, '[role=status]')
  await page.getByRole('button', { name: 'Pay $2.97' }).click()
  await page.waitForURL('/dashboard')
  // It stands for two seconds, so it is read afterwards.
  expect((await recordedTexts(page)).join('\n')).toContain('Your access is open, with 30 minutes for this month.')
  await expect(page.getByRole('banner')).toContainText('30 minutes')
  await expectDelay(page, 'answer 200 POST /api/process-payment-success', 'screen /dashboard', 2000)
  await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Marketplace' }).click()
  await expect(page.getByRole('heading', { name: 'Agent Marketplace' })).toBeVisible()
  expect(seen.filter(({ isDocument }) => isDocument)).toEqual([])
  const told = seen.findIndex(({ call }) => call === 'POST /api/process-payment-success')
  expect(countOf(seen, 'POST /api/process-payment-success')).toBe(1)
  expect(seen.slice(told).some(({ call }) => call === 'GET /api/auth/user')).toBe(true)
})

test('a subscription that cannot be set up: Setup Error, and Retry repeats the call (S093, S270, D161)', async ({
  page,
  context,
}) => {
  await enter(context, await registered())
  await setSwitches({ apiFault: { stripe: 'error' } })
  const seen = watchRequests(page)
  await page.goto('/subscribe')
  await expectRow(page, 'S270')
  await expect(page.getByRole('alert').getByText('Your payment could not be prepared')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Nothing was charged.')
  await expect(page.getByRole('main')).toContainText('30 credits per month with no rollover')
  // The second call has ended, too, before the provider answers again.
  const failed = page.waitForResponse((response) => response.status() >= 500)
  await page.getByRole('button', { name: 'Retry' }).click()
  await failed
  expect(countOf(seen, opening)).toBe(2)
  await setSwitches({ apiFault: { stripe: null } })
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled()
  await expect(toastOf(page)).toHaveCount(0)
  expect(countOf(seen, opening)).toBe(3)
})

test('who is active sees status and renewal, no card form; a marked end can be taken back (D35, D41)', async ({
  page,
  context,
}) => {
  const person = await subscriber()
  await enter(context, person)
  const seen = watchRequests(page)
  await page.goto('/subscribe')
  const main = page.getByRole('main')
  await expect(main).toContainText('Your subscription is already active.')
  await expect(main).toContainText('Active')
  const [row] = await sql<{ renews_at: Date }>('select renews_at from subscription where account_id = $1', [
    person.accountId,
  ])
  const date = await page.evaluate(
    (at) => new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(new Date(at)),
    row?.renews_at.toISOString() ?? '',
  )
  await expect(main).toContainText(`Renews${date}`)
  await expect(main.getByRole('button', { name: 'Resume Subscription' })).toHaveCount(0)
  await expect(page.getByLabel('Card number')).toHaveCount(0)
  expect(countOf(seen, opening)).toBe(0)

  await callAs(person, '/api/account/cancel-subscription')
  await page.reload()
  await expect(main).toContainText(`Access ends${date}`)
  await main.getByRole('button', { name: 'Resume Subscription' }).click()
  await expect(toastOf(page)).toContainText('Subscription Resumed')
  await expect(main).toContainText(`Renews${date}`)
  await expect(main.getByRole('button', { name: 'Resume Subscription' })).toHaveCount(0)
})

test('a resume that the provider does not take says so and changes nothing (D41)', async ({ page, context }) => {
  const person = await subscriber()
  await callAs(person, '/api/account/cancel-subscription')
  await enter(context, person)
  await page.goto('/subscribe')
  await setSwitches({ apiFault: { stripe: 'error' } })
  await page.getByRole('button', { name: 'Resume Subscription' }).click()
  await expect(toastOf(page)).toContainText('Failed to resume subscription')
  await expect(page.getByRole('button', { name: 'Resume Subscription' })).toBeEnabled()
  await expect(page.getByRole('main')).toContainText('Access ends')
})

test('who was canceled comes back without a package and finds the purchased minutes (D6, D41)', async ({
  page,
  context,
}) => {
  const person = await subscriber()
  await setSubscription(person, 'canceled')
  await enter(context, person)
  await page.goto('/marketplace')
  await page.getByRole('link', { name: 'Reactivate', exact: true }).click()
  await expect(page.getByRole('main')).toContainText('Your 120 purchased minutes, usable again at once')
  await expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled()
  await fillCard(page, '4242424242424242')
  await page.getByRole('button', { name: 'Pay $2.97' }).click()
  await page.waitForURL('/dashboard')
  await expect(page.getByRole('heading', { name: 'Your Dashboard' })).toBeVisible()
})

test('a bank that asks first: rejected says why and opens nothing, approved opens (S253, D39)', async ({
  page,
  context,
}) => {
  const person = await registered()
  await enter(context, person)
  await openPage(page)
  await fillCard(page, '4000002760003184')
  await page.getByRole('button', { name: 'Pay $2.97' }).click()
  await page.getByRole('button', { name: 'Reject' }).click()
  await expect(toastOf(page)).toContainText('Payment Failed')
  await expect(toastOf(page)).toContainText(/unable to authenticate/i)
  expect(await sql('select 1 from subscription where account_id = $1', [person.accountId])).toEqual([])
  await page.getByRole('button', { name: 'Pay $2.97' }).click()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.waitForURL('/dashboard')
  await expect(page.getByRole('banner')).toContainText('30 minutes')
})

test('another price than the one shown charges nothing and names the right one (D29)', async ({ page, context }) => {
  const person = await registered()
  await enter(context, person)
  // A page from before a change of the price asks with the old figure; the refusal is the server's own.
  let isOld = true
  await page.route('**/api/create-subscription-payment', (route) =>
    isOld ? route.continue({ postData: { tier: 'starter', amount: 1.97 } }) : route.continue(),
  )
  await page.goto('/subscribe')
  await expect(toastOf(page)).toContainText('The price has changed. Please look at the new figures and try again.')
  await expect(page.getByRole('status').getByText('Platform access is $2.97 a month')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Nothing was charged.')
  expect(await checkoutsOf(person)).toEqual([])
  isOld = false
  await page.getByRole('button', { name: 'Continue with $2.97' }).click()
  await expect(page.getByRole('button', { name: 'Pay $2.97' })).toBeEnabled()
  expect(await checkoutsOf(person)).toEqual([{ kind: 'subscription', amount_cents: 297, status: 'open' }])
})

test.describe('while the server cannot book the payment', () => {
  test.use({ expectedNoise: /The payment went through, but is not credited yet/ })

  test('the page says that credits may be late, and access comes with them (S255, D38)', async ({ page, context }) => {
    const person = await registered()
    await enter(context, person)
    await openPage(page)
    await fillCard(page, '4242424242424242')
    const mend = await breakWrites('subscription_payment', 'insert', person)
    await page.getByRole('button', { name: 'Pay $2.97' }).click()
    await expectRow(page, 'S255')
    await page.waitForURL('/dashboard')
    await expect(page.getByText('Payment received. Your minutes are arriving.')).toBeVisible()
    await mend()
    await expect(page.getByRole('banner')).toContainText('30 minutes')
    await expect(page.getByText('Payment received. Your minutes are arriving.')).toBeHidden()
  })
})
