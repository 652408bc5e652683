import { customer, endSubscription } from '#contract/admin/customers.ts'
import { refundLimits, refundTransaction } from '#contract/billing/refunds.ts'
import { adjustPoolMinutes, adjustUserMinutes, type AdminUser, userTransactions } from '#contract/admin/users.ts'
import { benPage } from '#tests/pages/admin/customers/customers.ts'
import { acme, ben, birch, member, serveUsers, uplift } from '#tests/pages/admin/users.ts'
import { adminMe, as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { act, choose, closeToasts, expectAsked, expectQuery, expectSent } from '#tests/components/admin/panel.ts'
import { openTab, openUsers, rowsOf, toastOf } from '#tests/components/admin/panel.ts'

beforeEach(() => as(adminMe))

it('credits are given and taken with a reason, and a payment is refunded', tags('D44 D153'), async () => {
  let user: AdminUser = ben
  await openUsers(() => [user])
  await act('Ben Reed', 'Adjust Credits')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Minutes').fill('10001')
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(dialog.getByText('Please enter at most 10,000 minutes')).toBeVisible()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await choose('Change', 'Remove')
  await dialog.getByLabel('Minutes').fill('200')
  await dialog.getByLabel('Reason').fill('Booked twice')
  server.refuse(adjustUserMinutes, 'balance_too_low', { field: 'minutes' })
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(dialog.locator('form').getByText('Please enter fewer minutes.')).toBeVisible()
  await dialog.getByLabel('Minutes').fill('50')
  await closeToasts()
  server.answer(adjustUserMinutes, ({ body: { minutes } }) => {
    user = { ...ben, creditBalance: ben.creditBalance + minutes }
    return { success: true as const, creditBalance: user.creditBalance }
  })
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(toastOf()).toContainText('The balance is now 100 credits.')
  await expect(rowsOf()).toContainText(['100'])
  const sent = server.asked(adjustUserMinutes).map(({ body }) => body)
  expect(sent).toMatchObject([
    { minutes: -200, reason: 'Booked twice' },
    { minutes: -50, reason: 'Booked twice' },
  ])
  // A refused correction that is sent again with other figures is another correction.
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
  await closeToasts()

  await act('Ben Reed', 'Refund a Payment')
  await dialog.getByRole('radio', { name: /Uplift: 120 minutes, \$25\.00, Nov 15, 2026, L-000001/ }).click()
  await dialog.getByLabel('Amount in dollars').fill('30')
  await dialog.getByLabel('Reason').fill('Asked by mail')
  await dialog.getByRole('button', { name: 'Refund Payment' }).click()
  await expect(dialog.getByText('At most $25.00 of this payment can be refunded', { exact: true })).toBeVisible()
  await dialog.getByLabel('Amount in dollars').fill('5')
  server.answer(refundTransaction, { id: uplift.id, amount: 5, status: 'pending', state: 'made' })
  await dialog.getByRole('button', { name: 'Refund Payment' }).click()
  await expect(toastOf()).toContainText('$5.00 will go back to the card.')
  const body = { amount: 5, reason: 'Asked by mail', key: expect.any(String) as string }
  await expectAsked(refundTransaction, [{ id: uplift.id }, body])
})

it('a refund tells the role’s limit and the need for an approval before it is sent', tags('D44'), async () => {
  serveUsers(server, () => [ben])
  const limits = { support: 10, supportLeft: 4, secondPersonAbove: 40, refundedBefore: 25 }
  server.answer(refundLimits, limits)
  await openTab('users')
  await act('Ben Reed', 'Refund a Payment')
  const dialog = page.getByRole('dialog')
  await expect(
    dialog.getByText(
      'You can refund $15.00 without approval. Someone else must approve more, because the refunds of this payment and of the last 24 hours would add up to more than $40.00.',
    ),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Request Approval' })).toBeVisible()
  await dialog.getByLabel('Amount in dollars').fill('15')
  await expect(dialog.getByRole('button', { name: 'Refund Payment' })).toBeVisible()
  await dialog.getByLabel('Amount in dollars').fill('15.01')
  await dialog.getByLabel('Reason').fill('Charged twice')
  server.answer(refundTransaction, { id: uplift.id, amount: 15.01, status: 'waiting', state: 'waiting' })
  await dialog.getByRole('button', { name: 'Request Approval' }).click()
  await expect(toastOf()).toContainText('Someone else on the team must approve the refund of $15.01.')
  await expectQuery(refundLimits, { transactionId: uplift.id })
  await closeToasts()

  as({ ...adminMe, staffRole: 'support' })
  await openTab('users')
  await act('Ben Reed', 'Refund a Payment')
  await expect(dialog.getByLabel('Amount in dollars')).toHaveValue('4.00')
  await expect(dialog.getByRole('button', { name: 'Refund Payment' })).toBeVisible()
  const why = 'An owner or finance must approve more, because your role can give each customer $10.00 within 24 hours.'
  await expect(dialog).toContainText(`You can refund $4.00 without approval. ${why}`)
  await dialog.getByLabel('Amount in dollars').fill('5')
  await dialog.getByLabel('Reason').fill('Charged twice')
  await dialog.getByRole('button', { name: 'Request Approval' }).click()
  await expect(toastOf()).toContainText('Approval Requested')
  await expect.poll(() => server.asked(refundTransaction).map(({ body }) => body.amount)).toEqual([15.01, 5])
})

it('a refund of a whole month offers to end the subscription, too', tags('D206'), async () => {
  const month = {
    ...uplift,
    type: 'subscription' as const,
    description: 'Starter Monthly',
    amount: 2.97,
    refundable: 2.97,
  }
  await openUsers()
  server.answer(customer, benPage)
  server.answer(userTransactions, [month])
  server.answer(refundTransaction, { id: month.id, amount: 2.97, status: 'pending', state: 'made' })
  server.answer(endSubscription, { success: true, accessEndsAt: '2026-12-22T08:00:00.000Z' })
  const dialog = page.getByRole('dialog')
  const box = dialog.getByRole('checkbox', { name: 'End the subscription, too' })
  await act('Ben Reed', 'Refund a Payment')
  await expect(dialog).toContainText('Otherwise it renews on Dec 22, 2026 for $2.97.')
  await box.click()
  await dialog.getByLabel('Amount in dollars').fill('1')
  await expect(box).toHaveCount(0)
  await dialog.getByLabel('Amount in dollars').fill('2.97')
  await dialog.getByLabel('Reason').fill('Never used')
  // The box came back unchecked.
  await dialog.getByRole('button', { name: 'Refund Payment' }).click()
  await expect(toastOf()).toContainText('Payment Refunded')
  await closeToasts()
  await expectSent(endSubscription)
  server.answer(refundTransaction, () => {
    server.answer(userTransactions, [{ ...month, refundable: 0 }])
    return { id: month.id, amount: 2.97, status: 'pending', state: 'made' as const }
  })
  await act('Ben Reed', 'Refund a Payment')
  await box.click()
  await dialog.getByLabel('Reason').fill('Never used')
  await dialog.getByRole('button', { name: 'Refund Payment' }).click()
  await expect(toastOf()).toContainText('$2.97 will go back to the card. Access goes on until Dec 22, 2026.')
  await expectAsked(endSubscription, [{ id: ben.id }, { reason: 'Never used' }])
})

it('a correction whose answer was lost is sent again under its key', tags('D153'), async () => {
  await openUsers(() => [member])
  await act('Ben Reed', 'Adjust Credits')
  const dialog = page.getByRole('dialog')
  await choose('Balance', `Pool of ${acme.name}`)
  await dialog.getByLabel('Minutes').fill('12')
  await dialog.getByLabel('Reason').fill('Good will')
  server.cut(adjustPoolMinutes)
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(toastOf()).toContainText('Failed to adjust credits')
  server.answer(adjustPoolMinutes, { success: true, creditBalance: 512 })
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(toastOf()).toContainText('The balance is now 512 credits.')
  const [lost, again] = server.asked(adjustPoolMinutes)
  expect(lost?.params.id).toBe(String(acme.id))
  expect(again?.body).toEqual(lost?.body)
})

it('a refund keeps its key until the server refuses it, and every form has its own', tags('D44'), async () => {
  await openUsers()
  const dialog = page.getByRole('dialog')
  const refund = dialog.getByRole('button', { name: 'Refund Payment' })
  const keys = () => server.asked(refundTransaction).map(({ body }) => body.key)
  await act('Ben Reed', 'Refund a Payment')
  await dialog.getByLabel('Reason').fill('Asked by mail')
  server.cut(refundTransaction)
  await refund.click()
  await expect(toastOf()).toContainText('Please try again from this form. The payment will not be refunded twice.')
  server.refuse(refundTransaction, 'payment_unavailable')
  await refund.click()
  await expect(toastOf()).toContainText('will be sent automatically within the hour')
  server.refuse(refundTransaction, 'refund_refused')
  await refund.click()
  await expect(toastOf()).toContainText('Please check whether the payment is disputed.')
  server.answer(refundTransaction, { id: uplift.id, amount: 25, status: 'succeeded', state: 'made' })
  await refund.click()
  await expect(toastOf()).toContainText('$25.00 will go back to the card.')
  const [lost, away, refused, made] = keys()
  expect([away, refused]).toEqual([lost, lost])
  expect(made).not.toBe(lost)
  await closeToasts()
  await act('Ben Reed', 'Refund a Payment')
  await dialog.getByLabel('Reason').fill('Asked by mail')
  await refund.click()
  await expect(toastOf()).toContainText('$25.00 will go back to the card.')
  expect(new Set(keys()).size).toBe(3)
})

it('without payments of their own there is nothing to refund here', async () => {
  serveUsers(server, () => [member])
  server.answer(userTransactions, [])
  await openTab('users')
  await act('Ben Reed', 'Refund a Payment')
  await expect(page.getByText('Nothing to refund')).toBeVisible()
  const said = `Payments by ${acme.name}, ${birch.name} are refunded under Organizations.`
  await expect(page.getByRole('dialog')).toContainText(said)
  server.answer(userTransactions, [{ ...uplift, refundable: 0, waiting: 25 }])
  await page.reload()
  await act('Ben Reed', 'Refund a Payment')
  await expect(page.getByRole('dialog')).toContainText('A refund of $25.00 waits for approval under Payments.')
})
