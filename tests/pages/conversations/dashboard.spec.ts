import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import { agentRequests } from '#contract/agents/requests.ts'
import { myConversations, userStats } from '#contract/conversations/voice.ts'
import {
  adminMe,
  as,
  closeToasts,
  comeBack,
  expect,
  page,
  server,
  subscriberMe,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { autoPurchaseOff } from '../billing/account/account.ts'
import { figureOf, noStats, serveCheckout, serveDashboard, serveMarketplace, serveSessions, talk } from './home.ts'

test('the dashboard shows the balance, and warns below 10 minutes', tagged('S103 S105 S106 S305 D48'), async () => {
  as({ ...subscriberMe, creditBalance: 10, balanceSeconds: 600, monthlyCredits: 0, purchasedCredits: 10 })
  serveDashboard(server)
  serveCheckout(server)
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Credit Balance', exact: true })).toBeVisible()
  await expect(main.getByText('10', { exact: true })).toBeVisible()
  await expect(main.getByText('Low Credit Balance')).toHaveCount(0)

  as({ ...subscriberMe, creditBalance: 9.99, balanceSeconds: 599, monthlyCredits: 0, purchasedCredits: 9.99 })
  await comeBack(page)
  await expect(main.getByText('Low Credit Balance')).toBeVisible()
  await expect(main.getByText('You have 9.99 minutes left to talk.')).toBeVisible()
  await main.getByRole('link', { name: 'Buy Credits' }).click()
  await expect(page).toHaveURL('/checkout')
  await page.goBack()
  await main.getByRole('link', { name: 'Add Credits' }).click()
  await expect(page).toHaveURL('/checkout')
})

test('with auto-purchase on, the warning says exactly what will be added', tagged('S105 D45 D48'), async () => {
  const me = {
    ...subscriberMe,
    creditBalance: 9.5,
    balanceSeconds: 570,
    monthlyCredits: 0,
    purchasedCredits: 9.5,
    autoPurchaseEnabled: true,
    autoPurchaseTier: 'uplift',
  }
  const switchedOn = { ...autoPurchaseOff, enabled: true, spentThisMonth: 25 }
  as(me)
  serveDashboard(server)
  server.answer(autoPurchase, switchedOn)
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await expect(main.getByText('Auto-purchase will add 120 minutes at 9.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Buy Credits' })).toBeVisible()

  server.answer(autoPurchase, { ...switchedOn, monthlyCap: 40 })
  await page.reload()
  const beyond =
    'You have 9.50 minutes left to talk. Another automatic purchase would exceed your limit of $40.00 a month.'
  await expect(main.getByText(beyond)).toBeVisible()

  // A new balance loads the rule again.
  as({ ...me, creditBalance: 0, balanceSeconds: 0, purchasedCredits: 0 })
  const message =
    'Auto-purchase is paused because a payment was refunded or disputed. It continues once your balance has been above 9 minutes.'
  const problem = { code: 'paused' as const, message, retryAt: null, checkoutId: null }
  server.answer(autoPurchase, { ...switchedOn, chargesNow: true, problem })
  await comeBack(page)
  await expect(main.getByText(`You have 0 minutes left to talk. ${message}`, { exact: true })).toBeVisible()
  await expect(main.getByText('Auto-purchase will add')).toHaveCount(0)

  as({ ...me, creditBalance: 0, balanceSeconds: 0, purchasedCredits: 0, autoPurchaseEnabled: false })
  await comeBack(page)
  await expect(main.getByText('You have 0 minutes left to talk.', { exact: true })).toBeVisible()
})

test('a platform admin is not warned of a low balance', tagged('S020 D48'), async () => {
  as(adminMe)
  serveDashboard(server)
  await page.goto('/dashboard')
  await expect(page.getByRole('main').getByText('0', { exact: true }).first()).toBeVisible()
  await expect(figureOf(page, 'Total Sessions')).toHaveText('0')
  await expect(page.getByText('Low Credit Balance')).toHaveCount(0)
})

