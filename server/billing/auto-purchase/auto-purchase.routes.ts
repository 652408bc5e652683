import type * as z from 'zod/mini'
import { centsToDollars, dollarsToCents, formatCents, minutesText } from '#contract/amounts.ts'
import * as contract from '#contract/billing/auto-purchase.ts'
import { defaultTier, packageTiers } from '#contract/billing/prices.ts'
import { findPayers } from '../../identity/account-owner.ts'
import { findAutoPurchase, readFacts } from './auto-purchase.ts'
import { type AutoPurchase, type Facts, findObstacle, isBlocked, isPaused, wouldBuy } from './auto-purchase-rules.ts'
import { type Checkout, findOpenAutomatic } from '../checkout/checkouts.ts'
import { packageOf } from '../checkout/offers.ts'
import { findPayer } from '../checkout/payers.ts'
import { changeAutoPurchase, resumeAutomatic } from './auto-purchase.flow.ts'
import { routes } from '../../kernel/serve.ts'
import type { Services } from '../services.ts'
import { summarize } from '../checkout/payment-summary.routes.ts'

export const autoPurchaseRoutes = routes<typeof contract, Services>(contract, {
  autoPurchase: ({ services, person, at }) => answerState(services, person.accountId, at),

  changeAutoPurchase: async ({ services, person, body, at }) => {
    await changeAutoPurchase(services, person.accountId, {
      enabled: body.enabled,
      tier: body.tier,
      thresholdMinutes: body.threshold,
      monthlyCapCents: body.monthlyCap === undefined ? undefined : dollarsToCents(body.monthlyCap),
    })
    return answerState(services, person.accountId, at)
  },

  resumePayment: async ({ services, read, person, params }) => {
    const { checkout, clientSecret } = await resumeAutomatic(services, person, params.id)
    const { accountId } = checkout
    const { card } = await findPayer(read, accountId)
    const { organizationName } = await findPayers(read, accountId)
    return {
      clientSecret,
      summary: summarize(packageOf(checkout), null),
      card,
      paymentMethodId: card?.paymentMethodId ?? null,
      organizationName,
    }
  },
})

async function answerState(
  services: Services,
  accountId: string,
  at: Date,
): Promise<z.input<typeof contract.autoPurchaseState>> {
  const { state, facts, shown } = await describeAutoPurchase(services, accountId, at)
  const { name, minutes, priceCents } = wouldBuy(state)
  return {
    ...shown,
    agreed: state.enabled ? { name, minutes, price: centsToDollars(priceCents) } : null,
    tier: packageTiers.find((tier) => tier === state.tier) ?? defaultTier,
    card: facts.card,
    chargesNow: facts.isLow && findObstacle(state, facts) === null,
  }
}

/** Returns how an account is filled automatically of a person or a pool, and what prevents it. */
export async function describeAutoPurchase({ database: { read } }: Services, accountId: string, at: Date) {
  const [state, facts, open] = await Promise.all([
    findAutoPurchase(read, accountId),
    readFacts(read, accountId, at),
    findOpenAutomatic(read, accountId),
  ])
  const shown = {
    enabled: state.enabled,
    threshold: state.thresholdMinutes,
    monthlyCap: centsToDollars(state.monthlyCapCents),
    spentThisMonth: centsToDollars(facts.spentCents),
    problem: describeProblem(state, facts, open),
  }
  return { state, facts, shown }
}

type Problem = z.input<typeof contract.autoPurchaseState>['problem']

/** Returns the worst problem that prevents the next purchase, in words for people. */
function describeProblem(state: AutoPurchase, facts: Facts, open: Checkout | null): Problem {
  const waiting = open?.needsConfirmation ? open : null
  const { retryAt } = state
  const [problem, checkoutId] = [state.problem, waiting?.id ?? null]
  if (problem === 'switched_off' || problem === 'no_card') {
    const message =
      problem === 'no_card'
        ? 'Auto-purchase was turned off because there is no saved card. Save a card to turn it on again.'
        : 'Auto-purchase was turned off after three declined charges. You can turn it on again, ideally with another card.'
    return { code: 'switched_off', message, retryAt: null, checkoutId }
  }
  if (facts.card && isBlocked(state, facts.card)) {
    const message = 'Your bank refused your card for automatic purchases. Please save another card.'
    return { code: 'card_blocked', message, retryAt: null, checkoutId: null }
  }
  if (!state.enabled) return null
  if (facts.isOnHold) {
    const message = 'Auto-purchase is on hold until a disputed payment is settled.'
    return { code: 'on_hold', message, retryAt: null, checkoutId: null }
  }
  if (waiting) {
    const message = 'Your bank wants you to confirm the last automatic purchase.'
    return { code: 'confirmation_needed', message, retryAt, checkoutId }
  }
  if (problem === 'declined' || problem === 'confirmation_needed') {
    const message =
      'Your bank declined the last automatic purchase. We will try again as soon as you save another card.'
    return { code: 'declined', message, retryAt, checkoutId: null }
  }
  if (problem === 'cap_reached') {
    const message = `Another purchase would exceed your limit of ${formatCents(state.monthlyCapCents)} a month.`
    return { code: 'cap_reached', message, retryAt, checkoutId: null }
  }
  if (open || !isPaused(state, facts)) return null
  const message = `Auto-purchase is paused because a payment was refunded or disputed. It continues once your balance has been above ${minutesText(state.thresholdMinutes)}.`
  return { code: 'paused', message, retryAt: null, checkoutId: null }
}
