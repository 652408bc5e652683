import { accountUser, transactions } from '#contract/billing/account.ts'
import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import { card } from '#contract/billing/cards.ts'
import { refusals } from '#server/kernel/problem.ts'
import { cardOf } from '../../../kit/browser/account.ts'
import {
  adminMe,
  as,
  expect,
  memberMe,
  ownerMe,
  page,
  registeredMe,
  server,
  subscriberMe,
  tagged,
  test,
} from '#tests/pages.ts'
import { autoPurchaseOff, openAccount, serveAccount } from './account.ts'

test('the overview shows name, e-mail, state, renewal and balance as the server returns them (S096, S097, S236, D32)', async () => {
  as(subscriberMe)
  serveAccount(server)
  await openAccount(page)
  const overview = cardOf(page, 'Overview')
  await expect(overview).toContainText('Robin Reed')
  await expect(overview).toContainText('robin.reed@example.com')
  await expect(overview.getByText('Active', { exact: true })).toBeVisible()
  await expect(overview).toContainText('Renews on Dec 15, 2026')
  await expect(overview).toContainText('150 minutes')
  await expect(overview).toContainText(/This monthUsed first, until .*30 minutes/)
  await expect(overview).toContainText('PurchasedNever expires120 minutes')
  await expect(overview).toContainText('until Dec 15, 2026')
})

test('only a running subscription has a date, and a blank one reads Inactive (S097, S176, S177, D42)', async () => {
  const overview = cardOf(page, 'Overview')
  const looks: string[] = []
  for (const [status, badge] of [
    ['active', 'Active'],
    ['trialing', 'Trialing'],
    ['canceled', 'Canceled'],
    [null, 'Inactive'],
  ] as const) {
    const me = { ...subscriberMe, role: 'admin' as const, subscriptionStatus: status }
    as(me)
    serveAccount(server, me)
    await openAccount(page)
    const shown = overview.getByText(badge, { exact: true })
    await expect(shown).toBeVisible()
    looks.push(await shown.evaluate((element) => getComputedStyle(element).backgroundColor))
    await expect(overview.getByText(/Renews on|Ends on/)).toHaveCount(status === 'active' ? 1 : 0)
  }
  const [active, ...others] = looks
  for (const other of others) expect(other).not.toBe(active)
})

test('people without a subscription of their own see who pays, or where to subscribe, and nothing to cancel (D26)', async () => {
  for (const me of [memberMe, ownerMe]) {
    as(me)
    serveAccount(server, me)
    await openAccount(page)
    const place = cardOf(page, 'Organization')
    await expect(place).toContainText('Acme Consulting')
    await expect(place.getByRole('link', { name: 'Open Dashboard' })).toHaveAttribute('href', '/organization-dashboard')
    await expect(place.getByRole('link', { name: 'Open Billing' })).toHaveCount(me === ownerMe ? 1 : 0)
    await expect(cardOf(page, 'Overview')).toContainText('Paid byAcme Consulting')
    await expect(page.getByRole('heading', { name: /Quick Actions|Auto-Purchase/ })).toHaveCount(0)
  }
  as(adminMe)
  serveAccount(server, adminMe)
  await openAccount(page)
  await expect(page.getByRole('link', { name: 'Subscribe', exact: true })).toHaveAttribute('href', '/subscribe')
  await expect(page.getByRole('heading', { name: /Quick Actions|Auto-Purchase/ })).toHaveCount(0)

  const saving = { ...ownerMe, autoPurchaseEnabled: true }
  as(saving)
  serveAccount(server, saving)
  await openAccount(page)
  await expect(page.getByRole('heading', { name: 'Auto-Purchase Credits' })).toBeVisible()
})

test('a missing account says so', tagged('S102'), async () => {
  as(subscriberMe)
  serveAccount(server)
  server.refuseWith(accountUser, refusals.notFound())
  await page.goto('/account')
  await expect(page.getByText('Account not found')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Overview' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Transaction History' })).toHaveCount(0)
})

test('a part that cannot be loaded says so in its place, the rest stays, and Retry loads it (S207)', async () => {
  as(subscriberMe)
  serveAccount(server)
  server.break(autoPurchase)
  await openAccount(page)
  const failed = page.getByRole('alert')
  await expect(failed.first()).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Transaction History' })).toBeVisible()
  server.answer(autoPurchase, autoPurchaseOff)
  await failed.getByRole('button', { name: 'Retry' }).first().click()
  await expect(failed).toHaveCount(0)
  await expect(page.getByRole('switch')).toBeVisible()
})

test('an account without card, plan or payments offers no file', tagged('S102'), async () => {
  const me = { ...registeredMe, role: 'admin' as const, hasAccess: true }
  as(me)
  serveAccount(server, me)
  server.answer(card, { card: null })
  server.answer(autoPurchase, { ...autoPurchaseOff, card: null })
  server.answer(transactions, [])
  await openAccount(page)
  await expect(page.getByText('No transactions yet')).toBeVisible()
  await expect(page.getByText('No saved card.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download CSV' })).toHaveCount(0)
})
