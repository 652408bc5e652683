import type { CustomerAutoPurchase, CustomerPlan } from '#contract/admin/customers.ts'
import { formatDollars, minutesText } from '#contract/amounts.ts'
import { formatDate } from '#contract/dates.ts'
import { declineText } from './payment-words.ts'

/** How a customer's plan and automatic purchases stand, in sentences. */

/** Returns what happens to a plan next, and the next charge as agreed (D181). */
export function planSentence({ state, at, nextCharge }: CustomerPlan): string {
  const day = at === null ? '' : ` on ${formatDate(at)}`
  const charge = nextCharge === null ? '' : ` for ${formatDollars(nextCharge)}`
  switch (state) {
    case 'renews':
      return `Renews${day}${charge}`
    case 'ends':
      return at ? `Canceled, ends${day}` : 'Canceled'
    case 'grace':
      return `Unpaid; access ends${day}${nextCharge === null ? '' : `, ${formatDollars(nextCharge)} is due`}`
    case 'ended':
      return 'Ended'
  }
}

const problems: Record<string, string> = {
  cap: 'The monthly limit is reached.',
  cap_reached: 'The monthly limit is reached.',
}

/** Returns the rule of automatic purchases in a sentence, with what stops it. */
export function autoPurchaseSentence(rule: CustomerAutoPurchase | null): string {
  if (!rule?.isOn || rule.price === null || rule.minutes === null) return 'Off'
  const { price, minutes, belowMinutes, monthlyLimit, problem } = rule
  const stopped = problem ? ` ${problems[problem] ?? `The last one was declined: ${declineText(problem)}.`}` : ''
  return `Buys ${minutesText(minutes)} for ${formatDollars(price)} at ${minutesText(belowMinutes)} or less, up to ${formatDollars(monthlyLimit)} a month.${stopped}`
}
