import { createOrganizationPayment, organizationOrder, registrationStatus } from '#contract/organizations/payment.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import { closeToasts, expect, expectRow, page, server, tagged, test, toastOf } from '#tests/pages.ts'
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

const heading = (name: string) => page.getByRole('heading', { level: 1, name })

test('shows the payment, and makes it', tagged('S362 S552 S553 S643 D107 D109 D196'), async ({ provider }) => {
  server.answer(createOrganizationPayment, () => openedAt(provider))
  server.answer(registrationStatus, { id, status: 'confirming', details: null })
  await open()
  await expect(page).toHaveURL('/organization-checkout')
  const summary = page.getByRole('region', { name: 'Investment Summary' })
  for (const text of ['Single agent', '5 × $2.80', 'Growth minutes', 'Branded app setup', '$1,050.00', '$369.00'])
    await expect(summary).toContainText(text)
  // On a phone the price comes before the card.
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Investment Summary', 'Card'])
  await expect(page.getByText('From 200 users on, every 100 users cost $250 per month.')).toBeVisible()
  const offer = 'Refills: 1,000 minutes for $135 when fewer than 30 remain, at most $270 a month'
  const toggle = summary.getByRole('switch', { name: offer })
  await expect(toggle).toBeChecked()
  const card = page.getByRole('form', { name: 'Card' })
  const renewal =
    'Luna for Business charges $1,419.00 today. It renews at $369.00 a month, starting one month from today; an admin can cancel anytime under Billing.'
  const sum = 'Refills cost $135 each, at most $270 a month; an admin can turn them off anytime under Settings.'
  await expect(card).toContainText(`${renewal} ${sum}`)
  await expect(payButton()).toBeEnabled()
  const opened = await openedAt(provider)
  const off = { ...opened, autoPurchase: { ...opened.autoPurchase, enabled: false } }
  server.answer(createOrganizationPayment, off)
  await toggle.click()
  await expect(card).not.toContainText('Refills')
  await expect(toggle).toBeEnabled()
  await pay()
  await expect(toastOf(page).filter({ hasText: 'Payment Successful' })).toBeVisible()
  await expect(page).toHaveURL('/organization-success')
  await expect(heading('Account Activation')).toBeVisible()
  expect(server.asked(createOrganizationPayment).map(({ body }) => body)).toEqual([
    asked,
    { ...asked, autoPurchase: false },
  ])
  expect(server.asked(registrationStatus)[0]?.params).toEqual({ id })
})

test('explains a declined card and a fault, then takes the payment', tagged('S619 S620'), async ({ provider }) => {
  server.answer(createOrganizationPayment, () => openedAt(provider))
  server.answer(registrationStatus, { id, status: 'confirming', details: null })
  await open()
  await pay('4000 0000 0000 0002')
  await expect(toastOf(page).filter({ hasText: 'Payment Failed' })).toContainText('Your card was declined.')
  await closeToasts(page)
  await fillCard(page, '4242 4242 4242 4242')
  await setProviderFault(provider, 'error')
  await payButton().click()
  await expectRow(page, 'S620')
  await expect(page.getByRole('form', { name: 'Card' })).toContainText('We got no confirmation')
  await setProviderFault(provider, null)
  await payButton().click()
  await expect(page).toHaveURL('/organization-success')
  expect(server.asked(createOrganizationPayment)).toHaveLength(1)
})

test('a payment that cannot be opened is opened on the next attempt', tagged('S617 S618'), async ({ provider }) => {
  for (const [row, refuse] of [
    ['S617', () => server.refuse(createOrganizationPayment, 'secret_missing')],
    // An empty answer is not a payment either.
    ['S617', () => server.say(createOrganizationPayment, 200, {})],
    ['S618', () => server.break(createOrganizationPayment)],
  ] as const) {
    refuse()
    await open()
    await expectRow(page, row)
    await expect(heading('Payment Setup Failed')).toBeVisible()
    await expect(page.getByRole('main')).toContainText('Nothing was charged.')
    await closeToasts(page)
    server.answer(createOrganizationPayment, () => openedAt(provider))
    await page.getByRole('button', { name: 'Try Again' }).click()
    await expect(payButton()).toBeEnabled()
  }
})

