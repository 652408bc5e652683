import { centsToDollars } from '#contract/amounts.ts'
import { isOver } from '../../billing/subscriptions/status.ts'
import { listOpenDebts } from '../../billing/refunds/debts.ts'
import type { Read } from '../../database/sql.ts'
import { graceEndsAt } from '../../identity/access.ts'

/** How an account stands: its balance, plan, rule of automatic purchases, and debts. */

interface BalanceRow {
  monthlyMs: number
  monthlyEndsAt: Date | null
  purchasedMs: number
  heldMs: number
}

interface AutoPurchaseRow {
  enabled: boolean
  packageName: string | null
  packageCents: number | null
  packageMinutes: number | null
  thresholdMinutes: number
  monthlyCapCents: number
  problem: string | null
}

interface PlanRow {
  status: string
  planName: string
  planCents: number
  renewsAt: Date | null
  cancelAtPeriodEnd: boolean
  pastDueSince: Date | null
}

/** `monthCents`: what a month costs where that differs from what was agreed at first, as with changed seats. */
export async function readStanding(read: Read, accountId: string, at: Date, monthCents?: number | undefined) {
  const [[balance], [plan], [rule], debts] = await Promise.all([
    read<BalanceRow>`
      select monthly_ms, monthly_ends_at, purchased_ms, held_ms from account where id = ${accountId}`,
    read<PlanRow>`
      select status, plan_name, plan_cents, renews_at, cancel_at_period_end, past_due_since
      from subscription where account_id = ${accountId}`,
    read<AutoPurchaseRow>`
      select enabled, package_name, package_cents, package_minutes, threshold_minutes, monthly_cap_cents, problem
      from auto_purchase where account_id = ${accountId}`,
    listOpenDebts(read, accountId),
  ])
  if (!balance) throw new Error(`No account ${accountId}`)
  return {
    balance: {
      month: balance.monthlyMs / 1000,
      monthEndsAt: balance.monthlyMs > 0 ? balance.monthlyEndsAt : null,
      purchased: balance.purchasedMs / 1000,
      held: balance.heldMs / 1000,
    },
    plan: plan ? describePlan(plan, at, monthCents ?? plan.planCents) : null,
    autoPurchase: rule ? describeRule(rule) : null,
    debts: debts.map(({ id, amountCents, createdAt }) => ({ id, amount: centsToDollars(amountCents), createdAt })),
  }
}

/** Returns the state of a plan and the next charge, as agreed (D181). */
export function describePlan(plan: PlanRow, at: Date, monthCents: number) {
  const { planName: name, status: subscriptionStatus, pastDueSince, renewsAt, cancelAtPeriodEnd } = plan
  const grace = graceEndsAt({ subscriptionStatus, pastDueSince })
  if (isOver(subscriptionStatus) || (grace && grace <= at)) {
    return { name, state: 'ended' as const, at: null, nextCharge: null }
  }
  const nextCharge = centsToDollars(monthCents)
  if (grace) return { name, state: 'grace' as const, at: grace, nextCharge }
  if (cancelAtPeriodEnd) return { name, state: 'ends' as const, at: renewsAt, nextCharge: null }
  return { name, state: 'renews' as const, at: renewsAt, nextCharge }
}

function describeRule(rule: AutoPurchaseRow) {
  return {
    isOn: rule.enabled,
    packageName: rule.packageName,
    price: rule.packageCents === null ? null : centsToDollars(rule.packageCents),
    minutes: rule.packageMinutes,
    belowMinutes: rule.thresholdMinutes,
    monthlyLimit: centsToDollars(rule.monthlyCapCents),
    problem: rule.problem,
  }
}
