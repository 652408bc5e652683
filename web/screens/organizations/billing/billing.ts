import { formatDollars, minutesText } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { query } from '#web/client/api.ts'

export type Billing = Answer<typeof organizationBilling>
export type Order = NonNullable<Billing['businessRegistration']>

/** How long an answer is reused without asking again; a purchase drops it at once (S585, D133). */
const keptMs = 5 * 60_000

export function billingQuery(organizationId: number) {
  return { ...query(organizationBilling, { params: { organizationId: String(organizationId) } }), staleTime: keptMs }
}

/** Returns when auto-purchase buys what (D109). */
export function autoPurchaseRule({
  minutes,
  price,
  threshold,
  monthlyCap,
}: NonNullable<Billing['autoPurchase']>): string {
  return `${minutesText(minutes)} for ${formatDollars(price)} when fewer than ${threshold} remain, at most ${formatDollars(monthlyCap)} a month`
}
