import fs from 'node:fs'
import { agentPage, publicAgents } from '#contract/agents/agents.ts'
import { agentRequests } from '#contract/agents/requests.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { adjustUserMinutes } from '#contract/admin/users.ts'
import { transactions } from '#contract/billing/account.ts'
import { createPaymentIntent, createSubscriptionPayment } from '#contract/billing/purchases.ts'
import { receipt } from '#contract/billing/receipts.ts'
import { payOverdue } from '#contract/billing/subscription.ts'
import { myConversation, transcript } from '#contract/conversations/voice.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { verifyResetToken } from '#contract/identity/mailed-links.ts'
import type { Me } from '#contract/identity/people.ts'
import { minutes } from '#contract/ledger/minutes.ts'
import { communications } from '#contract/messages/messages.ts'
import { invitationPage } from '#contract/organizations/joining.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import { readStatus } from '#contract/status/status.ts'
import { refusals } from '#server/kernel/problem.ts'
import { as, beforeEach, describe, expect, it, page, server, tags } from '#tests/components.ts'
import { act } from '#tests/components/admin/panel.ts'
import { banner, click, expectRow, heading, main, toastOf } from '#tests/components/words.ts'
import { ada } from '#tests/pages/admin/admin.ts'
import { ben, serveUsers } from '#tests/pages/admin/users.ts'
import { firstPackage } from '#tests/pages/billing/account/account.ts'
import { packageReceipt } from '#tests/pages/billing/account/receipts.ts'
import { serveSessions, talk } from '#tests/pages/conversations/home.ts'
import { guardedScreens, serveGuardedScreens } from '#tests/pages/frame/frame.ts'
import { adminMe, config, memberMe, ownerMe, registeredMe, subscriberMe } from '#tests/pages/people.ts'
import { services } from '#tests/pages/visitors/services.ts'

/** Every path of the product with who sees it, as web/app/routes.tsx lists them. */
const routes = [
  ...fs.readFileSync('web/app/routes.tsx', 'utf8').matchAll(/screen\(\s*'(\/[^']*)',\s*'([a-z-]+)'/g),
].map(([, pattern = '', access = '']) => ({
  address: pattern.replaceAll(/:\w+/g, 'unknown'),
  isOpen: access === 'public',
}))

const expired = { hasAccess: false, creditBalance: 120, balanceSeconds: 7200, monthlyCredits: 0, monthlyEndsAt: null }
const canceled = {
  ...subscriberMe,
  ...expired,
  subscriptionStatus: 'canceled',
  subscriptionRenewsAt: '2026-11-15T08:00:00.000Z',
} satisfies Me
const overdue = {
  ...subscriberMe,
  subscriptionStatus: 'past_due',
  graceEndsAt: '2026-11-21T08:00:00.000Z',
} satisfies Me
const ended = { ...memberMe, hasAccess: false, hasOrganizationAccess: false } satisfies Me

