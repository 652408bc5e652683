import { refundLimits, refundTransaction } from '#contract/billing/refunds.ts'
import { adjustPoolMinutes, adjustUserMinutes, userTransactions, type AdminUser } from '#contract/admin/users.ts'
import { act, rowsOf } from '../../kit/browser/admin.ts'
import { choose } from '../../kit/browser/choosing.ts'
import { closeToasts, toastOf } from '../../kit/browser/watch.ts'
import { expect, test } from '../fixtures.ts'
import { adminMe } from '../people.ts'
import { acme, ben, birch, member, openUsers, serveUsers, uplift } from './users.ts'

test('credits are given and taken with a reason, and a payment is refunded (D44, D153)', async ({
  page,
  server,
  as,
}) => {
  let user: AdminUser = ben
  as(adminMe)
  serveUsers(server, () => [user])
  await openUsers(page)
  await act(page, 'Ben Reed', 'Adjust Credits')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Minutes').fill('10001')
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(dialog.getByText('Please enter at most 10,000 minutes')).toBeVisible()
  await expect(dialog.getByText('Please give a reason')).toBeVisible()
  await choose(page, 'Change', 'Remove')
  await dialog.getByLabel('Minutes').fill('200')
  await dialog.getByLabel('Reason').fill('Booked twice')
  server.refuse(adjustUserMinutes, 'balance_too_low', { field: 'minutes' })
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(dialog.locator('form').getByText('Please enter fewer minutes.')).toBeVisible()
  await dialog.getByLabel('Minutes').fill('50')
  await closeToasts(page)
  server.answer(adjustUserMinutes, ({ body: { minutes } }) => {
    user = { ...ben, creditBalance: ben.creditBalance + minutes }
    return { success: true as const, creditBalance: user.creditBalance }
  })
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(toastOf(page)).toContainText('The balance is now 100 credits.')
  await expect(rowsOf(page)).toContainText(['100'])
  const sent = server.asked(adjustUserMinutes).map(({ body }) => body)
  expect(sent).toMatchObject([
    { minutes: -200, reason: 'Booked twice' },
    { minutes: -50, reason: 'Booked twice' },
  ])
  // A refused correction that is sent again with other figures is another correction.
  expect(new Set(sent.map(({ key }) => key)).size).toBe(2)
  await closeToasts(page)

  await act(page, 'Ben Reed', 'Refund a Payment')
  await dialog.getByRole('radio', { name: /Uplift: 120 minutes, \$25\.00, Nov 15, 2026, L-000001/ }).click()
  await dialog.getByLabel('Amount in dollars').fill('30')
  await dialog.getByLabel('Reason').fill('Asked by mail')
  await dialog.getByRole('button', { name: 'Refund Payment' }).click()
  await expect(dialog.getByText('At most $25.00 of this payment can be refunded', { exact: true })).toBeVisible()
  await dialog.getByLabel('Amount in dollars').fill('5')
  server.answer(refundTransaction, { id: uplift.id, amount: 5, status: 'pending', state: 'made' })
  await dialog.getByRole('button', { name: 'Refund Payment' }).click()
  await expect(toastOf(page)).toContainText('$5.00 will go back to the card.')
  expect(server.asked(refundTransaction)).toEqual([
    {
      params: { id: uplift.id },
      query: undefined,
      body: { amount: 5, reason: 'Asked by mail', key: expect.any(String) },
    },
  ])
})

