import { createOrganizationPayment, organizationOrder, registrationStatus } from '#contract/organizations/payment.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import { closeToasts, expect, expectRow, page, type Page, server, tagged, test, toastOf } from '#tests/pages.ts'
import type { Provider } from '../../provider.ts'
import { address, asked, id, open, openedAt, ordered, pay, payButton } from './checkout.ts'

// Intended refusals, a fault of the provider, and what the checker tries inside the card form.
test.use({ expectedNoise: /status of (402|500)/ })

/** Sets how the provider answers all calls from now on. */
async function setProviderFault(provider: Provider, stripe: 'error' | null): Promise<void> {
  const body = JSON.stringify({ apiFault: { stripe } })
  const headers = { 'content-type': 'application/json' }
  const { ok } = await fetch(`${provider.url}/control.json`, { method: 'POST', headers, body })
  if (!ok) throw new Error('The provider takes no such switch')
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('the page shows the payment with its summary, and continues to its success without leaving for the provider (S362, S552, S553, S643, D107, D109)', async ({
  provider,
}) => {
  server.answer(createOrganizationPayment, () => openedAt(provider))
  server.answer(registrationStatus, { id, status: 'confirming', details: null })
  await open(page, server)
  await expect(page).toHaveURL('/organization-checkout')
  const summary = page.getByRole('region', { name: 'Investment Summary' })
  for (const text of ['Single agent', '5 × $2.80', 'Growth minutes', 'Branded app setup', '$1,050.00', '$369.00'])
    await expect(summary).toContainText(text)
  await expect(summary).toContainText('Acme & Sons renews every month at $369.00.')
  await expect(page.getByText('From 200 users on, every 100 users cost $250 per month.')).toBeVisible()
  await expect(
    page.getByText('1,000 minutes for $135.00 when fewer than 30 remain, at most $270.00 a month.'),
  ).toBeVisible()
  await expect(page.getByRole('main')).toContainText(
    'Luna for Business charges $1,419.00 today. It renews at $369.00 a month, starting one month from today. An admin can cancel anytime under Billing.',
  )
  await expect(payButton(page)).toBeEnabled()
  await pay(page)
  await expect(toastOf(page).filter({ hasText: 'Payment Successful' })).toBeVisible()
  await expect(page).toHaveURL('/organization-success')
  await expect(heading(page, 'Account Activation')).toBeVisible()
  expect(server.asked(createOrganizationPayment).map(({ body }) => body)).toEqual([asked])
  expect(server.asked(registrationStatus)[0]?.params).toEqual({ id })
})

test('a declined card is explained in the provider’s words, and another one pays (S619)', async ({ provider }) => {
  server.answer(createOrganizationPayment, () => openedAt(provider))
  server.answer(registrationStatus, { id, status: 'confirming', details: null })
  await open(page, server)
  await pay(page, '4000 0000 0000 0002')
  await expect(toastOf(page).filter({ hasText: 'Payment Failed' })).toContainText('Your card was declined.')
  await pay(page)
  await expect(page).toHaveURL('/organization-success')
})

test("a provider's fault while the card is charged is unexpected; the same payment succeeds afterwards (S620)", async ({
  provider,
}) => {
  server.answer(createOrganizationPayment, () => openedAt(provider))
  server.answer(registrationStatus, { id, status: 'confirming', details: null })
  await open(page, server)
  await expect(payButton(page)).toBeEnabled()
  await fillCard(page, '4242 4242 4242 4242')
  await setProviderFault(provider, 'error')
  await payButton(page).click()
  await expectRow(page, 'S620')
  await expect(page.getByRole('form', { name: 'Card' })).toContainText('Your card was not charged')
  await setProviderFault(provider, null)
  await payButton(page).click()
  await expect(page).toHaveURL('/organization-success')
  expect(server.asked(createOrganizationPayment)).toHaveLength(1)
})

test('a payment without its secret cannot be made, and the next attempt opens one (S617)', async ({ provider }) => {
  server.refuse(createOrganizationPayment, 'secret_missing')
  await open(page, server)
  await expectRow(page, 'S617')
  await expect(heading(page, 'Payment Setup Failed')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Nothing was charged.')
  await closeToasts(page)
  server.answer(createOrganizationPayment, () => openedAt(provider))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(payButton(page)).toBeEnabled()
})

test('an empty answer is not a payment either', tagged('S617'), async ({ provider }) => {
  server.say(createOrganizationPayment, 200, {})
  await open(page, server)
  await expectRow(page, 'S617')
  await expect(heading(page, 'Payment Setup Failed')).toBeVisible()
  server.answer(createOrganizationPayment, () => openedAt(provider))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(payButton(page)).toBeEnabled()
})

test('the page says in its own words that a payment cannot be opened', tagged('S618'), async ({ provider }) => {
  server.break(createOrganizationPayment)
  await open(page, server)
  await expectRow(page, 'S618')
  await expect(page.getByRole('main')).toContainText('Failed to initialize payment')
  server.answer(createOrganizationPayment, () => openedAt(provider))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(payButton(page)).toBeEnabled()
})

test('the agreed price is shown and paid, whatever the list says today (D29, D93, D181)', async ({ provider }) => {
  const { order } = ordered
  const lines = order.lines.map((one) => (one.isMonthly ? { ...one, name: `Old ${one.name}`, amount: 80 } : one))
  const amounts = { oneTime: 1050, monthly: 320, today: 1370 }
  server.answer(createOrganizationPayment, async () => ({
    clientSecret: await provider.openPayment(137_000),
    amounts,
    autoPurchase: { enabled: true, minutes: 900, price: 120, monthlyCap: 240 },
  }))
  await open(page, server, { amounts, order: { ...order, lines }, contact: null })
  const summary = page.getByRole('region', { name: 'Investment Summary' })
  for (const text of ['Old Growth minutes', '$80.00', 'Monthly total$320.00', 'Total Payment Today$1,370.00'])
    await expect(summary).toContainText(text)
  await expect(page.getByText('900 minutes for $120.00 when fewer than 30 remain')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay $1,370.00' })).toBeEnabled()
  // A browser other than the one that registered does not learn who did.
  const [{ body } = { body: {} }] = server.asked(createOrganizationPayment)
  expect(body).toMatchObject({ oneTimeAmount: 1050, monthlyAmount: 320 })
  expect(Object.keys(body).filter((name) => name.startsWith('customer'))).toEqual([])
})

test('outdated figures are refused with an explanation, and the right ones are shown on the next attempt (S552, D29)', async ({
  provider,
}) => {
  server.refuse(createOrganizationPayment, 'price_changed')
  await open(page, server, { ...ordered, amounts: { oneTime: 1050, monthly: 360, today: 1410 } })
  await expect(heading(page, 'Payment Setup Failed')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('The price has changed. Please check the new price and try again.')
  await expect(main).toContainText('Nothing was charged.')
  await closeToasts(page)
  server.answer(organizationOrder, ordered)
  server.answer(createOrganizationPayment, () => openedAt(provider))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(payButton(page)).toBeEnabled()
  await expect(page.getByRole('region', { name: 'Investment Summary' })).toContainText('Monthly total$369.00')
  expect(server.asked(createOrganizationPayment).map(({ body }) => body.monthlyAmount)).toEqual([360, 369])
})

test('without an id or an amount above 0 the server is not called', tagged('S363 S481 S616'), async () => {
  for (const query of [
    '',
    `?registrationId=${id}`,
    '?amount=5',
    ...['0', '-5', 'abc'].map((amount) => `?registrationId=${id}&amount=${amount}`),
  ]) {
    await page.goto(`/organization-checkout${query}`)
    await expect(heading(page, 'Payment Setup Failed')).toBeVisible()
    await expect(toastOf(page).filter({ hasText: 'Invalid Request' })).toContainText(
      'Missing registration details or amount',
    )
  }
  expect([...server.asked(organizationOrder), ...server.asked(createOrganizationPayment)]).toEqual([])
})

test('an unknown registration and a paid one are each explained', tagged('S618 D102'), async () => {
  server.refuse(organizationOrder, 'registration_not_found')
  await page.goto(address)
  await expect(heading(page, 'Payment Setup Failed')).toBeVisible()
  await expect(toastOf(page).filter({ hasText: 'Error' })).toContainText('This registration does not exist.')
  await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0)
  server.refuse(createOrganizationPayment, 'already_paid')
  await open(page, server)
  await expect(heading(page, 'Already paid')).toBeVisible()
  await expect(page.getByRole('main')).toContainText("You don't need to pay again.")
  await expect(page.getByRole('link', { name: 'See Your Organization' })).toHaveAttribute(
    'href',
    `/organization-success?id=${id}`,
  )
})
