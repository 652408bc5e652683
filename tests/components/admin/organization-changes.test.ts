import { type AdminOrganization, adminOrganizationDetails } from '#contract/admin/organizations.ts'
import { refundTransaction } from '#contract/billing/refunds.ts'
import { adjustPoolMinutes, organizationTransactions } from '#contract/admin/users.ts'
import { grantBrandedApp } from '#contract/organizations/app/branded-app-settings.ts'
import { createOrganization } from '#contract/organizations/management.ts'
import { fakeOf } from '#tests/pages/fake-answer.ts'
import { acme, detailsOf, serveOrganizations } from '#tests/pages/admin/organizations.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { act, choose, closeToasts, expectAsked, openDetails, openOrganizations } from '#tests/components/admin/panel.ts'
import { openTab, rowsOf, toastOf } from '#tests/components/admin/panel.ts'

beforeEach(() => as(adminMe))

it('minutes of the pool are taken with a reason, never below 0', tags('D153'), async () => {
  let firm: AdminOrganization = acme
  await openOrganizations(() => [firm])
  await act(acme.name, 'Adjust Credits')
  const dialog = page.getByRole('dialog')
  await choose('Change', 'Remove')
  await dialog.getByLabel('Minutes').fill('50')
  await dialog.getByLabel('Reason').fill('Booked twice')
  server.refuse(adjustPoolMinutes, 'balance_too_low', { field: 'minutes' })
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(dialog.locator('form').getByText('Please enter fewer minutes.')).toBeVisible()
  await dialog.getByLabel('Minutes').fill('12')
  await closeToasts()
  server.answer(adjustPoolMinutes, ({ body: { minutes } }) => {
    firm = { ...acme, creditBalance: acme.creditBalance + minutes }
    return { success: true as const, creditBalance: firm.creditBalance }
  })
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(toastOf()).toContainText('The pool now has 30 credits.')
  await expect(dialog).toHaveCount(0)
  await expect(rowsOf().getByRole('cell', { name: '30', exact: true })).toBeVisible()
})

it('a payment of an organization is refunded from its row', tags('D44'), async () => {
  const growth = fakeOf(organizationTransactions, {
    id: '0d4c7f8e-0001-4a61-8f0e-6f2f3b1c0002',
    type: 'credits',
    description: 'Growth package, 1,000 minutes',
    amount: 135,
    receiptNumber: 'L-000002',
    refundable: 135,
  })
  as(adminMe)
  serveOrganizations(server, () => [acme])
  server.answer(organizationTransactions, [growth])
  await openTab('organizations')
  await act(acme.name, 'Refund a Payment')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText(`${acme.name}, ${acme.contactEmail}`)
  await expect(dialog.getByRole('radio', { name: /Growth package, 1,000 minutes, \$135\.00/ })).toBeChecked()
  await dialog.getByLabel('Amount in dollars').fill('35')
  await dialog.getByLabel('Reason').fill('Asked by mail')
  server.answer(refundTransaction, () => {
    server.answer(organizationTransactions, [])
    return { id: growth.id, amount: 35, status: 'pending', state: 'made' as const }
  })
  await dialog.getByRole('button', { name: 'Refund Payment' }).click()
  await expect(toastOf()).toContainText('$35.00 will go back to the card.')
  await expect(dialog).toHaveCount(0)
  const body = { amount: 35, reason: 'Asked by mail', key: expect.any(String) as string }
  await expectAsked(refundTransaction, [{ id: growth.id }, body])
  await expect.poll(() => server.asked(organizationTransactions)[0]?.params).toEqual({ id: String(acme.id) })
  await closeToasts()
  await act(acme.name, 'Refund a Payment')
  await expect(dialog).toContainText(`${acme.name} has no payment that can be refunded.`)
})

it('the branded app is granted, and revoked after a question', tags('D140'), async () => {
  await openOrganizations()
  const dialog = await openDetails()
  await expect(dialog).toContainText('Not bought. It can be set up, but not published.')
  server.answer(grantBrandedApp, fakeOf(grantBrandedApp, { canPublish: true }))
  const { organization, ...others } = detailsOf(acme)
  server.answer(adminOrganizationDetails, { ...others, organization: { ...organization, isAppGranted: true } })
  await dialog.getByRole('button', { name: 'Grant App' }).click()
  await expect(toastOf()).toContainText('Branded App Granted')
  await expect(dialog).toContainText('Granted by the platform.')
  await closeToasts()
  server.answer(grantBrandedApp, fakeOf(grantBrandedApp, {}))
  server.answer(adminOrganizationDetails, detailsOf(acme))
  await dialog.getByRole('button', { name: 'Withdraw App' }).click()
  const question = page.getByRole('alertdialog', { name: `Withdraw the app of ${acme.name}?` })
  await expect(question).toContainText('People can no longer open it, even if they installed it.')
  await question.getByRole('button', { name: 'Withdraw App' }).click()
  await expect(toastOf()).toContainText('Branded App Withdrawn')
  await expect(dialog.getByRole('button', { name: 'Grant App' })).toBeVisible()
  await expect.poll(() => server.asked(grantBrandedApp).map(({ body }) => body.isGranted)).toEqual([true, false])
})

it('an organization that an owner creates for a customer is active at once', tags('D130 D211'), async () => {
  const all: AdminOrganization[] = [acme]
  await openOrganizations(() => all)
  await page.getByRole('button', { name: 'Create Organization' }).click()
  const dialog = page.getByRole('dialog')
  const outcome = "It's active right away, and we invite its contact as an admin. You don't become a member."
  await expect(dialog).toContainText(outcome)
  await dialog.getByLabel('Organization name').fill('Northwind')
  await dialog.getByLabel('Contact email').fill('contact@northwind.test')
  server.answer(createOrganization, () => {
    all.push({ ...acme, id: 100_009, name: 'Northwind', slug: 'northwind' })
    return fakeOf(createOrganization, { id: 100_009, name: 'Northwind', slug: 'northwind' })
  })
  await dialog.getByRole('button', { name: 'Create Organization' }).click()
  await expect(toastOf()).toContainText('Organization CreatedWe invited its contact as an admin.')
  await expect(rowsOf()).toContainText([acme.name, 'Northwind'])
  expect(server.asked(createOrganization)[0]?.body).toMatchObject({ name: 'Northwind', slug: 'northwind' })
})
