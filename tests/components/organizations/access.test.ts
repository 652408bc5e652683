import { agentPage, agents, unlockedAgents } from '#contract/agents/agents.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { agentRequests } from '#contract/agents/requests.ts'
import { firstTimeEligible } from '#contract/billing/purchases.ts'
import { payOverdue } from '#contract/billing/subscription.ts'
import { communications } from '#contract/messages/messages.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { switchOrganization } from '#contract/organizations/organizations.ts'
import { cancelOrganizationSubscription, resumeOrganizationSubscription } from '#contract/organizations/subscription.ts'
import { as, expect, it, page, server, tags } from '#tests/components.ts'
import { serveProfile } from '#tests/pages/identity/identity.ts'
import { billing, billingPath, plan, serveBilling, unpaidBilling } from '#tests/pages/organizations/billing.ts'
import { acmeId, coach, overview, overviewOfMember, serveDashboard } from '#tests/pages/organizations/organization.ts'
import { alone, contextOf, memberMe, ownerMe, subscriberMe } from '#tests/pages/people.ts'
import { bodies, button, cardOf, confirm, dashboard, ended, expectTexts, press } from './organization.ts'
import { header, link, main, question } from './organization.ts'

/** How the access of an organization ends and is restored, and what its people see without it. */

const without = { hasAccess: false, hasOrganizationAccess: false, organizationCredits: 1020 } as const
const heading = page.getByRole('heading', { level: 1 })
const canceled = { subscriptionStatus: 'canceled', givesAccess: false, creditBalance: 1020 } as const

it('an admin cancels the subscription and resumes it', tags('D41 D129'), async () => {
  as(ownerMe)
  serveBilling(server)
  const now = (cancelAtPeriodEnd: boolean) => {
    server.answer(organizationBilling, { ...billing, plan: { ...plan, cancelAtPeriodEnd } })
    return { subscriptionStatus: 'active', cancelAtPeriodEnd, accessEndsAt: plan.renewsAt }
  }
  server.answer(cancelOrganizationSubscription, () => now(true))
  server.answer(resumeOrganizationSubscription, () => now(false))
  await page.goto(billingPath)
  const subscription = cardOf('Subscription')
  await expect(subscription).toContainText('It renews on Dec 15, 2026 for $369.00.')
  await button('Cancel Subscription', subscription).click()
  await expect(question).toContainText('Minutes, people and history are kept')
  await confirm('Cancel Subscription', 'Subscription Cancelled', 'until the end of the month, Dec 15, 2026.')
  await expect(subscription).toContainText('It ends on Dec 15, 2026')
  await expect(button('Resume Subscription', subscription)).toBeFocused()
  await press(button('Resume Subscription', subscription), 'Subscription Resumed')
  await expect(subscription).toContainText('It renews on')
})

