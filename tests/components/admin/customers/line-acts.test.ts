import * as calls from '#contract/admin/customers.ts'
import { userTransactions } from '#contract/admin/users.ts'
import { refundTransaction } from '#contract/billing/refunds.ts'
import { ben, uplift } from '#tests/pages/admin/users.ts'
import { benPage, live, payment, serveCustomers, talk } from '#tests/pages/admin/customers/customers.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { expectSent, toastOf } from '#tests/components/admin/panel.ts'

beforeEach(() => {
  as(adminMe)
  serveCustomers(server)
})

/** What can be done about a line of a customer's timeline, and what is said when it fails. */

const address = `/admin/users/${ben.id}`

it('a payment is refunded from its line, which then offers no refund', tags('D44'), async () => {
  let refundable = payment.amount
  serveCustomers(server, () => [{ ...payment, refundable }])
  server.answer(userTransactions, [uplift, { ...uplift, id: 'another', description: 'Another' }])
  server.answer(refundTransaction, ({ body: { amount = 0 } }) => {
    refundable -= amount
    return { id: uplift.id, amount, status: 'succeeded', state: 'made' as const }
  })
  await page.goto(address)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Refund a Payment' })
  await expect(dialog.getByRole('radio')).toHaveCount(1)
  await dialog.getByLabel('Reason').fill('Asked by mail')
  await dialog.getByRole('button', { name: 'Refund Payment' }).click()
  await expect(toastOf()).toContainText('$25.00 will go back to the card.')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Refund', exact: true })).toHaveCount(0)
  await expect
    .poll(() => server.asked(refundTransaction))
    .toMatchObject([{ params: { id: uplift.id }, body: { amount: 25, reason: 'Asked by mail' } }])
})

it('a live conversation is ended from its line, which then shows what was charged', async () => {
  let isOver = false
  serveCustomers(server, () => [isOver ? talk : { ...live, id: talk.id }])
  const talking = { id: live.id, agentName: live.agentName, person: live.person, startedAt: live.at }
  server.answer(calls.customer, { ...benPage, live: [talking] })
  server.answer(calls.endLiveConversation, () => {
    isOver = true
    return { success: true as const, chargedSeconds: 41 }
  })
  await page.goto(address)
  await expect(page.getByText('Ben Reed has been talking with Customer Care Coach since')).toBeVisible()
  await page.getByRole('button', { name: 'End the conversation' }).click()
  const question = page.getByRole('alertdialog', { name: 'End Ben Reed’s conversation?' })
  await question.getByRole('button', { name: 'End Conversation' }).click()
  await expect(toastOf().filter({ hasText: 'Conversation Ended' })).toContainText('0:41 was charged.')
  await expect(page.getByRole('button', { name: 'Credit 0:41 back' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'End the conversation' })).toHaveCount(0)
  await expect.poll(() => server.asked(calls.endLiveConversation).map(({ params }) => params.id)).toEqual([talk.id])
})

it('a refund and a credit that are refused keep their dialogs and say why', tags('D44 D153'), async () => {
  server.answer(userTransactions, [uplift])
  server.refuse(refundTransaction, 'refund_refused')
  server.refuse(calls.creditConversation, 'already_credited')
  await page.goto(address)
  await page.getByRole('button', { name: 'Refund', exact: true }).click()
  const refund = page.getByRole('dialog', { name: 'Refund a Payment' })
  await refund.getByLabel('Reason').fill('Asked by mail')
  await refund.getByRole('button', { name: 'Refund Payment' }).click()
  await expect(toastOf().filter({ hasText: 'Failed to refund' })).toContainText('refused this refund')
  await expect(refund.getByLabel('Reason')).toHaveValue('Asked by mail')
  await refund.getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Credit 0:41 back' }).click()
  const credit = page.getByRole('dialog', { name: 'Credit Time Back' })
  await credit.getByRole('button', { name: 'Credit Back' }).click()
  await expect(toastOf().filter({ hasText: 'Failed to give time back' })).toContainText(
    'Time was already given back for this conversation.',
  )
  await expect(credit.getByLabel('Time')).toHaveValue('0:41')
})

