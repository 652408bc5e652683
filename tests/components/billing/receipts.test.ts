import { transactions } from '#contract/billing/account.ts'
import { receipt } from '#contract/billing/receipts.ts'
import type { Answer } from '#contract/call.ts'
import { myConversation } from '#contract/conversations/voice.ts'
import { minutes } from '#contract/ledger/minutes.ts'
import { refusals } from '#server/kernel/problem.ts'
import { as, beforeEach, expect, it, page, server, tags } from '#tests/components.ts'
import { banner, cardOf, click, downloadList, heading, main } from '#tests/components/words.ts'
import { firstPackage, serveAccount } from '#tests/pages/billing/account/account.ts'
import { packageReceipt } from '#tests/pages/billing/account/receipts.ts'
import { hoursBefore, serveDashboard, talk } from '#tests/pages/conversations/home.ts'
import { subscriberMe } from '#tests/pages/people.ts'
import { fakeOf } from '#tests/pages/fake-answer.ts'

type Row = Answer<typeof transactions>[number]

const idOf = (number: number) => `0d4c7f8e-0001-4a61-8f0e-6f2f3b1c${String(number).padStart(4, '0')}`
const description = 'Platform access'
const month = {
  ...firstPackage,
  id: idOf(2),
  type: 'subscription',
  description,
  amount: 2.97,
  creditsAdded: 30,
  receiptNumber: 'L-000002',
} satisfies Row
const launch = {
  ...firstPackage,
  id: idOf(3),
  description: 'Launch package, 60 minutes',
  createdAt: '2026-11-20T23:30:00.000Z',
  amount: 15,
  creditsAdded: 60,
  stripePaymentIntentId: 'pi_2',
  receiptNumber: 'L-000003',
} satisfies Row
const refund = {
  ...firstPackage,
  id: idOf(4),
  description: 'Refund: Uplift package, 120 minutes',
  createdAt: '2026-11-21T08:00:00.000Z',
  amount: -25,
  creditsAdded: -117.5,
  receiptNumber: 'L-000004',
} satisfies Row

const rows = () => page.getByRole('row')
const history = () => cardOf('Transaction History')
const fact = (label: string) => main().locator('dl > div').filter({ hasText: label }).locator('dd')

beforeEach(() => {
  as(subscriberMe)
  serveAccount(server)
  server.answer(receipt, packageReceipt)
})

it('the history lists payments and refunds, and is saved as a table', tags('S101 S143 S237 D43'), async () => {
  server.answer(transactions, [refund, launch, firstPackage, { ...month, stripePaymentIntentId: null }])
  await page.goto('/account')
  await expect(history().getByRole('row')).toHaveText([
    'DateTypeDescriptionCreditsAmountReceipt',
    'Nov 21, 2026CreditsRefund: Uplift package, 120 minutes−117.50 minutes−$25.00Receipt L-000004',
    'Nov 21, 2026CreditsLaunch package, 60 minutes60 minutes$15.00Receipt L-000003',
    'Nov 15, 2026CreditsUplift package, 120 minutes120 minutes$25.00Receipt L-000001',
    'Nov 15, 2026SubscriptionPlatform access30 minutes$2.97Receipt L-000002',
  ])
  const lines = await downloadList()
  expect(lines.toSpliced(1, 1).toSpliced(2, 1)).toEqual([
    'Date (UTC),Type,Description,Amount (USD),Credits (minutes),Receipt,Payment',
    '2026-11-20T23:30:00.000Z,Credits,"Launch package, 60 minutes",15.00,60,L-000003,pi_2',
    '2026-11-15T08:00:00.000Z,Subscription,Platform access,2.97,30,L-000002,',
  ])
  await history().getByRole('row').nth(3).getByRole('link').click()
  await expect(page).toHaveURL(`/account/receipts/${firstPackage.id}`)
  await expect(heading('Receipt L-000001')).toBeFocused()
  expect(server.asked(receipt).map(({ params }) => params)).toEqual([{ id: firstPackage.id }])
})

it('a long history has pages, and its table has everything', tags('D43'), async () => {
  const receiptNumber = (index: number) => `L-0001${String(30 - index).padStart(2, '0')}`
  server.answer(
    transactions,
    Array.from({ length: 30 }, (_, at) => ({ ...firstPackage, id: idOf(100 + at), receiptNumber: receiptNumber(at) })),
  )
  await page.goto('/account')
  await expect(history()).toContainText('Page 1 of 2')
  await expect(history().getByRole('row')).toHaveCount(26)
  await expect(history().getByRole('row').last()).toContainText('L-000106')
  await history().getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/account?page=2')
  await expect(history().getByRole('row')).toHaveCount(6)
  await expect(history().getByRole('row').nth(1)).toContainText('L-000105')
  await page.goto('/account?page=99')
  await expect(history()).toContainText('Page 2 of 2')
  expect(await downloadList()).toHaveLength(31)
})

it('a receipt says who paid what to whom with which card', tags('D43'), async () => {
  server.answer(receipt, { ...packageReceipt, ...month, periodEndsAt: '2026-12-15T08:00:00.000Z' })
  await page.goto(`/account/receipts/${month.id}`)
  await expect(heading('Receipt L-000002')).toBeVisible()
  for (const [label, text] of [
    ['Number', 'L-000002'],
    ['Date', 'Nov 15, 2026'],
    ['From', 'Lunahelp@luna.test'],
    ['To', 'Robin Reedrobin.reed@example.com'],
    ['Paid with', 'Visa ending in 4242'],
    ['Covers', 'Platform access until Dec 15, 2026'],
  ] as const)
    await expect(fact(label)).toHaveText(text)
  await expect(rows()).toHaveText(['DescriptionMinutesAmount (USD)', 'Platform access30$2.97', 'Total paid$2.97'])
  await page.getByRole('link', { name: 'Account' }).first().click()
  await expect(page).toHaveURL('/account')
})