it('an ended organization keeps its figures, and no agent of it looks usable', tags('D7 D129 D178'), async () => {
  server.answer(organizationAgents, [coach])
  server.answer(organizationOverview, { ...overviewOfMember, ...canceled })
  server.answer(agentRequests, [])
  server.answer(ratings, [])
  const shown = { rating: 4.8, ratingSource: 'editorial', ratingCount: 0, greetingUrl: null, greeting: null } as const
  const ofCoach = { ...coach.agent, ...shown, id: coach.agentId, isUnlocked: true, managesDocuments: false }
  server.answer(agentPage, { ...ofCoach, firstMessage: 'Hello.', sampleConversation: [] })
  as({ ...memberMe, ...without })
  await page.goto(dashboard)
  await expect(header.getByRole('button', { name: '1,020 credits' })).toBeVisible()
  await expect(link('Dashboard', header)).toHaveAttribute('href', dashboard)
  await expect(link('Add Credits', header)).toHaveCount(0)
  await expectTexts(main, ended, 'Its admins can restore access.')
  const card = main.getByRole('article', { name: 'Mindset Coach' })
  await expect(card).toContainText('Not available')
  await expect(card).not.toContainText('Unlocked')
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(page.getByText('Low Credit Balance')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Request minutes' })).toHaveCount(0)
  serveProfile(server)
  for (const me of [memberMe, ownerMe]) {
    as({ ...me, ...without, subscriptionStatus: 'active' })
    const paths = ['/marketplace', '/dashboard/requests', `/agents/${coach.agentId}`, '/profile', '/subscribe']
    for (const path of paths) {
      await page.goto(path)
      await expect(main.getByText(ended)).toBeVisible()
      await expect(link('Reactivate')).toHaveCount(me === ownerMe ? 1 : 0)
      await expect(button('Use This Agent')).toHaveCount(0)
    }
  }
  await expect(link('Reactivate')).toHaveAttribute('href', billingPath)

  as({ ...subscriberMe, subscriptionStatus: 'past_due', graceEndsAt: '2026-12-22T08:00:00.000Z' })
  server.refuse(payOverdue, 'nothing_overdue')
  await page.goto('/profile')
  await link('Fix Payment').click()
  await expect(page).toHaveURL('/subscribe')
  await expect(heading).toBeVisible()
  await expect(link('Fix Payment')).toHaveCount(0)
})

it('admins see a failed renewal to fix, and who can reopen an archived one', tags('D7 D129 D131'), async () => {
  const graceEndsAt = '2026-11-28T08:00:00.000Z'
  as({ ...ownerMe, organizationGraceEndsAt: graceEndsAt })
  for (const call of [agents, unlockedAgents, communications]) server.answer(call, [])
  serveBilling(server, { ...billing, plan: { ...plan, status: 'past_due', graceEndsAt } })
  server.answer(organizationOverview, { ...overview, subscriptionStatus: 'past_due' })
  for (const path of ['/marketplace', dashboard]) {
    await page.goto(path)
    await expect(page.getByText('Payment failed. Please fix it by Nov 28, 2026.')).toBeVisible()
  }
  await link('Fix Payment').click()
  await expect(page).toHaveURL(billingPath)
  await expect(button('Fix Payment', cardOf('Subscription'))).toBeVisible()
  await expect(cardOf('Subscription')).toContainText('Please fix it by Nov 28, 2026')
  as(memberMe)
  await page.goto('/marketplace')
  await expect(heading).toContainText('Marketplace')
  await expect(page.getByText('Payment failed.')).toHaveCount(0)

  as({ ...ownerMe, ...without, isOrganizationOff: true })
  serveDashboard(server, { ...overview, isActive: false, givesAccess: false })
  await page.goto('/marketplace')
  await expect(heading).toHaveText(ended)
  await expect(page.getByText('Please contact support to reopen it.')).toBeVisible()
  await expect(link('Reactivate')).toHaveCount(0)
  await link('Open Dashboard').click()
  await expect(heading).toHaveText('Acme Consulting')
})

it('an unpaid organization links its admins to its package and other contexts', tags('D130 D180'), async () => {
  const unpaid = { ...without, organizationCredits: 0, isOrganizationUnpaid: true }
  as({ ...memberMe, ...unpaid })
  await page.goto('/marketplace')
  await expect(heading).toHaveText("Acme Consulting hasn't paid yet")
  await expect(page.getByText('Its admins choose and pay for it.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose a Package' })).toHaveCount(0)
  const both = { ...contextOf(ownerMe), offersPersonal: true }
  as({ ...ownerMe, ...unpaid }, both)
  serveBilling(server, unpaidBilling)
  server.answer(organizationOverview, {
    ...overview,
    subscriptionStatus: 'inactive',
    givesAccess: false,
    creditBalance: 0,
  })
  const builder = `/package-builder?organizationId=${acmeId}`
  for (const path of ['/marketplace', dashboard, billingPath]) {
    await page.goto(path)
    await expect(link('Choose a Package')).toHaveAttribute('href', builder)
    await expect(link('Add More Credits')).toHaveCount(0)
  }
  await expect(link('Choose a Package', header)).toHaveAttribute('href', builder)
  const personal = { ...alone, memberships: both.memberships }
  server.answer(switchOrganization, () => {
    as(subscriberMe, personal)
    return personal
  })
  for (const call of [agents, unlockedAgents]) server.answer(call, [])
  server.answer(firstTimeEligible, { isFirstTime: false, bonusPercent: 0 })
  await page.goto('/checkout')
  await expect(heading).toHaveText("Acme Consulting hasn't paid yet")
  await button('Work in: Personal').click()
  await expect(page).toHaveURL('/marketplace')
  await expect(header.getByRole('button', { name: '150 minutes' })).toBeVisible()
  expect(bodies(switchOrganization)).toEqual([{ organizationId: null }])
})