describe('the guard of the subscription', () => {
  beforeEach(() => {
    server.refuse(payOverdue, 'payment_unavailable')
    server.hold(payOverdue)
  })

  it('opens every guarded screen, and home', tags('S014 S020 S024 S029 S144 S147 S148 S195 S200 D4 D5'), async () => {
    for (const [me, screens, home] of [
      [{ ...subscriberMe, subscriptionStatus: 'trialing' }, guardedScreens, '/marketplace'],
      [adminMe, guardedScreens.slice(0, 1), '/dashboard'],
    ] as const) {
      as(me)
      serveGuardedScreens(server, me)
      for (const address of ['/', '/login']) {
        await page.goto(address)
        await expect(page).toHaveURL(home)
      }
      for (const [path, title] of screens) {
        await page.goto(path)
        await expect(page.getByRole('heading', { name: title, exact: true, level: 1 })).toBeVisible()
      }
    }
    // The password pages are for signed-in people as well.
    await page.goto('/forgot-password')
    await expect(heading('Forgot your password?')).toBeVisible()
    server.answer(verifyResetToken, { valid: false, isUsed: false })
    await page.goto('/reset-password?token=bad')
    await expect(heading('Invalid Link')).toBeVisible()
  })

  it('keeps the address of canceled people, says what stays, and loads nothing', tags('S144 S149 D6 D41'), async () => {
    as(canceled)
    // There is always a way to write, whatever addresses are set (D177).
    server.answer(publicConfig, { ...config, supportEmail: null })
    for (const [path, title] of guardedScreens) {
      await page.goto(path)
      await expect(heading('Your access has ended')).toBeVisible()
      await expect(page.getByText('Your subscription was canceled and ended on Nov 15, 2026.')).toBeVisible()
      await expect(main()).toContainText('120 minutes')
      await expect(heading(title)).toHaveCount(0)
      await expect(page).toHaveURL(path)
    }
    await expect(main().getByRole('link', { name: 'Contact Support' })).toHaveAttribute('href', '/contact')
    expect(new Set(server.calls)).toEqual(
      new Set(['GET /api/auth/user', 'GET /api/config', 'GET /api/user/organization']),
    )
    server.refuse(createSubscriptionPayment, 'payment_unavailable')
    await page.getByRole('link', { name: 'Reactivate With a Package' }).click()
    await expect(heading('Choose your package')).toBeVisible()
    await page.goto('/marketplace')
    await page.getByRole('link', { name: 'Reactivate', exact: true }).click()
    await expect(page).toHaveURL('/subscribe')
    await expect.poll(() => server.asked(createSubscriptionPayment)[0]?.body).toEqual({ tier: 'starter', amount: 2.97 })
    await expect(main()).toContainText('Your 120 purchased minutes, ready to use right away')
  })

  it('leads people who never paid to the payment', tags('S150 D4 D8'), async () => {
    // Without an open payment, the payment step leads back to the packages.
    for (const [subscriptionStatus, title, step] of [
      [null, 'Choose your package', 'package'],
      ['incomplete', 'Choose your package', 'package'],
      ['something-new', 'Choose your package', 'package'],
      ['unpaid', 'Fix your payment', 'payment'],
    ] as const) {
      as({ ...registeredMe, subscriptionStatus })
      await page.goto('/marketplace')
      await expect(page).toHaveURL(`/register?step=${step}`)
      await expect(heading(title)).toBeVisible()
    }
  })

  it('waits with a spinner; a failed renewal keeps access for seven days', tags('S145 S150 D7'), async () => {
    as(overdue)
    serveGuardedScreens(server, overdue)
    const release = server.hold(currentUser)
    await page.goto('/marketplace')
    await expect(main().getByRole('status')).toHaveText('Loading…')
    await expect(main().getByRole('heading')).toHaveCount(0)
    release()
    await expect(heading('Agent Marketplace')).toBeVisible()
    await expect(page.getByText('Payment failed. Please fix it by Nov 21, 2026.')).toBeVisible()
    as({ ...overdue, hasAccess: false })
    await page.goto('/marketplace')
    await expect(heading('Your access has ended')).toBeVisible()
    await expect(main()).toContainText('Your last subscription payment failed, and your access ended on Nov 21, 2026.')
    await expect(page.getByRole('link', { name: /^Fix payment$/i })).toBeVisible()
    await expect(heading('Agent Marketplace')).toHaveCount(0)
  })

  it('says once that the session is gone, and leads to sign-in', tags('S249 S267 D1'), async () => {
    as(subscriberMe)
    serveGuardedScreens(server, subscriberMe)
    server.refuseWith(createPaymentIntent, refusals.signedOut())
    await page.goto('/checkout')
    await expect(heading('Buy Credits')).toBeVisible()
    as(null)
    await click('Choose Launch')
    await expectRow('S267')
    await expect(page).toHaveURL('/login?next=%2Fcheckout')
    await expect(heading('Sign in')).toBeVisible()
  })
})

