import { unlockedAgents } from '#contract/agents/agents.ts'
import { processPaymentSuccess } from '#contract/billing/purchases.ts'
import { startConversation } from '#contract/conversations/voice.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { organizationDetails } from '#contract/organizations/management.ts'
import { changeSeats } from '#contract/organizations/seats.ts'
import { reactivateOrganization } from '#contract/organizations/subscription.ts'
import { as, closeToasts, expect, memberMe, ownerMe, page, server, tagged, test, toastOf } from '#tests/pages.ts'
import { fillCard } from '../../kit/browser/card-form.ts'
import { openCoach, serveTalk } from '../conversations/voice/talk.ts'
import { billing, billingPath, plan, serveBilling } from './billing.ts'
import { detailsOfMember } from './managed.ts'
import { acmeId, cardOf, overview, visa } from './organization.ts'
import { askSeats, serveSeats } from './seats.ts'

/** The payments of organizations, and what the pages of other subjects say of one whose access has ended. */

const ended = "Your organization's access has ended."
const shut = { hasAccess: false, hasOrganizationAccess: false, organizationCredits: 1020 } as const
const main = () => page.getByRole('main')

test('an admin reactivates with the saved card, and another one can be used', tagged('D129'), async ({ provider }) => {
  as({ ...ownerMe, ...shut, isTwoFactorSuggested: true })
  serveBilling(server, { ...billing, plan: { ...plan, status: 'canceled', hasAccess: false } })
  const canceled = { subscriptionStatus: 'canceled', givesAccess: false, creditBalance: 1020 } as const
  server.answer(organizationOverview, { ...overview, ...canceled })
  await page.goto('/organization-dashboard')
  const reactivate = { name: 'Reactivate' }
  await expect(page.getByRole('banner').getByRole('link', reactivate)).toHaveAttribute('href', billingPath)
  await expect(main().getByText('Protect your admin sign-in')).toHaveCount(0)
  await main().getByRole('link', reactivate).click()
  await expect(page).toHaveURL(billingPath)
  const subscription = cardOf(page, 'Subscription')
  await expect(subscription).toContainText('It ended on Dec 15, 2026.')
  await expect(subscription).toContainText('$369.00 for the first month')
  await expect(cardOf(page, 'Available Credits')).toContainText('1,020 minutes')
  await expect(main().getByRole('link', { name: 'Add More Credits' })).toHaveCount(0)
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
  await subscription.getByRole('button', reactivate).click()
  const dialog = page.getByRole('dialog', { name: 'Reactivate your organization' })
  const pay = dialog.getByRole('button', { name: 'Pay $369.00 with Visa ending in 4242' })
  await expect(pay).toBeEnabled()
  await dialog.getByRole('button', { name: 'Use another card' }).click()
  await expect(dialog.getByRole('button', { name: 'Pay $369.00', exact: true })).toBeEnabled()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await subscription.getByRole('button', reactivate).click()
  await pay.click()
  await expect(toastOf(page)).toContainText('Payment Successful')
  await expect(subscription).toContainText('It renews on')
  await expect(main().getByText(ended)).toHaveCount(0)
})

test('a refused saved card changes nothing, and another card pays for seats', tagged('D116'), async ({ provider }) => {
  as(ownerMe)
  serveBilling(server)
  serveSeats(server)
  const message = 'Your bank wants you to confirm this payment.'
  const clientSecret = await provider.openPayment(280)
  server.refuse(changeSeats, 'card_declined', { details: { clientSecret }, message })
  server.answer(processPaymentSuccess, () => {
    server.answer(organizationBilling, { ...billing, seats: { paidUsers: 6, nextUsers: 6, minUsers: 1 } })
    return { creditsAdded: 0, monthlyCreditsAdded: 0 }
  })
  await page.goto(billingPath)
  await askSeats(page, 6)
  const dialog = page.getByRole('dialog')
  const pay = dialog.getByRole('button', { name: 'Pay $2.80' })
  await pay.click()
  await expect(toastOf(page)).toContainText(message)
  await expect(dialog.getByRole('heading', { name: 'Pay with another card' })).toBeVisible()
  await expect(page.locator('main')).toContainText('1 of 5 taken')
  await closeToasts(page)
  await expect(pay).toBeEnabled()
  await fillCard(page, '4242 4242 4242 4242')
  await pay.click()
  await expect(toastOf(page)).toContainText('Seats Changed')
  await expect(cardOf(page, 'Seats')).toContainText('1 of 6 taken')
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

test('only admins pay for an organization, and members see who can', tagged('D120 D130'), async () => {
  const submit = page.getByRole('button', { name: 'Continue to Payment' })
  await page.goto(`/package-builder?organizationId=${acmeId}`)
  await page.getByRole('radio', { name: /^Growth/ }).check({ force: true })
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByText('Please sign in to continue')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign In' })).toHaveAttribute(
    'href',
    /^\/login\?next=%2Forganization-register-simplified/,
  )
  as(memberMe)
  server.answer(organizationDetails, {
    ...detailsOfMember,
    organization: { ...detailsOfMember.organization, subscriptionStatus: 'inactive', givesAccess: false },
  })
  await page.goto(`/organization-register-simplified?organizationId=${acmeId}`)
  await expect(page.getByText('Its admins choose the package')).toBeVisible()
  await expect(submit).toHaveCount(0)
})
