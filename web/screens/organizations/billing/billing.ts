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
