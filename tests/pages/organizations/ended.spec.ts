import { agentPage, agents, unlockedAgents } from '#contract/agents/agents.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { switchOrganization } from '#contract/organizations/organizations.ts'
import { reactivateOrganization } from '#contract/organizations/subscription.ts'
import type { Me } from '#contract/identity/people.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { agentRequests } from '#contract/agents/requests.ts'
import { payOverdue } from '#contract/billing/subscription.ts'
import { startConversation } from '#contract/conversations/voice.ts'
import {
  alone,
  as,
  contextOf,
  expect,
  memberMe,
  ownerMe,
  page,
  type Page,
  server,
  subscriberMe,
  tagged,
  test,
  toastOf,
} from '#tests/pages.ts'
import { visa } from '../billing/account/account.ts'
import { serveProfile } from '../identity/identity.ts'
import { coach as talkable, openCoach, serveTalk } from '../conversations/voice/talk.ts'
import { billing, billingPath, openBilling, plan, serveBilling, unpaidBilling } from './billing.ts'
import { acmeId, cardOf, coach, overview, overviewOfMember } from './organization.ts'

/** What people see of an organization without access: nothing that says otherwise, and how to restore it. */

const ended = "Your organization's access has ended."
const phone = { width: 390, height: 844 }
const shut = { hasAccess: false, hasOrganizationAccess: false, organizationCredits: 1020 } as const
const main = (page: Page) => page.getByRole('main')
const header = (page: Page) => page.getByRole('banner')
const canceled = { subscriptionStatus: 'canceled', givesAccess: false, creditBalance: 1020 } as const