test('a refund says before it is sent when someone else must approve it, and what a role can refund (D44)', async ({
  page,
  server,
  as,
}) => {
  as(adminMe)
  serveUsers(server, () => [ben])
  server.answer(refundLimits, { support: 10, secondPersonAbove: 40, refundedElsewhere: 25 })
  await openUsers(page)
  await act(page, 'Ben Reed', 'Refund a Payment')
  const dialog = page.getByRole('dialog')
  await expect(
    dialog.getByText(
      'Someone else must approve when the refunds of this payment, with the customer’s other refunds of the last 24 hours, add up to more than $40.00. So far, $25.00 has been refunded from other payments.',
    ),
  ).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Request Approval' })).toBeVisible()
  await dialog.getByLabel('Amount in dollars').fill('15')
  await expect(dialog.getByRole('button', { name: 'Refund Payment' })).toBeVisible()
  await dialog.getByLabel('Amount in dollars').fill('15.01')
  await dialog.getByLabel('Reason').fill('Charged twice')
  server.answer(refundTransaction, { id: uplift.id, amount: 15.01, status: 'waiting', state: 'waiting' })
  await dialog.getByRole('button', { name: 'Request Approval' }).click()
  await expect(toastOf(page)).toContainText('Someone else on the team must approve the refund of $15.01.')
  expect(server.asked(refundLimits).at(-1)?.query).toEqual({ transactionId: uplift.id })
  await closeToasts(page)

  as({ ...adminMe, staffRole: 'support' })
  await openUsers(page)
  await act(page, 'Ben Reed', 'Refund a Payment')
  await expect(dialog.getByLabel('Amount in dollars')).toHaveValue('10.00')
  await dialog.getByLabel('Amount in dollars').fill('11')
  await dialog.getByLabel('Reason').fill('Charged twice')
  await dialog.getByRole('button', { name: 'Refund Payment' }).click()
  await expect(dialog.getByText('Your role can refund at most $10.00 at once', { exact: true })).toBeVisible()
  expect(server.asked(refundTransaction)).toHaveLength(1)
})

test('a correction whose answer was lost is sent again under its key, and a pool can be chosen (D153)', async ({
  page,
  server,
  as,
}) => {
  as(adminMe)
  serveUsers(server, () => [member])
  await openUsers(page)
  await act(page, 'Ben Reed', 'Adjust Credits')
  const dialog = page.getByRole('dialog')
  await choose(page, 'Balance', `Pool of ${acme.name}`)
  await dialog.getByLabel('Minutes').fill('12')
  await dialog.getByLabel('Reason').fill('Good will')
  server.cut(adjustPoolMinutes)
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(toastOf(page)).toContainText('Failed to adjust credits')
  server.answer(adjustPoolMinutes, { success: true, creditBalance: 512 })
  await dialog.getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(toastOf(page)).toContainText('The balance is now 512 credits.')
  const [lost, again] = server.asked(adjustPoolMinutes)
  expect(lost?.params.id).toBe(String(acme.id))
  expect(again?.body).toEqual(lost?.body)
})

test('a refund keeps its key until the server refuses it, and every form has its own (D44)', async ({
  page,
  server,
  as,
}) => {
  as(adminMe)
  serveUsers(server, () => [ben])
  await openUsers(page)
  const dialog = page.getByRole('dialog')
  const refund = dialog.getByRole('button', { name: 'Refund Payment' })
  const keys = () => server.asked(refundTransaction).map(({ body }) => body.key)
  await act(page, 'Ben Reed', 'Refund a Payment')
  await dialog.getByLabel('Reason').fill('Asked by mail')
  server.cut(refundTransaction)
  await refund.click()
  await expect(toastOf(page)).toContainText('Please try again from this form. The payment will not be refunded twice.')
  server.refuse(refundTransaction, 'payment_unavailable')
  await refund.click()
  await expect(toastOf(page)).toContainText('will be sent automatically within the hour')
  server.refuse(refundTransaction, 'refund_refused')
  await refund.click()
  await expect(toastOf(page)).toContainText('Please check whether the payment is disputed.')
  server.answer(refundTransaction, { id: uplift.id, amount: 25, status: 'succeeded', state: 'made' })
  await refund.click()
  await expect(toastOf(page)).toContainText('$25.00 will go back to the card.')
  const [lost, away, refused, made] = keys()
  expect([away, refused]).toEqual([lost, lost])
  expect(made).not.toBe(lost)
  await closeToasts(page)
  await act(page, 'Ben Reed', 'Refund a Payment')
  await dialog.getByLabel('Reason').fill('Asked by mail')
  await refund.click()
  await expect(toastOf(page)).toContainText('$25.00 will go back to the card.')
  expect(new Set(keys()).size).toBe(3)
})

test('payments of organizations are refunded there, not in the dialog of a user', async ({ page, server, as }) => {
  as(adminMe)
  serveUsers(server, () => [member])
  server.answer(userTransactions, [])
  await page.goto('/admin?tab=users')
  await act(page, 'Ben Reed', 'Refund a Payment')
  await expect(page.getByText('Nothing to refund')).toBeVisible()
  await expect(page.getByRole('dialog')).toContainText(
    `Payments by ${acme.name}, ${birch.name} are refunded under Organizations.`,
  )
})
