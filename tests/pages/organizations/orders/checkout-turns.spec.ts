import { createOrganizationPayment, registrationStatus } from '#contract/organizations/payment.ts'
import { fillCard } from '../../../kit/browser/card-form.ts'
import { closeToasts, expect, page, server, test } from '#tests/pages.ts'
import { id, open, openedAt, ordered, pay, payButton } from './checkout.ts'

/** What can happen at the checkout of an organization's order: a wrong address, a payment that is gone. */

// Intended refusals, and what the checker tries inside the card form.
test.use({ expectedNoise: /status of 402/ })

test('the contact address is shown before the payment, and can be corrected in the form (D105)', async ({
  provider,
}) => {
  const contact = { ...ordered.contact, email: 'olive@acme.exmaple' }
  server.answer(createOrganizationPayment, () => openedAt(provider))
  await open(page, server, { ...ordered, contact })
  const summary = page.getByRole('region', { name: 'Investment Summary' })
  await expect(summary.getByText('olive@acme.exmaple')).toBeVisible()
  await expect(payButton(page)).toBeEnabled()
  await page.getByRole('link', { name: 'Edit contact address' }).click()
  await expect(page).toHaveURL('/organization-register-simplified')
  await expect(page.getByLabel('Contact email')).toHaveValue('olive@acme.exmaple')
  await expect(page.getByLabel('Organization name')).toHaveValue('Acme & Sons')
  await expect(page.getByRole('region', { name: 'Selected Package' })).toContainText('$1,419.00')

  // An existing organization pays from its own account.
  await open(page, server, { ...ordered, contact: { ...contact, form: null } })
  await expect(summary.getByText('olive@acme.exmaple')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit contact address' })).toHaveCount(0)
})

test('the page says that another tab has replaced the payment, and the new one can be paid (S362, D102)', async ({
  provider,
}) => {
  const replaced = await openedAt(provider)
  server.answer(createOrganizationPayment, replaced)
  server.answer(registrationStatus, { id, status: 'confirming', details: null })
  await open(page, server)
  await expect(payButton(page)).toBeEnabled()
  await provider.cancel(replaced.clientSecret)
  await fillCard(page, '4242 4242 4242 4242')
  await payButton(page).click()
  const main = page.getByRole('main')
  await expect(main.getByText('This payment was replaced by another choice. Nothing was charged.')).toBeVisible()
  await closeToasts(page)
  server.answer(createOrganizationPayment, () => openedAt(provider))
  await page.getByRole('button', { name: 'Start a New Payment' }).click()
  await expect(main.getByText('This payment was replaced')).toHaveCount(0)
  await pay(page)
  await expect(page).toHaveURL('/organization-success')
})