it('the receipt of a refund leads to that of its payment; others are not found', tags('D43'), async () => {
  const refundOf = { id: packageReceipt.id, receiptNumber: 'L-000001' }
  server.answer(receipt, ({ params: { id } }) =>
    id === packageReceipt.id ? packageReceipt : { ...packageReceipt, ...refund, refundOf },
  )
  await page.goto(`/account/receipts/${refund.id}`)
  await expect(fact('Paid back to')).toHaveText('Visa ending in 4242')
  await expect(rows()).toHaveText([
    'DescriptionMinutesAmount (USD)',
    'Refund: Uplift package, 120 minutes−117.50−$25.00',
    'Total paid back−$25.00',
  ])
  await fact('Refund of').getByRole('link', { name: 'Receipt L-000001' }).click()
  await expect(rows().last()).toHaveText('Total paid$25.00')

  // An invalid id is refused like an unknown address.
  for (const refuse of [
    () => server.refuse(receipt, 'receipt_not_found'),
    () => server.refuseWith(receipt, refusals.notFound()),
  ]) {
    refuse()
    await page.goto('/account/receipts/nothing')
    await expect(heading('Receipt not found')).toBeVisible()
    await expect(main()).toContainText("We couldn't find this receipt.")
  }
  await expect(page.getByRole('link', { name: 'Back to Account' })).toHaveAttribute('href', '/account')
})

const usage = fakeOf(minutes, {
  id: idOf(203),
  number: 3,
  at: hoursBefore(2),
  what: 'Session with Mindset Coach',
  change: -1.5,
  changeSeconds: -90,
  balanceBefore: 150,
  balanceAfter: 148.5,
  sessionId: talk('Mindset Coach', 2, 90).id,
})

const uplift = {
  ...usage,
  id: idOf(202),
  number: 2,
  at: hoursBefore(48),
  what: 'Uplift package',
  change: 120,
  changeSeconds: 7200,
  balanceBefore: 30,
  balanceAfter: 150,
  sessionId: null,
  receiptId: idOf(12),
  receiptNumber: 'L-000012',
}

it('the statement names each change with its cause and leads to it', tags('D31 D43 D71'), async () => {
  serveDashboard(server)
  const what = 'Session with Hiring Partner'
  const free = { ...usage, id: idOf(204), number: 4, what, note: 'Not charged: under 10 seconds', change: 0 }
  const noted = { ...uplift, id: idOf(201), number: 1, note: 'Minutes for the month', receiptNumber: 'L-000011' }
  server.answer(minutes, [free, usage, uplift, noted])
  server.refuse(myConversation, 'session_not_found')
  const release = server.hold(minutes)
  await page.goto('/dashboard')
  await banner().getByRole('button', { name: '150 minutes' }).click()
  await page.getByRole('link', { name: 'Minutes history' }).click()
  await expect(page).toHaveURL('/account/minutes')
  await expect(page.getByText('Loading your minutes…')).toBeVisible()
  release()
  await expect(rows()).toHaveCount(5)
  expect(server.asked(minutes).map(({ query }) => query)).toEqual([{ limit: 25, offset: 0 }])
  await expect(rows().nth(1)).toContainText(what)
  await expect(rows().nth(1)).toContainText('Not charged: under 10 seconds')
  await expect(rows().nth(2).getByRole('cell')).toHaveText([/Nov 20, 2026/, usage.what, '150', '−1.50', /148\.50$/])
  const bought = 'Uplift packageReceipt L-000012'
  await expect(rows().nth(3).getByRole('cell')).toHaveText([/Nov 18, 2026/, bought, '30', '+120', /150$/])
  await expect(rows().nth(4)).toContainText('Minutes for the month, Receipt L-000011')
  await expect(rows().nth(2).getByRole('link')).toHaveAttribute('href', `/dashboard/sessions/${usage.sessionId}`)
  await rows().nth(3).getByRole('link', { name: 'Uplift package' }).click()
  await expect(page).toHaveURL(`/account/receipts/${uplift.receiptId}`)
})

it('the statement comes in pages of 25; empty or failed, it says so', async () => {
  const all = Array.from({ length: 27 }, (_, at) => ({ ...usage, id: idOf(300 + at), number: 27 - at }))
  server.answer(minutes, ({ query: { limit = 500, offset = 0 } }) => all.slice(offset, offset + limit), { total: 27 })
  await page.goto('/account/minutes')
  await expect(rows()).toHaveCount(26)
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/account/minutes?page=2')
  await expect(rows()).toHaveCount(3)
  await page.goto('/account/minutes?page=7')
  await page.getByRole('link', { name: 'Newest Entries' }).click()
  await expect(rows()).toHaveCount(26)
  server.break(minutes)
  await page.goto('/account/minutes')
  await expect(page.getByText('We could not load your minutes')).toBeVisible()
  server.answer(minutes, [])
  await click('Retry')
  await expect(page.getByText('No minutes yet')).toBeVisible()
})