/** What people keep whether or not they pay: their own past, and the way to write (D178). */
describe('without access', () => {
  const kept = talk('Growth Strategist', 30, 95, true)
  const screens = {
    '/account/receipts': 'Payments and Receipts',
    [`/account/receipts/${packageReceipt.id}`]: 'Receipt L-000001',
    '/account/minutes': 'Minutes',
    '/dashboard/sessions': 'Your Sessions',
    '/dashboard/requests': 'Your Requested Agents',
    '/dashboard/messages': 'Your Messages',
    [`/dashboard/sessions/${kept.id}`]: 'Session with Growth Strategist',
  }

  beforeEach(() => {
    serveSessions(server, [kept])
    server.answer(myConversation, {
      ...kept,
      hasWords: kept.hasTranscript,
      balanceBefore: 122,
      balanceAfter: 120.4167,
      note: null,
    })
    server.answer(transcript, {
      lines: [{ speaker: 'agent', text: 'Good morning, what shall grow?', atSeconds: 2 }],
      keptUntil: '2027-01-15T08:00:00.000Z',
    })
    server.answer(transactions, [firstPackage])
    server.answer(receipt, packageReceipt)
    server.answer(minutes, [])
    server.answer(agentRequests, [])
    server.answer(communications, [])
    server.answer(ratings, [])
    server.refuse(payOverdue, 'payment_unavailable')
    server.hold(payOverdue)
  })

  it("everything of one's own opens, and the notice leads there", tags('D6 D178'), async () => {
    for (const me of [canceled, { ...overdue, ...expired }, ended, registeredMe]) {
      as(me)
      for (const [path, title] of Object.entries(screens).slice(me === canceled ? 0 : -1)) {
        await page.goto(path)
        await expect(heading(title)).toBeVisible()
        await expect(page).toHaveURL(path)
      }
      await expect(page.getByText('Good morning, what shall grow?')).toBeVisible()
      if (me === registeredMe) continue
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
    }
  })

  it('an unpaid subscription leads to its payment, and to what is kept', tags('D178 D8'), async () => {
    as({ ...subscriberMe, ...expired, subscriptionStatus: 'unpaid' })
    await page.goto('/account')
    await expect(heading('Fix your payment')).toBeVisible()
    const list = page.getByRole('navigation', { name: 'Yours to keep' })
    await list.getByRole('link', { name: 'Payments and receipts' }).click()
    await expect(page.getByRole('link', { name: 'Receipt L-000001' })).toBeVisible()
  })

  it('a failed renewal has a banner over what is kept only while there is access', tags('D7 D178'), async () => {
    for (const hasAccess of [true, false]) {
      as({ ...overdue, hasAccess })
      await page.goto('/dashboard/sessions')
      await expect(heading('Your Sessions')).toBeVisible()
      await expect(page.getByText('Payment failed. Please fix it by Nov 21, 2026.')).toHaveCount(hasAccess ? 1 : 0)
    }
  })
})