test('charges the agreed price, whatever the list says', tagged('D29 D93 D181'), async ({ provider }) => {
  const { order } = ordered
  const lines = order.lines.map((one) => (one.isMonthly ? { ...one, name: `Old ${one.name}`, amount: 80 } : one))
  const amounts = { oneTime: 1050, monthly: 320, today: 1370 }
  server.answer(createOrganizationPayment, async () => ({
    clientSecret: await provider.openPayment(137_000),
    amounts,
    autoPurchase: { enabled: true, minutes: 900, price: 120, monthlyCap: 240 },
  }))
  await open({ amounts, order: { ...order, lines }, contact: null })
  const summary = page.getByRole('region', { name: 'Investment Summary' })
  for (const text of ['Old Growth minutes', '$80.00', 'Monthly total$320.00', 'Total Payment Today$1,370.00'])
    await expect(summary).toContainText(text)
  await expect(page.getByText('900 minutes for $120 when fewer than 30 remain')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pay $1,370.00' })).toBeEnabled()
  // A browser other than the one that registered does not learn who did.
  const [{ body } = { body: {} }] = server.asked(createOrganizationPayment)
  expect(body).toMatchObject({ oneTimeAmount: 1050, monthlyAmount: 320 })
  expect(Object.keys(body).filter((name) => name.startsWith('customer'))).toEqual([])
})

test('refuses outdated figures, and shows the right ones next', tagged('S552 D29'), async ({ provider }) => {
  server.refuse(createOrganizationPayment, 'price_changed')
  await open({ ...ordered, amounts: { oneTime: 1050, monthly: 360, today: 1410 } })
  await expect(heading('Payment Setup Failed')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main).toContainText('The price has changed. Please check the new price and try again.')
  await expect(main).toContainText('Nothing was charged.')
  await closeToasts(page)
  server.answer(organizationOrder, ordered)
  server.answer(createOrganizationPayment, () => openedAt(provider))
  await page.getByRole('button', { name: 'Try Again' }).click()
  await expect(payButton()).toBeEnabled()
  await expect(page.getByRole('region', { name: 'Investment Summary' })).toContainText('Monthly total$369.00')
  expect(server.asked(createOrganizationPayment).map(({ body }) => body.monthlyAmount)).toEqual([360, 369])
})

test('an unknown registration and a paid one are each explained', tagged('S618 D102'), async () => {
  server.refuse(organizationOrder, 'registration_not_found')
  await page.goto(address)
  await expect(heading('Payment Setup Failed')).toBeVisible()
  await expect(toastOf(page).filter({ hasText: 'Error' })).toContainText('This registration does not exist.')
  await expect(page.getByRole('button', { name: 'Try Again' })).toHaveCount(0)
  server.refuse(createOrganizationPayment, 'already_paid')
  await open()
  await expect(heading('Already paid')).toBeVisible()
  await expect(page.getByRole('main')).toContainText("You don't need to pay again.")
  await expect(page.getByRole('link', { name: 'See Your Organization' })).toHaveAttribute(
    'href',
    `/organization-success?id=${id}`,
  )
})

test('the contact address is shown before the payment, and can be corrected', tagged('D105'), async ({ provider }) => {
  const contact = { ...ordered.contact, email: 'olive@acme.exmaple' }
  server.answer(createOrganizationPayment, () => openedAt(provider))
  await open({ ...ordered, contact })
  const summary = page.getByRole('region', { name: 'Investment Summary' })
  await expect(summary.getByText('olive@acme.exmaple')).toBeVisible()
  await expect(payButton()).toBeEnabled()
  await page.getByRole('link', { name: 'Edit contact address' }).click()
  await expect(page).toHaveURL('/organization-register-simplified')
  await expect(page.getByLabel('Contact email')).toHaveValue('olive@acme.exmaple')
  await expect(page.getByLabel('Organization name')).toHaveValue('Acme & Sons')
  await expect(page.getByRole('region', { name: 'Selected Package' })).toContainText('$1,419.00')

  // An existing organization pays from its own account.
  await open({ ...ordered, contact: { ...contact, form: null } })
  await expect(summary.getByText('olive@acme.exmaple')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit contact address' })).toHaveCount(0)
})

test('makes no payment that another tab has replaced', tagged('S362 D102'), async ({ provider }) => {
  const replaced = await openedAt(provider)
  server.answer(createOrganizationPayment, replaced)
  server.answer(registrationStatus, { id, status: 'confirming', details: null })
  await open()
  await expect(payButton()).toBeEnabled()
  await provider.cancel(replaced.clientSecret)
  await fillCard(page, '4242 4242 4242 4242')
  await payButton().click()
  const main = page.getByRole('main')
  await expect(main.getByText('This payment was replaced by another choice. Nothing was charged.')).toBeVisible()
  await closeToasts(page)
  server.answer(createOrganizationPayment, () => openedAt(provider))
  await page.getByRole('button', { name: 'Start a New Payment' }).click()
  await expect(main.getByText('This payment was replaced')).toHaveCount(0)
  await pay()
  await expect(page).toHaveURL('/organization-success')
})
