import { organizationOrder, registrationStatus } from '#contract/organizations/payment.ts'
import { registerOrganization } from '#contract/organizations/registration.ts'
import { chosen, fillContact, submitButton } from '../../../kit/browser/organization-registering.ts'
import { closeToasts, expect, page, server, tagged, test } from '#tests/pages.ts'
import { keepCheckoutLoading } from './registering.ts'
import { id, unpaidDetails } from './unpaid-order.ts'

/** An unpaid order: it says so, and can be reopened until it expires (D101, D102). */

const info = '/organization-info'
const unpaid = { id, status: 'awaiting_payment' as const, details: unpaidDetails }
const banner = () => page.getByText("Acme & Sons hasn't paid yet")
const continueLink = () => page.getByRole('main').getByRole('link', { name: /^Continue to Payment/ })

/** Registers, up to a checkout whose payment stays unopened. */
async function register(): Promise<void> {
  server.answer(registerOrganization, { id, amounts: unpaidDetails.amounts })
  keepCheckoutLoading(server)
  server.answer(registrationStatus, unpaid)
  await page.goto(`/organization-register-simplified?${chosen}`)
  await fillContact(page, 'olive@acme.example')
  await page.getByLabel('Agent purpose').fill('Answers our clients.')
  await submitButton(page).click()
  await expect(page).toHaveURL('/organization-checkout')
  await closeToasts(page)
}

test('the success page of an unpaid order says so, and links to the payment', tagged('S365 D104'), async () => {
  server.answer(registrationStatus, unpaid)
  keepCheckoutLoading(server)
  await page.goto(`/organization-success?id=${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not paid yet')
  await expect(page.getByRole('main')).toContainText('Nothing was charged. Your order is kept until Dec 6, 2026')
  await expect(page.getByRole('main')).toContainText('Your organization opens once you pay $1,419.00.')
  await expect(page.getByRole('list', { name: 'Steps' }).locator('[aria-current=step]')).toHaveText('2Payment & Setup')
  await expect(page.getByText('Confirming your payment')).toHaveCount(0)
  await expect(continueLink()).toHaveText('Continue to Payment')
  await continueLink().click()
  await expect(page).toHaveURL('/organization-checkout')
  await expect.poll(() => server.asked(organizationOrder)[0]?.params).toEqual({ id })
})

test('another browser sees only that it is not paid', tagged('D104'), async () => {
  server.answer(registrationStatus, { id, status: 'awaiting_payment', details: null })
  await page.goto(`/organization-success?id=${id}`)
  await expect(page.getByRole('heading', { name: "This order hasn't been paid yet" })).toBeVisible()
  await expect(page.getByRole('main')).toContainText('in the browser you ordered with')
  await expect(continueLink()).toHaveCount(0)
})

test('the browser that registered finds its unpaid order until it is dismissed', tagged('D101'), async () => {
  await register()
  for (const path of [info, '/calculator', '/package-builder', '/organization-register']) {
    await page.goto(path)
    await expect(banner()).toBeVisible()
  }
  await expect(page.getByText('Your order of $1,419.00 is kept until Dec 6, 2026.')).toBeVisible()
  await expect(continueLink()).toHaveAttribute('href', `/organization-checkout?registrationId=${id}&amount=1419`)
  await page.getByRole('button', { name: 'Not Now' }).click()
  await expect(banner()).toHaveCount(0)
  const asked = server.asked(registrationStatus).length
  await page.goto(info)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(server.asked(registrationStatus)).toHaveLength(asked)
})

test('an order that is over or not its own is looked up once and dropped', tagged('D101 D104'), async () => {
  await register()
  for (const answer of [
    { ...unpaid, status: 'paid' as const },
    { ...unpaid, status: 'expired' as const },
    { ...unpaid, details: null },
  ]) {
    await page.evaluate((noted) => localStorage.setItem('luna-open-order', noted), id)
    server.answer(registrationStatus, answer)
    await page.goto(info)
    await expect.poll(() => page.evaluate(() => localStorage.getItem('luna-open-order'))).toBeNull()
    await expect(banner()).toHaveCount(0)
  }
})
