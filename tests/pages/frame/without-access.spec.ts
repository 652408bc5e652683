import { transactions } from '#contract/billing/account.ts'
import { communications } from '#contract/messages/messages.ts'
import { minutes } from '#contract/ledger/minutes.ts'
import type { Me } from '#contract/identity/people.ts'
import { receipt } from '#contract/billing/receipts.ts'
import { agentRequests } from '#contract/agents/requests.ts'
import { payOverdue } from '#contract/billing/subscription.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { savedTimeOf } from '#contract/results/hours-saved.ts'
import { myConversation, transcript } from '#contract/conversations/voice.ts'
import { firstPackage } from '../billing/account/account.ts'
import { packageReceipt } from '../billing/account/receipts.ts'
import {
  as,
  expect,
  type FakeServer,
  memberMe,
  page,
  type Page,
  registeredMe,
  server,
  subscriberMe,
  tagged,
  test,
} from '#tests/pages.ts'
import { serveSessions, talk } from '../conversations/home.ts'

/** What people keep whether or not they pay: their own past, and the way to write (D178). */

const kept = talk('Growth Strategist', 30, 95, true)

const lost = { hasAccess: false, creditBalance: 120, monthlyCredits: 0, monthlyEndsAt: null }

const withoutAccess = {
  canceled: { ...subscriberMe, ...lost, subscriptionStatus: 'canceled' },
  'past its seven days': {
    ...subscriberMe,
    ...lost,
    subscriptionStatus: 'past_due',
    graceEndsAt: '2026-11-15T08:00:00.000Z',
  },
  'of an ended organization': { ...memberMe, hasAccess: false, hasOrganizationAccess: false },
  'never paid': registeredMe,
} satisfies Record<string, Me>

/** Screens of a person's own things, with their titles. */
const ownScreens = [
  ['/account/receipts', 'Payments and Receipts'],
  [`/account/receipts/${packageReceipt.id}`, 'Receipt L-000001'],
  ['/account/minutes', 'Minutes'],
  ['/dashboard/sessions', 'Your Sessions'],
  [`/dashboard/sessions/${kept.id}`, 'Session with Growth Strategist'],
  ['/dashboard/requests', 'Your Requested Agents'],
  ['/dashboard/messages', 'Your Messages'],
] as const

function serveOwn(server: FakeServer): void {
  serveSessions(server, [kept])
  server.answer(myConversation, { ...kept, balanceBefore: 122, balanceAfter: 120.4167, note: null })
  server.answer(transcript, {
    lines: [{ speaker: 'agent', text: 'Good morning, what shall grow?', atSeconds: 2 }],
    keptUntil: '2027-01-15T08:00:00.000Z',
  })
  server.answer(transactions, [firstPackage])
  server.answer(receipt, packageReceipt)
  server.answer(minutes, [])
  server.answer(ratings, [])
  server.answer(savedTimeOf, { savedMinutes: null, answerableUntil: null })
  server.answer(agentRequests, [])
  server.answer(communications, [])
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 })

for (const [state, me] of Object.entries(withoutAccess))
  test(`receipts, payments, conversations and kept texts need no access: ${state} (D178)`, async () => {
    as(me)
    serveOwn(server)
    for (const [path, title] of ownScreens) {
      await page.goto(path)
      await expect(heading(page, title)).toBeVisible()
      await expect(page).toHaveURL(path)
    }
    await page.goto(`/dashboard/sessions/${kept.id}`)
    await expect(page.getByText('Good morning, what shall grow?')).toBeVisible()
    await page.goto('/account/receipts')
    await page.getByRole('link', { name: 'Receipt L-000001' }).click()
    await expect(heading(page, 'Receipt L-000001')).toBeVisible()
  })

for (const state of ['canceled', 'past its seven days', 'of an ended organization'] as const)
  test(`the notice of ended access leads to everything that is kept: ${state} (D6, D178)`, async () => {
    as(withoutAccess[state])
    serveOwn(server)
    await page.goto('/dashboard')
    const list = page.getByRole('navigation', { name: 'Yours to keep' })
    for (const [name, address] of [
      ['Payments and receipts', '/account/receipts'],
      ['Minutes', '/account/minutes'],
      ['Sessions and transcripts', '/dashboard/sessions'],
      ['Messages', '/dashboard/messages'],
      ['Export or delete your data', '/profile#export'],
    ] as const)
      await expect(list.getByRole('link', { name, exact: true })).toHaveAttribute('href', address)
    await list.getByRole('link', { name: 'Payments and receipts' }).click()
    await expect(heading(page, 'Payments and Receipts')).toBeVisible()
  })

test('an unpaid subscription leads to its payment, and to what is kept', tagged('D178 D8'), async () => {
  as({ ...subscriberMe, ...lost, subscriptionStatus: 'unpaid' })
  serveOwn(server)
  server.refuse(payOverdue, 'payment_unavailable')
  server.hold(payOverdue)
  await page.goto('/account')
  await expect(heading(page, 'Fix your payment')).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Yours to keep' })
    .getByRole('link', { name: 'Payments and receipts' })
    .click()
  await expect(page.getByRole('link', { name: 'Receipt L-000001' })).toBeVisible()
})

test('a failed renewal appears as a banner over what is kept only while there is access (D7, D178)', async () => {
  const late = { ...subscriberMe, subscriptionStatus: 'past_due', graceEndsAt: '2026-11-28T08:00:00.000Z' }
  as(late)
  serveOwn(server)
  await page.goto('/dashboard/sessions')
  await expect(page.getByText('Payment failed. Please fix it by Nov 28, 2026.')).toBeVisible()
  as({ ...late, hasAccess: false })
  await page.goto('/dashboard/sessions')
  await expect(heading(page, 'Your Sessions')).toBeVisible()
  await expect(page.getByText('Payment failed.')).toHaveCount(0)
})