describe('paths', () => {
  it('public paths show their own screen to visitors', tags('S015 S021 S193 S287 S334 S337 S548'), async () => {
    server.answer(publicAgents, [])
    server.refuse(agentPage, 'agent_not_found')
    server.refuse(invitationPage, 'invitation_not_found')
    server.answer(verifyResetToken, { valid: false, isUsed: false })
    server.answer(readStatus, { services })
    const open = routes.filter(({ isOpen }) => isOpen).map(({ address }) => address)
    expect(open).toEqual(expect.arrayContaining(['/organization-info', '/package-builder', '/join/unknown']))
    // There is nothing to show of an app that no organization has.
    for (const address of open.filter((one) => one !== '/' && !one.startsWith('/o/'))) {
      // Without a link there is nothing to reset, and the page leads to the sign-in.
      await page.goto(address === '/reset-password' ? `${address}?token=unknown` : address)
      await expect(main().getByRole('heading', { level: 1 })).toBeVisible()
      for (const name of ['Talk it through. Get it done.', 'Page Not Found']) await expect(heading(name)).toHaveCount(0)
      await expect(page.getByRole('link', { name: 'Sign in to continue' })).toHaveCount(0)
      await expect(toastOf()).toHaveCount(0)
      expect(page.window.location.pathname).toBe(address)
    }
    // A place that the address names is gone to once it is there.
    await page.goto('/help#auto-purchase')
    const places: string[] = []
    page.window.Element.prototype.scrollIntoView = function note() {
      places.push(this.id)
    }
    await expect.poll(() => places).toEqual(['auto-purchase'])
  })

  it('private paths show visitors the way to sign in, and load nothing', tags('S018 S019 S331 S548 D1'), async () => {
    const guarded = routes.filter(({ isOpen }) => !isOpen).map(({ address }) => address)
    expect(guarded).toEqual(expect.arrayContaining(['/dashboard', '/account', '/checkout', '/organizations', '/admin']))
    // One document is enough: the guard judges the address, however one came to it.
    await page.goto('/dashboard')
    for (const address of [...guarded, '/organization-dashboard?organizationId=1&adminMode=true']) {
      page.window.history.pushState(null, '', address)
      const link = page.getByRole('link', { name: 'Sign in to continue' })
      await expect(link).toHaveAttribute('href', `/login?next=${encodeURIComponent(address)}`)
      await expect(heading('Talk it through. Get it done.')).toBeVisible()
      await expect(page).toHaveURL(address)
    }
    const loaded = ['GET /api/auth/user', 'GET /api/config', 'GET /api/hours-saved']
    expect([...new Set(server.calls)].toSorted()).toEqual(loaded)
  })

  it('any other path is not found, for everybody', tags('S338 D203'), async () => {
    for (const me of [null, subscriberMe]) {
      as(me)
      for (const address of [
        '/organization-xyz',
        '/organization-dashboard/xyz',
        '/organizations/xyz',
        '/join',
        '/admin-xyz',
        '/agents/%ZZ',
        '/join/%C3%28',
      ]) {
        await page.goto(address)
        await expect(heading('Page Not Found')).toBeVisible()
        await expect(page).toHaveURL(address)
      }
    }
    await expect(banner()).toContainText('150 minutes')
  })
})

it('admins cannot act on themselves here, and a demoted admin loses the panel', tags('D142 D144'), async () => {
  as(adminMe)
  serveUsers(server, () => [{ ...ben, ...ada, role: 'admin' }, ben])
  server.refuseWith(adjustUserMinutes, refusals.forbidden())
  await page.goto('/admin?tab=users')
  await click('Actions: Ada Admin')
  for (const name of ['Change Role', 'Deactivate', 'Adjust Credits', 'Refund a Payment', 'Delete'])
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toHaveCount(0)
  await act('Ben Reed', 'Adjust Credits')
  await page.getByLabel('Minutes').fill('5')
  await page.getByLabel('Reason').fill('Mine')
  as({ ...adminMe, role: 'user', hasAccess: false })
  await page.getByRole('dialog').getByRole('button', { name: 'Adjust Credits' }).click()
  await expect(heading('Page Not Found')).toBeVisible()
  expect(server.asked(adjustUserMinutes)).toHaveLength(1)
})

it('nobody else sees the panel', tags('S332 S544 D142'), async () => {
  as(ownerMe)
  for (const address of ['/admin', '/admin/settings', `/admin?organizationId=${ownerMe.organizationId}`]) {
    await page.goto(address)
    await expect(heading('Page Not Found')).toBeVisible()
    await expect(page.getByText('Admin Panel')).toHaveCount(0)
  }
  expect(server.calls.filter((call) => call.includes('/api/admin'))).toEqual([])
})
