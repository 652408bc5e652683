import type { Answer } from '#contract/call.ts'
import { minutes } from '#contract/ledger/minutes.ts'
import { receipt } from '#contract/billing/receipts.ts'
import { myConversation } from '#contract/conversations/voice.ts'
import { as, expect, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { hoursBefore, serveDashboard, talk } from '../../conversations/home.ts'

type Entry = Answer<typeof minutes>[number]

const coach = talk('Mindset Coach', 2, 90)

/** The entry of a conversation. */
const usage = {
  id: '0e0e0000-0000-4000-8000-000000000003',
  number: 3,
  at: hoursBefore(2),
  what: 'Conversation with Mindset Coach',
  note: null,
  change: -1.5,
  changeSeconds: -90,
  balanceBefore: 150,
  balanceAfter: 148.5,
  sessionId: coach.id,
  agentId: null,
  receiptId: null,
  receiptNumber: null,
} satisfies Entry

const free = {
  ...usage,
  id: '0e0e0000-0000-4000-8000-000000000004',
  number: 4,
  at: hoursBefore(1),
  what: 'Conversation with Hiring Partner',
  note: 'Not charged: under 10 seconds',
  change: 0,
  changeSeconds: 0,
  balanceBefore: 148.5,
  balanceAfter: 148.5,
  sessionId: talk('Hiring Partner', 1, 9).id,
} satisfies Entry

const uplift = {
  ...usage,
  id: '0e0e0000-0000-4000-8000-000000000002',
  number: 2,
  at: hoursBefore(48),
  what: 'Uplift package',
  change: 120,
  changeSeconds: 7200,
  balanceBefore: 30,
  balanceAfter: 150,
  sessionId: null,
  receiptId: '0e0e0000-0000-4000-8000-000000000012',
  receiptNumber: 'L-000012',
} satisfies Entry

const month = {
  ...uplift,
  id: '0e0e0000-0000-4000-8000-000000000001',
  number: 1,
  what: 'Starter Monthly',
  note: 'Minutes for the month',
  change: 30,
  changeSeconds: 1800,
  balanceBefore: 0,
  balanceAfter: 30,
  receiptId: '0e0e0000-0000-4000-8000-000000000011',
  receiptNumber: 'L-000011',
} satisfies Entry

test.beforeEach(() => as(subscriberMe))

test('the statement names each change with its cause and leads to it', tagged('D31 D43 D71'), async () => {
  serveDashboard(server)
  server.answer(minutes, [free, usage, uplift, month])
  server.refuse(myConversation, 'session_not_found')
  server.refuse(receipt, 'receipt_not_found')
  const release = server.hold(minutes)
  await page.goto('/dashboard')
  await page.getByRole('main').getByRole('link', { name: 'Where your minutes went' }).click()
  await expect(page).toHaveURL('/account/minutes')
  await expect(page.getByText('Loading your minutes…')).toBeAttached()
  release()
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(5)
  expect(server.asked(minutes).map(({ query }) => query)).toEqual([{ limit: 25, offset: 0 }])
  await expect(rows.nth(1)).toContainText('Conversation with Hiring Partner')
  await expect(rows.nth(1)).toContainText('Not charged: under 10 seconds')
  await expect(rows.nth(2).getByRole('cell')).toHaveText([
    /Nov 20, 2026/,
    'Conversation with Mindset Coach',
    '150',
    '−1.50',
    /148\.50$/,
  ])
  await expect(rows.nth(3).getByRole('cell')).toHaveText([
    /Nov 18, 2026/,
    'Uplift packageReceipt L-000012',
    '30',
    '+120',
    /150$/,
  ])
  await expect(rows.nth(4)).toContainText('Minutes for the month, Receipt L-000011')
  await rows.nth(2).getByRole('link').click()
  await expect(page).toHaveURL(`/dashboard/sessions/${coach.id}`)
  await page.goBack()
  await rows.nth(3).getByRole('link', { name: 'Uplift package' }).click()
  await expect(page).toHaveURL(`/account/receipts/${uplift.receiptId}`)
})

test('it comes in pages of 25, and a page beyond the last leads back', async () => {
  const all = Array.from({ length: 27 }, (_, index) => ({
    ...usage,
    id: `0e0e0000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    number: 27 - index,
  }))
  server.answer(minutes, ({ query: { limit = 500, offset = 0 } }) => all.slice(offset, offset + limit), { total: 27 })
  await page.goto('/account/minutes')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(26)
  await expect(page.getByText('Page 1 of 2')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/account/minutes?page=2')
  await expect(rows).toHaveCount(3)
  await page.goto('/account/minutes?page=7')
  await page.getByRole('link', { name: 'Newest Entries' }).click()
  await expect(rows).toHaveCount(26)
})

test('without an entry it says so, and a failed load can be tried again', async () => {
  server.answer(minutes, [])
  await page.goto('/account/minutes')
  await expect(page.getByText('No minutes yet')).toBeVisible()
  server.break(minutes)
  await page.reload()
  await expect(page.getByText('We could not load your minutes')).toBeVisible()
  server.answer(minutes, [])
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('No minutes yet')).toBeVisible()
})
