import { adminPayments } from '#contract/admin/payments.ts'
import { expectAccessible } from '../../../kit/browser/accessible.ts'
import { rowsOf } from '../../../kit/browser/admin.ts'
import { expect, test } from '../../fixtures.ts'
import { adminMe } from '../../people.ts'
import { disputed, paid, servePayments } from './payments.ts'

test('payments, debts, disputes and findings are accessible, empty, full and with their dialogs', async ({
  page,
  server,
  as,
}) => {
  as(adminMe)
  servePayments(server)
  for (const [tab, act] of [
    ['payments', null],
    ['debts', 'Forgive: Ben Reed, $15.47'],
    ['disputes', null],
    ['findings', 'Accept: pi_lost'],
  ] as const) {
    await page.goto(`/admin/payments?tab=${tab}`)
    await expect(rowsOf(page).first()).toBeVisible()
    await expectAccessible(page)
    if (!act) continue
    await page.getByRole('button', { name: act }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page)
  }
  server.answer(adminPayments, [])
  await page.goto('/admin/payments')
  await expect(page.getByText('No payments yet')).toBeVisible()
  await expectAccessible(page)
})

test('one payment and one dispute are accessible', async ({ page, server, as }) => {
  as(adminMe)
  servePayments(server)
  await page.goto(`/admin/payments/${paid.id}`)
  await expect(page.getByText('They agree')).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/admin/payments/disputes/${disputed.id}`)
  await expect(page.getByLabel('Your statement')).toBeVisible()
  await expectAccessible(page)
})
