import type * as z from 'zod/mini'
import { centsToDollars } from '#contract/amounts.ts'
import type { paymentSummary } from '#contract/billing/purchases.ts'
import type { AgreedPackage, MonthlyPlan } from './offers.ts'

/** Returns the agreed figures of a payment that the pay button shows (D29, D181). */
export function summarize(bought: AgreedPackage | null, plan: MonthlyPlan | null): z.input<typeof paymentSummary> {
  const lines: { label: string; cents: number }[] = []
  if (bought) lines.push({ label: bought.name, cents: bought.priceCents })
  if (plan) lines.push({ label: bought ? 'Platform access' : plan.name, cents: plan.priceCents })
  return {
    totalAmount: centsToDollars(lines.reduce((sum, { cents }) => sum + cents, 0)),
    lines: lines.map(({ label, cents }) => ({ label, amount: centsToDollars(cents) })),
    packageMinutes: bought?.minutes ?? 0,
    ...(bought && bought.bonusMinutes > 0 ? { bonusMinutes: bought.bonusMinutes } : {}),
    monthlyMinutes: plan?.minutes ?? 0,
  }
}
