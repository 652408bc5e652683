import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import { myConversations, userStats } from '#contract/conversations/voice.ts'
import * as luna from '#tests/pages.ts'
import { adminMe, as, comeBack, expect, main, page, server, subscriberMe, tagged, test } from '#tests/pages.ts'
import { autoPurchaseOff } from '../billing/account/account.ts'
import * as home from './home.ts'

const { serveDashboard, talk } = home

/** Has this many purchased minutes left. */
const withMinutes = (minutes: number, seconds: number) => ({
  ...subscriberMe,
  creditBalance: minutes,
  balanceSeconds: seconds,
  monthlyCredits: 0,
  purchasedCredits: minutes,
})

const names = ['Total Sessions', 'Agents Requested', 'Minutes Used', 'Avg. Session', 'Credits Used']
const figures = () => Promise.all(names.map((name) => luna.figureOf(name).textContent()))

test.beforeEach(() => {
  as(subscriberMe)
  serveDashboard(server)
})

test('the dashboard shows the balance, and warns below 10 minutes', tagged('S103 S105 S106 S305 D48'), async () => {
  as(withMinutes(10, 600))
  home.serveCheckout(server)
  await page.goto('/dashboard')
  await expect(main().getByRole('heading', { name: 'Credit Balance', exact: true })).toBeVisible()
  await expect(main().getByText('10', { exact: true })).toBeVisible()
  await expect(main().getByText('Low Credit Balance')).toHaveCount(0)

  as(withMinutes(9.99, 599))
  await comeBack(page)
  await expect(main().getByText('Low Credit Balance')).toBeVisible()
  await expect(main().getByText('You have 9.99 minutes left to talk.')).toBeVisible()
  for (const name of ['Buy Credits', 'Add Credits']) {
    await main().getByRole('link', { name }).click()
    await expect(page).toHaveURL('/checkout')
    await page.goBack()
  }
})

test('with auto-purchase on, the warning says exactly what will be added', tagged('S105 D45 D48'), async () => {
  const switched = { autoPurchaseEnabled: true, autoPurchaseTier: 'uplift' } as const
  const switchedOn = { ...autoPurchaseOff, enabled: true, spentThisMonth: 25 }
  as({ ...withMinutes(9.5, 570), ...switched })
  server.answer(autoPurchase, switchedOn)
  await page.goto('/dashboard')
  await expect(main().getByText('Auto-purchase will add 120 minutes at 9.')).toBeVisible()
  await expect(main().getByRole('link', { name: 'Buy Credits' })).toBeVisible()

  server.answer(autoPurchase, { ...switchedOn, monthlyCap: 40 })
  await page.reload()
  const beyond = 'Another automatic purchase would exceed your limit of $40.00 a month.'
  await expect(main().getByText(`You have 9.50 minutes left to talk. ${beyond}`)).toBeVisible()

  // A new balance loads the rule again.
  as({ ...withMinutes(0, 0), ...switched })
  const message = 'Auto-purchase is paused because a payment was refunded or disputed.'
  const problem = { code: 'paused' as const, message, retryAt: null, checkoutId: null }
  server.answer(autoPurchase, { ...switchedOn, chargesNow: true, problem })
  await comeBack(page)
  await expect(main().getByText(`You have 0 minutes left to talk. ${message}`, { exact: true })).toBeVisible()
  await expect(main().getByText('Auto-purchase will add')).toHaveCount(0)
  as(withMinutes(0, 0))
  await comeBack(page)
  await expect(main().getByText('You have 0 minutes left to talk.', { exact: true })).toBeVisible()
})

test('a platform admin has the way to the panel, and no warning of a low balance', tagged('S020 D48 D63'), async () => {
  as(adminMe)
  await page.goto('/dashboard')
  const headings = main().getByRole('heading', { level: 2 })
  await expect(headings.first()).toHaveText('Admin Portal')
  await expect(main().getByRole('link', { name: 'Open Admin Portal' })).toHaveAttribute('href', '/admin')
  await expect(luna.figureOf('Total Sessions')).toHaveText('0')
  await expect(page.getByText('Low Credit Balance')).toHaveCount(0)
  as(subscriberMe)
  await page.goto('/dashboard')
  await expect(headings.first()).toHaveText('Credit Balance')
  await expect(main().getByText('Admin Portal')).toHaveCount(0)
})

test('a session that ends during work leads to sign-in and back', tagged('S104 S146 D1'), async () => {
  await page.goto('/dashboard')
  await expect(page.getByText('No sessions yet')).toBeVisible()
  as(null)
  await comeBack(page)
  await luna.expectRow(page, 'S267')
  await expect(page.getByText('No sessions yet')).toHaveCount(0)
  await expect(page).toHaveURL('/login?next=%2Fdashboard')
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

const shown = 'S107 S108 S110 S305 S307 D58'

test('five figures and the five newest sessions are shown, and a link to all', tagged(shown), async () => {
  home.serveSessions(server, conversations)
  const counts = { totalSessions: 7, agentsRequested: 2, averageSessionSeconds: 694 }
  server.answer(userStats, { ...counts, minutesUsed: 81, secondsUsed: 4860, creditsUsed: 80.5 })
  const release = server.hold(myConversations)
  await page.goto('/dashboard')
  await expect(page.getByText('Loading your sessions…')).toBeAttached()
  release()
  const recent = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Recent Sessions' }) })
  const rows = recent.getByRole('listitem')
  await expect(rows).toHaveCount(5)
  const newest = ['Growth Strategist', 'Hiring Partner', 'Pipeline Keeper', 'Sales Call Coach', 'Mindset Coach']
  await expect(rows).toContainText(newest)
  await luna.expectWords(rows.nth(0), '1:30', '1:30 charged')
  await expect(rows.nth(1)).toContainText('1:15:15')
  await expect.poll(figures).toEqual(['7', '2', '81', '11:34', '80.50'])

  await page.getByRole('link', { name: 'View All' }).click()
  await expect(page).toHaveURL('/dashboard/sessions')
  const all = main().getByRole('listitem')
  await expect(all).toHaveCount(7)
  await expect(all).toContainText([...newest, 'Leadership Mentor', 'Systems Architect'])
})
