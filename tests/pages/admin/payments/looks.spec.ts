import { adminDebts } from '#contract/admin/debts.ts'
import { disputes } from '#contract/admin/disputes.ts'
import { findings } from '#contract/admin/findings.ts'
import { adminPayments } from '#contract/admin/payments.ts'
import { expectAccessible } from '../../../kit/browser/accessible.ts'
import { rowsOf } from '../../../kit/browser/admin.ts'
import { expect, test } from '../../fixtures.ts'
import { adminMe } from '../../people.ts'
import { disputed, paid, servePayments } from './payments.ts'

const tabs = [
  { tab: 'payments', call: adminPayments, act: null, empty: 'once somebody opens a checkout' },
  { tab: 'debts', call: adminDebts, act: 'Forgive: Ben Reed, $15.47', empty: 'a payment that their bank took back' },
  { tab: 'disputes', call: disputes, act: null, empty: 'asks their bank to take a payment back' },
  { tab: 'findings', call: findings, act: 'Accept: pi_lost', empty: 'found nothing that it could not settle' },
] as const

for (const { tab, call, act, empty } of tabs) {
  test(`${tab} are accessible, full and empty${act ? ', and with their dialog' : ''}`, async ({ page, server, as }) => {
    as(adminMe)
    servePayments(server)
    await page.goto(`/admin/payments?tab=${tab}`)
    await expect(rowsOf(page).first()).toBeVisible()
    await expectAccessible(page)
    if (act) {
      await page.getByRole('button', { name: act }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
    }
    server.answer(call, [])
    await page.goto(`/admin/payments?tab=${tab}`)
    await expect(page.getByText(empty)).toBeVisible()
    await expectAccessible(page)
  })
}

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