it('an act whose answer is lost may have been made, and what was written stays', async () => {
  serveCustomers(server, () => [live])
  const note = { id: '1', text: 'Pays late', author: 'Ada Reed', isOwn: true, createdAt: talk.at }
  server.answer(calls.customer, { ...benPage, notes: [note] })
  for (const call of [
    calls.addCustomerNote,
    calls.deleteCustomerNote,
    calls.signOutCustomer,
    calls.endLiveConversation,
  ])
    server.cut(call)
  await page.goto(address)
  const failed = (title: string) => toastOf().filter({ hasText: title })
  await page.getByLabel('New note').fill('Prefers to be called')
  await page.getByRole('button', { name: 'Add Note' }).click()
  const unknown = "We didn't get an answer. The change may have been made, so please check before you try again."
  await expect(failed('Failed to add the note')).toContainText(unknown)
  await expect(page.getByLabel('New note')).toHaveValue('Prefers to be called')
  await page.getByRole('button', { name: 'Delete the note: Pays late' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Note' }).click()
  await expect(failed('Failed to delete the note')).toContainText(unknown)
  await expect(page.getByText('Pays late', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out Everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign Out' }).click()
  await expect(failed('Failed to sign out')).toContainText(unknown)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep Signed In' }).click()
  await page.getByRole('button', { name: 'End the conversation' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'End Conversation' }).click()
  await expect(failed('Failed to end the conversation')).toContainText(unknown)
  // The question stays for another try.
  await expect(page.getByRole('alertdialog', { name: 'End Ben Reed’s conversation?' })).toBeVisible()
})

it('notes are for the team: their writer deletes them after a question', tags('D188'), async () => {
  const note = { id: '1', text: 'Prefers to be called', author: 'Ada Reed', isOwn: true, createdAt: talk.at }
  let notes = [{ ...note, id: '2', text: 'Pays late', author: 'Cleo Reed', isOwn: false }]
  server.answer(calls.customer, () => ({ ...benPage, notes }))
  server.answer(calls.addCustomerNote, () => {
    notes = [note, ...notes]
    return note
  })
  server.answer(calls.deleteCustomerNote, () => {
    notes = notes.slice(1)
    return { success: true as const }
  })
  await page.goto(address)
  await page.getByLabel('New note').fill('Prefers to be called')
  await page.getByRole('button', { name: 'Add Note' }).click()
  const list = page.getByRole('list', { name: 'Notes' }).getByRole('listitem')
  await expect(list).toHaveCount(2)
  await expect(toastOf()).toContainText('Note Added')
  await expect(page.getByLabel('New note')).toHaveValue('')
  await expect(page.getByLabel('New note')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Delete the note' })).toHaveCount(1)
  const remove = page.getByRole('button', { name: 'Delete the note: Prefers to be called' })
  await remove.click()
  const question = page.getByRole('alertdialog', { name: 'Delete this note?' })
  await expect(question).toContainText('“Prefers to be called” will be gone for the whole team.')
  await question.getByRole('button', { name: 'Keep Note' }).click()
  await expect(remove).toBeFocused()
  await expectSent(calls.deleteCustomerNote)
  await remove.click()
  await question.getByRole('button', { name: 'Delete Note' }).click()
  await expect(list).toHaveCount(1)
  await expect(question).toHaveCount(0)
  await expect(page.getByLabel('New note')).toBeFocused()
})

it('a subscription is ended with a reason, once it says what happens', tags('D206'), async () => {
  let state: 'grace' | 'renews' | 'ends' = 'grace'
  server.answer(calls.customer, () => ({ ...benPage, plan: benPage.plan && { ...benPage.plan, state } }))
  await page.goto(address)
  const end = page.getByRole('button', { name: 'End Subscription' })
  await end.click()
  const dialog = page.getByRole('dialog', { name: 'End Ben Reed’s subscription?' })
  await expect(dialog).toContainText('Access ends at once, and the open payment is no longer charged.')
  await dialog.getByRole('button', { name: 'Keep Subscription' }).click()
  await expect(end).toBeFocused()
  state = 'renews'
  await page.reload()
  await end.click()
  await expect(dialog).toContainText('They keep access until Dec 22, 2026 and are not charged again.')
  await dialog.getByRole('button', { name: 'End Subscription' }).click()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await dialog.getByLabel('Reason').fill('Asked by mail')
  server.refuse(calls.endSubscription, 'payment_unavailable')
  await dialog.getByRole('button', { name: 'End Subscription' }).click()
  await expect(toastOf()).toContainText('The subscription goes on.')
  server.answer(calls.endSubscription, () => {
    state = 'ends'
    return { success: true as const, accessEndsAt: '2026-12-22T08:00:00.000Z' }
  })
  await dialog.getByRole('button', { name: 'End Subscription' }).click()
  await expect(toastOf().filter({ hasText: 'Subscription Ended' })).toContainText('Nothing more is charged.')
  await expect(end).toHaveCount(0)
  const sent = { params: { id: ben.id }, body: { reason: 'Asked by mail' } }
  await expect.poll(() => server.asked(calls.endSubscription)).toMatchObject([sent, sent])
  as({ ...adminMe, staffRole: 'read_only' })
  state = 'renews'
  await page.reload()
  await expect(page.getByText('Renews on Dec 22, 2026 for $2.97')).toBeVisible()
  await expect(end).toHaveCount(0)
})