test('a platform admin finds the way to the panel above everything else, and nobody else does (D63)', async () => {
  as(adminMe)
  serveDashboard(server)
  await page.goto('/dashboard')
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('Admin Portal')
  await expect(main.getByRole('link', { name: 'Open Admin Portal' })).toHaveAttribute('href', '/admin')
  as(subscriberMe)
  await page.goto('/dashboard')
  await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText('Credit Balance')
  await expect(main.getByText('Admin Portal')).toHaveCount(0)
})

test('a failed load has its toast, which goes once it succeeds', tagged('S249 D38'), async () => {
  as(subscriberMe)
  serveDashboard(server)
  server.break(agentRequests)
  await page.goto('/dashboard')
  await expect(page.getByText('We could not load your requests')).toBeVisible()
  await expect(toastOf(page)).toContainText('Loading Failed')
  await expect(toastOf(page)).toContainText('Part of this page is missing. Please try again.')
  await closeToasts(page)
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await expect(toastOf(page)).toContainText('Loading Failed')
  server.answer(agentRequests, [])
  await page.getByRole('main').getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('We could not load your requests')).toHaveCount(0)
  await expect(toastOf(page)).toHaveCount(0)
})

test('a person who never talked is led to the agents', tagged('S107 S109'), async () => {
  as(subscriberMe)
  serveDashboard(server)
  serveMarketplace(server)
  await page.goto('/dashboard')
  const recent = page.getByRole('main').getByText('No sessions yet').locator('..')
  await expect(recent).toBeVisible()
  for (const [name, figure] of [
    ['Total Sessions', '0'],
    ['Agents Requested', '0'],
    ['Minutes Used', '0'],
    ['Avg. Session', '0:00'],
    ['Credits Used', '0'],
  ] as const) {
    await expect(figureOf(page, name)).toHaveText(figure)
  }
  await recent.getByRole('link', { name: 'Browse Agents' }).click()
  await expect(page).toHaveURL('/marketplace')
})

const conversations = [
  talk('Leadership Mentor', 6, 30),
  talk('Hiring Partner', 2, 4515),
  talk('Mindset Coach', 5, 60),
  talk('Growth Strategist', 1, 90),
  talk('Sales Call Coach', 4, 60),
  talk('Systems Architect', 7, 60),
  talk('Pipeline Keeper', 3, 45),
]

test('five figures and the five newest sessions; View All shows every one (S107, S108, S110, S305, S307, D58)', async () => {
  as(subscriberMe)
  serveDashboard(server)
  serveSessions(server, conversations)
  server.answer(userStats, {
    ...noStats,
    totalSessions: 7,
    agentsRequested: 2,
    minutesUsed: 81,
    secondsUsed: 4860,
    averageSessionSeconds: 694,
    creditsUsed: 80.5,
  })
  const release = server.hold(myConversations)
  await page.goto('/dashboard')
  await expect(page.getByText('Loading your sessions…')).toBeAttached()
  release()
  const recent = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Recent Sessions' }) })
  const rows = recent.getByRole('listitem')
  await expect(rows).toHaveCount(5)
  const names = ['Growth Strategist', 'Hiring Partner', 'Pipeline Keeper', 'Sales Call Coach', 'Mindset Coach']
  await expect(rows).toContainText(names)
  await expect(rows.nth(0)).toContainText('1:30')
  await expect(rows.nth(0)).toContainText('1:30 charged')
  await expect(rows.nth(1)).toContainText('1:15:15')
  for (const [name, figure] of [
    ['Total Sessions', '7'],
    ['Agents Requested', '2'],
    ['Minutes Used', '81'],
    ['Avg. Session', '11:34'],
    ['Credits Used', '80.50'],
  ] as const) {
    await expect(figureOf(page, name)).toHaveText(figure)
  }

  await page.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL('/dashboard/sessions')
  const all = page.getByRole('main').getByRole('listitem')
  await expect(all).toHaveCount(7)
  await expect(all).toContainText([...names, 'Leadership Mentor', 'Systems Architect'])
})