test('a member sees what the pool has and why nobody can talk, and finds no agent that looks usable (D129)', async () => {
  as({ ...memberMe, ...shut })
  server.answer(organizationOverview, { ...overviewOfMember, ...canceled })
  server.answer(organizationAgents, [coach])
  await page.goto('/organization-dashboard')
  await expect(header(page).getByRole('button', { name: 'Acme Consulting 1,020 credits' })).toBeVisible()
  await expect(header(page).getByRole('link', { name: 'Dashboard' })).toHaveAttribute('href', '/organization-dashboard')
  await expect(header(page).getByRole('link', { name: 'Add Credits' })).toHaveCount(0)
  await expect(main(page).getByText(ended)).toBeVisible()
  await expect(main(page).getByText('Its admins can restore access.')).toBeVisible()
  const card = main(page).getByRole('article', { name: 'Mindset Coach' })
  await expect(card).toContainText('Not available')
  await expect(card).not.toContainText('Unlocked')
  await expect(card.getByRole('button')).toHaveCount(0)
  await expect(page.getByText('Low Credit Balance')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Request minutes' })).toHaveCount(0)
  await page.setViewportSize(phone)
  await header(page).getByRole('button', { name: 'Open menu' }).click()
  await expect(header(page).getByRole('navigation', { name: 'Menu' }).getByText('1,020 credits')).toBeVisible()
  await expect(header(page).getByRole('link', { name: 'Add Credits' })).toHaveCount(0)
})

test("a person's own pages stay open under the same notice, and an agent's page offers no conversation (D129, D178)", async () => {
  server.answer(agentRequests, [])
  server.answer(ratings, [])
  server.answer(agentPage, { ...talkable, managesDocuments: false, firstMessage: 'Hello.', sampleConversation: [] })
  for (const me of [
    { ...memberMe, ...shut },
    { ...ownerMe, ...shut },
  ]) {
    as(me)
    const reactivate = main(page).getByRole('link', { name: 'Reactivate' })
    for (const path of ['/dashboard/requests', `/agents/${talkable.id}`]) {
      await page.goto(path)
      await expect(main(page).getByText(ended)).toBeVisible()
      await expect(reactivate).toHaveCount(me.organizationRole === 'admin' ? 1 : 0)
      await expect(main(page).getByRole('button', { name: 'Use This Agent' })).toHaveCount(0)
    }
  }
})

test('profile and subscription show the notice as well, and a due payment once', tagged('D7 D129'), async () => {
  serveProfile(server)
  const reactivate = main(page).getByRole('link', { name: 'Reactivate' })
  for (const me of [memberMe, ownerMe]) {
    as({ ...me, ...shut, subscriptionStatus: 'active' })
    for (const path of ['/profile', '/subscribe']) {
      await page.goto(path)
      await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
      await expect(main(page).getByText(ended)).toBeVisible()
      await expect(reactivate).toHaveCount(me.organizationRole === 'admin' ? 1 : 0)
    }
  }
  const graceEndsAt = '2026-12-22T08:00:00.000Z'
  as({ ...subscriberMe, subscriptionStatus: 'past_due', graceEndsAt })
  server.refuse(payOverdue, 'nothing_overdue')
  await page.goto('/profile')
  await expect(main(page).getByRole('link', { name: 'Fix Payment' })).toHaveAttribute('href', '/subscribe')
  await main(page).getByRole('link', { name: 'Fix Payment' }).click()
  await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
  await expect(main(page).getByRole('link', { name: 'Fix Payment' })).toHaveCount(0)
})

test('an admin reactivates with the saved card, and another one can be used', tagged('D129'), async ({ provider }) => {
  as({ ...ownerMe, ...shut, isTwoFactorSuggested: true })
  serveBilling(server, { ...billing, plan: { ...plan, status: 'canceled', hasAccess: false } })
  server.answer(organizationOverview, { ...overview, ...canceled })
  await page.goto('/organization-dashboard')
  await expect(header(page).getByRole('link', { name: 'Reactivate' })).toHaveAttribute('href', billingPath)
  await expect(main(page).getByText('Protect your admin sign-in')).toHaveCount(0)
  await main(page).getByRole('link', { name: 'Reactivate' }).click()
  await expect(page).toHaveURL(billingPath)
  await expect(main(page).getByText(ended)).toBeVisible()
  await expect(cardOf(page, 'Available Credits')).toContainText('1,020 minutes')
  await expect(main(page).getByRole('link', { name: 'Add More Credits' })).toHaveCount(0)
  server.answer(reactivateOrganization, async () => ({
    ...(await provider.openKeptPayment(36_900, 'pm_card_visa')),
    amount: 369,
    card: visa,
  }))
  server.answer(processPaymentSuccess, () => {
    as(ownerMe)
    serveBilling(server)
    return { creditsAdded: 0, monthlyCreditsAdded: 1000 }
  })
  await cardOf(page, 'Subscription').getByRole('button', { name: 'Reactivate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reactivate your organization' })
  const pay = dialog.getByRole('button', { name: 'Pay $369.00 with Visa ending in 4242' })
  await expect(pay).toBeEnabled()
  await dialog.getByRole('button', { name: 'Use another card' }).click()
  await expect(dialog.getByRole('button', { name: 'Pay $369.00', exact: true })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await cardOf(page, 'Subscription').getByRole('button', { name: 'Reactivate' }).click()
  await pay.click()
  await expect(toastOf(page)).toContainText('Payment Successful')
  await expect(cardOf(page, 'Subscription')).toContainText('It renews on')
  await expect(main(page).getByText(ended)).toHaveCount(0)
})

test('the voice dialog says that access has ended, and never that credits are missing', tagged('D129'), async () => {
  as(memberMe)
  await page.goto('/about')
  await serveTalk(page, server, memberMe)
  server.answer(unlockedAgents, [])
  const dialog = await openCoach(page)
  server.refuse(startConversation, 'organization_inactive')
  await dialog.getByRole('button', { name: 'Start' }).click()
  await expect(toastOf(page)).toContainText('No Access')
  await expect(toastOf(page)).toContainText(ended)
  await expect(dialog).toContainText(ended)
  await expect(dialog).not.toContainText('Connection Failed')
  await expect(dialog).not.toContainText('Not Enough Credits')
})

test('every tab links the admins of an unpaid organization to its package, and to where they have access (D130, D180)', async () => {
  const unpaid: Me = { ...ownerMe, ...shut, organizationCredits: 0, isOrganizationUnpaid: true }
  const both = { ...contextOf(unpaid), offersPersonal: true }
  as(unpaid, both)
  serveBilling(server, unpaidBilling)
  const waits = { ...overview, subscriptionStatus: 'inactive', givesAccess: false, creditBalance: 0 } as const
  server.answer(organizationOverview, waits)
  const choose = main(page).getByRole('link', { name: 'Choose a Package' })
  const builder = `/package-builder?organizationId=${acmeId}`
  await page.goto('/organization-dashboard')
  await expect(choose).toHaveAttribute('href', builder)
  await expect(header(page).getByRole('link', { name: 'Choose a Package' })).toHaveAttribute('href', builder)
  await openBilling(page)
  await expect(choose).toHaveAttribute('href', builder)
  await expect(main(page).getByRole('link', { name: 'Add More Credits' })).toHaveCount(0)

  const personal = { ...alone, memberships: both.memberships }
  server.answer(switchOrganization, () => {
    as(subscriberMe, personal)
    return personal
  })
  server.answer(agents, [])
  server.answer(unlockedAgents, [])
  await page.goto('/checkout')
  await expect(page.getByRole('heading', { level: 1, name: "Acme Consulting hasn't paid yet" })).toBeVisible()
  await main(page).getByRole('button', { name: 'Work in: Personal' }).click()
  await expect(page).toHaveURL('/marketplace')
  await expect(header(page).getByRole('button', { name: '150 minutes' })).toBeVisible()
  expect(server.asked(switchOrganization).map(({ body }) => body)).toEqual([{ organizationId: null }])
})
