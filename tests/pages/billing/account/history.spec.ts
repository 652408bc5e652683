import { readFile } from 'node:fs/promises'
import { transactions } from '#contract/billing/account.ts'
import type { Answer } from '#contract/call.ts'
import { receipt } from '#contract/billing/receipts.ts'
import { cardOf } from '../../../kit/browser/account.ts'
import { expectNoSidewaysScrolling } from '../../../kit/browser/accessible.ts'
import { as, expect, page, type Page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { firstPackage, openAccount, serveAccount } from './account.ts'
import { packageReceipt } from './receipts.ts'

type Transactions = Answer<typeof transactions>

const month = {
  ...firstPackage,
  id: '0d4c7f8e-0001-4a61-8f0e-6f2f3b1c0002',
  type: 'subscription',
  description: 'Starter Monthly',
  amount: 2.97,
  creditsAdded: 30,
  receiptNumber: 'L-000002',
} satisfies Transactions[number]

const launch = {
  ...firstPackage,
  id: '0d4c7f8e-0001-4a61-8f0e-6f2f3b1c0003',
  description: 'Launch package, 60 minutes',
  createdAt: '2026-11-20T23:30:00.000Z',
  amount: 15,
  creditsAdded: 60,
  stripePaymentIntentId: 'pi_2',
  receiptNumber: 'L-000003',
} satisfies Transactions[number]

const refund = {
  ...firstPackage,
  id: '0d4c7f8e-0001-4a61-8f0e-6f2f3b1c0004',
  description: 'Refund: Uplift package, 120 minutes',
  createdAt: '2026-11-21T08:00:00.000Z',
  amount: -25,
  creditsAdded: -117.5,
  receiptNumber: 'L-000004',
} satisfies Transactions[number]

test.beforeEach(() => {
  as(subscriberMe)
  serveAccount(server)
})

async function downloadTable(page: Page): Promise<{ name: string; text: string }> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const download = await downloading
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
}

test('the history lists payments and refunds as reported, and each row leads to its receipt (S101, S143, S237, D43)', async () => {
  server.answer(transactions, [refund, launch, firstPackage, month])
  server.answer(receipt, packageReceipt)
  await openAccount(page)
  const history = cardOf(page, 'Transaction History')
  await expect(history.getByRole('row')).toHaveText([
    'DateTypeDescriptionCreditsAmountReceipt',
    'Nov 21, 2026CreditsRefund: Uplift package, 120 minutes−117.50 minutes−$25.00Receipt L-000004',
    'Nov 21, 2026CreditsLaunch package, 60 minutes60 minutes$15.00Receipt L-000003',
    'Nov 15, 2026CreditsUplift package, 120 minutes120 minutes$25.00Receipt L-000001',
    'Nov 15, 2026SubscriptionStarter Monthly30 minutes$2.97Receipt L-000002',
  ])
  await history.getByRole('row').nth(3).getByRole('link').click()
  await expect(page).toHaveURL(`/account/receipts/${firstPackage.id}`)
  await expect(page.getByRole('heading', { name: 'Receipt L-000001' })).toBeFocused()
  expect(server.asked(receipt).map(({ params }) => params)).toEqual([{ id: firstPackage.id }])
})

test('everything can be saved as a table for spreadsheets', tagged('D43'), async () => {
  server.answer(transactions, [launch, { ...month, stripePaymentIntentId: null }])
  await page.clock.install({ time: '2026-11-22T10:00:00Z' })
  await openAccount(page)
  expect(await downloadTable(page)).toEqual({
    name: 'luna-transactions-2026-11-22.csv',
    text:
      '\uFEFFDate (UTC),Type,Description,Amount (USD),Credits (minutes),Receipt,Payment\r\n' +
      '2026-11-20T23:30:00.000Z,Credits,"Launch package, 60 minutes",15.00,60,L-000003,pi_2\r\n' +
      '2026-11-15T08:00:00.000Z,Subscription,Starter Monthly,2.97,30,L-000002,\r\n',
  })
})

test('a long history has pages, and fits a phone', tagged('D43'), async () => {
  const rows = Array.from({ length: 30 }, (_, index) => ({
    ...firstPackage,
    id: `0d4c7f8e-0002-4a61-8f0e-6f2f3b1c00${String(index).padStart(2, '0')}`,
    receiptNumber: `L-0001${String(30 - index).padStart(2, '0')}`,
  }))
  server.answer(transactions, rows)
  await page.setViewportSize({ width: 320, height: 720 })
  await openAccount(page)
  const history = cardOf(page, 'Transaction History')
  await expect(history).toContainText('Page 1 of 2')
  await expectNoSidewaysScrolling(page)
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(history.getByRole('row')).toHaveCount(26)
  await expect(history.getByRole('row').last()).toContainText('L-000106')
  await history.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/account?page=2')
  await expect(history.getByRole('row')).toHaveCount(6)
  await expect(history.getByRole('row').nth(1)).toContainText('L-000105')
  await page.goto('/account?page=99')
  await expect(history).toContainText('Page 2 of 2')
  const { text } = await downloadTable(page)
  expect(text.trimEnd().split('\r\n')).toHaveLength(31)
})
