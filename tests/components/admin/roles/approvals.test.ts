import {
  approveRefund,
  declineRefund,
  type RefundRequest,
  refundRequests,
  withdrawRefund,
} from '#contract/billing/refund-requests.ts'
import { waitingWork } from '#contract/admin/waiting.ts'
import { refundLimits } from '#contract/billing/refunds.ts'
import type { FakeServer } from '#tests/pages/fake-server.ts'
import { ada } from '#tests/pages/admin/admin.ts'
import { servePayments, waitingRefund as asked } from '#tests/pages/admin/payments/payments.ts'
import { ben, serveUsers } from '#tests/pages/admin/users.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { expectSent, toastOf } from '#tests/components/admin/panel.ts'

beforeEach(() => as(adminMe))

/** Large refunds, which wait for a second person in a tab of Payments (D44). */

const own: RefundRequest = { ...asked, requestedBy: { id: ada.id, name: 'Ada Admin', email: ada.email } }

/** Shows the payments with this request until it is decided. Returns the function that decides it. */
function serveRequest(server: FakeServer, request: RefundRequest) {
  let rows = [request]
  servePayments(server)
  serveUsers(server, () => [ben])
  server.answer(refundRequests, () => rows)
  return (state: RefundRequest['state']): RefundRequest => {
    rows = []
    return { ...request, state, decidedBy: asked.requestedBy, decidedAt: '2026-11-21T08:00:00.000Z' }
  }
}

const rowOf = () => page.getByRole('listitem').filter({ hasText: '$1,500.00 to Acme Consulting' })
const button = (act: string) => page.getByRole('button', { name: `${act}: $1,500.00 to Acme Consulting`, exact: true })

it('a waiting refund names who asked and why; another person approves it', tags('D44'), async () => {
  const decide = serveRequest(server, asked)
  server.answer(waitingWork, [{ kind: 'approvals', count: 1, at: asked.requestedAt }])
  await page.goto('/admin')
  await page.getByRole('link', { name: '1 refund waits for approval' }).click()
  await expect(page).toHaveURL('/admin/payments?tab=approvals')
  await expect(page.getByRole('link', { name: 'refund waits for approval' })).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Approvals 1 open' })).toBeVisible()
  await expect(rowOf()).toContainText('L-000077 · Requested by Finn Reed')
  await expect(rowOf()).toContainText('Nov 20, 2026')
  await expect(rowOf()).toContainText('Expires Nov 27, 2026')
  await expect(rowOf()).toContainText('“Charged twice for the same month”')
  await expect(button('Withdraw')).toHaveCount(0)
  await expect.poll(() => server.asked(refundRequests).at(-1)?.query.state).toBe('waiting')
  await button('Approve').click()
  const question = page.getByRole('alertdialog', { name: 'Refund $1,500.00 to Acme Consulting?' })
  await expect(question).toContainText('$1,500.00 goes back to the card')
  await question.getByRole('button', { name: 'Not Now' }).click()
  await expect(question).toHaveCount(0)
  await expectSent(approveRefund)
  server.answer(approveRefund, () => ({
    id: decide('approved').id,
    amount: 1500,
    status: 'pending',
    state: 'made' as const,
  }))
  await button('Approve').click()
  await question.getByRole('button', { name: 'Approve Refund' }).click()
  await expect(toastOf()).toContainText('Payment Refunded')
  await expect(rowOf()).toHaveCount(0)
  await expect(page.getByText('No refund waits for approval')).toBeVisible()
  await expect.poll(() => server.asked(approveRefund).map(({ params }) => params.id)).toEqual([asked.id])
})

