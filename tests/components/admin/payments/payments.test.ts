import { adminPayments, checkPayment, readAdminPayment, readPaymentAtStripe } from '#contract/admin/payments.ts'
import { refundTransaction } from '#contract/billing/refunds.ts'
import { userTransactions } from '#contract/admin/users.ts'
import { lost, lostPage, paid, paidPage, paidPart, servePayments } from '#tests/pages/admin/payments/payments.ts'
import { succeeded } from '#tests/pages/admin/payments/payments.ts'
import { adminMe, as, beforeEach, expect, it, page, server } from '#tests/components.ts'
import { choose, downloadList, expectQuery, rowsOf, toastOf } from '#tests/components/admin/panel.ts'
import { fakeOf } from '#tests/pages/fake-answer.ts'

beforeEach(() => {
  as(adminMe)
  servePayments(server)
})

it('the list is searched, filtered and paged by the server, and its URL holds all of it', async () => {
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Payments' }).click()
  await expect(rowsOf()).toHaveCount(2)
  await expect(rowsOf().first()).toContainText(/Uplift: 120 minutes.*Ben Reed.*Waiting for Stripe.*\$25\.00/)
  await expect(rowsOf().last()).toContainText('L-000041 · L-000042 · Visa ending in 4242')
  await page.getByRole('searchbox', { name: 'Search payments' }).fill('L-000042')
  await choose('Filter by state', 'Partly refunded')
  await choose('Filter by kind', 'Renewal')
  await page.getByLabel('From').fill('2026-11-01')
  await page.getByLabel('To').fill('2026-11-30')
  await expect(page).toHaveURL(/q=L-000042/)
  const wanted = {
    search: 'L-000042',
    state: 'partly_refunded',
    kind: 'renewal',
    from: '2026-11-01',
    to: '2026-11-30',
    limit: 25,
    offset: 0,
  }
  await expectQuery(adminPayments, wanted)
  await page.reload()
  await expect(page.getByLabel('From')).toHaveValue('2026-11-01')
  await expectQuery(adminPayments, wanted)
  const [heading, first] = await downloadList()
  expect(heading).toContain('Payment at Stripe')
  expect(first).toContain('pi_lost')
})

it('a payment shows both sides, and Check now says what it found and did', async () => {
  await page.goto('/admin/payments')
  await page.getByRole('link', { name: 'Uplift: 120 minutes', exact: true }).click()
  await expect(page).toHaveURL(`/admin/payments/${lost.id}`)
  await expect(page.getByText('Out of sync')).toBeVisible()
  await expect(page.getByText('Succeeded, $25.00')).toBeVisible()
  await expect(page.getByText('Not credited, $25.00')).toBeVisible()
  await expect(page.getByText('Declined: not enough money on the card')).toBeVisible()
  const found = { outcome: 'credited_now', disputesCorrected: 1, stripe: succeeded, payment: paid } as const
  server.answer(checkPayment, fakeOf(checkPayment, found))
  server.answer(readAdminPayment, { ...lostPage, state: 'paid', parts: paidPage.parts })
  await page.getByRole('button', { name: 'Check Now' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Found and credited' })).toContainText(
    '1 dispute was corrected',
  )
  await expect(page.getByText('In sync')).toBeVisible()
  await expect(page.getByText('Credited, $25.00')).toBeVisible()
  await expect.poll(() => server.asked(checkPayment)).toMatchObject([{ params: { id: lost.id } }])
})

it('our side stays while Stripe is unreachable; a failed check says that nothing changed', async () => {
  server.refuse(readPaymentAtStripe, 'payment_unavailable')
  server.refuse(checkPayment, 'payment_unavailable')
  await page.goto(`/admin/payments/${paid.id}`)
  await expect(page.getByText('We could not load the payment from Stripe')).toBeVisible()
  await expect(page.getByText('L-000042', { exact: true })).toBeVisible()
  await expect(page.getByText('Goodwill')).toBeVisible()
  await page.getByRole('button', { name: 'Check Now' }).click()
  await expect(toastOf().filter({ hasText: 'Failed to check payment' })).toContainText('Nothing has changed.')
})

it('an unknown payment at Stripe can be checked all the same', async () => {
  server.answer(adminPayments, [])
  server.refuse(readAdminPayment, 'payment_not_found')
  await page.goto('/admin/payments?q=pi_unknown')
  await page.getByRole('link', { name: 'Look Up in Stripe' }).click()
  await expect(page.getByText('Luna doesn’t know this payment')).toBeVisible()
  server.answer(checkPayment, fakeOf(checkPayment, { outcome: 'not_ours', stripe: succeeded }))
  await page.getByRole('button', { name: 'Check Now' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Not a payment to Luna' })).toBeVisible()
  // Staff who may not check see no link to it.
  as({ ...adminMe, staffRole: 'read_only' })
  await page.goto('/admin/payments?q=pi_unknown')
  await expect(page.getByText('No payments found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Look Up in Stripe' })).toHaveCount(0)
})

it('a payment is refunded from its page, and staff who only read are offered nothing', async () => {
  const row = { ...paidPart, type: 'credits' as const, stripePaymentIntentId: 'pi_paid' }
  server.answer(userTransactions, [row, { ...row, id: crypto.randomUUID(), receiptNumber: 'L-000001' }])
  server.answer(refundTransaction, { id: paidPart.id, amount: 25, state: 'made', status: 'pending' })
  server.answer(readAdminPayment, { ...paidPage, parts: [{ ...paidPart, waiting: 5 }] })
  await page.goto(`/admin/payments/${paid.id}`)
  const waiting = page.getByRole('link', { name: '$5.00 waits for approval' })
  await expect(waiting).toHaveAttribute('href', '/admin/payments?tab=approvals')
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio')).toHaveCount(1)
  await dialog.getByLabel('Reason').fill('Goodwill')
  await dialog.getByRole('button', { name: 'Refund Payment' }).click()
  await expect(toastOf()).toContainText('$25.00 will go back to the card.')
  as({ ...adminMe, staffRole: 'read_only' })
  await page.reload()
  await expect(page.getByText('In sync')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Check Now' })).toHaveCount(0)
  as({ ...adminMe, staffRole: 'content' })
  await page.goto('/admin/payments')
  await expect(page.getByText('Your role doesn’t include Payments')).toBeVisible()
})