it('another person declines it, and the person who asked can only withdraw it', tags('D44'), async () => {
  as({ ...adminMe, staffRole: 'finance' })
  let decide = serveRequest(server, asked)
  server.answer(declineRefund, () => decide('declined'))
  await page.goto('/admin/payments?tab=approvals')
  await button('Decline').click()
  const question = page.getByRole('alertdialog', { name: 'Decline the refund of $1,500.00 to Acme Consulting?' })
  await expect(question).toContainText('Finn Reed can request the refund again.')
  await question.getByRole('button', { name: 'Not Now' }).click()
  await expect(button('Decline')).toBeFocused()
  await expectSent(declineRefund)
  await button('Decline').click()
  await question.getByRole('button', { name: 'Decline Refund' }).click()
  await expect(toastOf()).toContainText('Refund Declined')
  await expect(toastOf()).toContainText('No money was returned.')
  await expect(rowOf()).toHaveCount(0)

  decide = serveRequest(server, own)
  server.answer(withdrawRefund, () => decide('withdrawn'))
  await page.goto('/admin/payments?tab=approvals')
  await expect(rowOf()).toContainText('Requested by Ada Admin')
  await expect(button('Approve')).toHaveCount(0)
  await expect(button('Decline')).toHaveCount(0)
  await button('Withdraw').click()
  await expect(toastOf()).toContainText('Request Withdrawn')
  await expect(rowOf()).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
  await expect.poll(() => server.asked(withdrawRefund).map(({ params }) => params.id)).toEqual([own.id])
})

it('staff are offered what their role decides, and nobody a refund to themselves', tags('D44'), async () => {
  as({ ...adminMe, staffRole: 'read_only' })
  serveRequest(server, asked)
  await page.goto('/admin/payments?tab=approvals')
  await expect(rowOf()).toContainText('Requested by Finn Reed')
  await expect(rowOf().getByRole('button')).toHaveCount(0)
  as({ ...adminMe, staffRole: 'support' })
  await page.reload()
  await expect(rowOf()).toContainText('Your role decides up to $50.00. An owner or finance can decide this one.')
  await expect(rowOf().getByRole('button')).toHaveCount(0)
  server.answer(refundLimits, { support: 1500, supportLeft: 1500, secondPersonAbove: 200, refundedBefore: 0 })
  await page.reload()
  await expect(button('Approve')).toBeVisible()
  // Only those who approve all of them see on every page that one waits.
  await page.getByRole('tab', { name: 'Payments' }).click()
  await expect(page.getByRole('link', { name: 'Uplift: 120 minutes', exact: true })).toBeVisible()
  await expect(page.getByRole('link', { name: 'refund waits for approval' })).toHaveCount(0)
  await page.goto('/admin/payments?tab=approvals')
  as(adminMe)
  serveRequest(server, { ...asked, payer: { ...asked.payer, userId: ada.id, organizationId: null } })
  await page.reload()
  await expect(button('Decline')).toBeVisible()
  await expect(button('Approve')).toHaveCount(0)
})

it('the oldest requests come first, and the focus goes on with what is left', tags('D150'), async () => {
  servePayments(server)
  let rows = Array.from({ length: 53 }, (_, place) => ({ ...asked, id: crypto.randomUUID(), amount: 1500 + place }))
  server.answer(refundRequests, () => rows)
  server.answer(declineRefund, ({ params: { id } }) => {
    rows = rows.filter((row) => row.id !== id)
    return { ...asked, state: 'declined' as const }
  })
  await page.goto('/admin/payments?tab=approvals')
  await expect(page.getByRole('listitem').filter({ hasText: 'to Acme Consulting' })).toHaveCount(50)
  await expect(page.getByText('3 newer refunds will appear here once these are decided.')).toBeVisible()
  const listed = server.asked(refundRequests).map(({ query }) => query)
  expect(listed).toContainEqual(expect.objectContaining({ limit: 50, state: 'waiting', sort: 'requested' }))
  await button('Decline').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline Refund' }).click()
  await expect(page.getByText('2 newer refunds will appear here')).toBeVisible()
  await expect(page.getByText('Refunds waiting for approval')).toBeFocused()
})

it('a failed decision changes nothing and says so; a late one shows what is left', tags('D44 D161'), async () => {
  const decide = serveRequest(server, asked)
  server.break(declineRefund)
  await page.goto('/admin/payments?tab=approvals')
  await button('Decline').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline Refund' }).click()
  await expect(toastOf()).toContainText('Failed to save the decision')
  await expect(rowOf()).toHaveCount(1)
  server.refuse(approveRefund, 'already_decided')
  await button('Approve').click()
  decide('approved')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Approve Refund' }).click()
  await expect(toastOf()).toContainText('already decided')
  await expect(rowOf()).toHaveCount(0)
})
