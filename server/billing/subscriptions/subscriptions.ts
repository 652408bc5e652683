import { minutesToMs } from '#contract/amounts.ts'
import {
  columns,
  hasRows,
  allValues,
  firstValue,
  first,
  type LongRead,
  type Read,
  type Tx,
} from '../../database/sql.ts'
import { paidStatuses } from '../../identity/access.ts'
import { grantMinutes } from '../../ledger/ledger.ts'
import { doesLapse, type MonthlyPlan } from '../checkout/offers.ts'
import type { Pools } from '../services.ts'
import { isOver } from './status.ts'
import type { SubscriptionEventKind } from '#contract/billing/subscription-events.ts'

/**
 * What is paid monthly, a person's platform access or an organization's package: its state as the provider reports it,
 * and the minutes of each paid month.
 */

interface ProviderSubscription {
  id: string
  status: string
  renewsAt: Date
  cancelAtPeriodEnd: boolean
  pastDueSince: Date | null
}

/**
 * A state as the provider reported it, and when it was asked, in real time. Of two overlapping reads it is unknown
 * which is newer, so a read is stored only when it began after the stored one ended, which is the row's `read_at`.
 */
export interface SubscriptionRead<State extends ProviderSubscription = ProviderSubscription> {
  state: State
  beganAt: Date
  endedAt: Date
}

/**
 * Makes a subscription that was just paid the account's current one, with what its months cost and give from now on
 * (D181). For the same subscription only a newer state is stored.
 */
export async function adoptSubscription(
  tx: Tx,
  { accountId, plan }: { accountId: string; plan: MonthlyPlan },
  read: SubscriptionRead,
  at: Date,
): Promise<void> {
  const { state } = read
  await tx`
    insert into subscription (account_id, stripe_subscription_id, status, tier, plan_name, plan_cents, plan_minutes,
      renews_at, cancel_at_period_end, past_due_since, read_at, updated_at)
    values (${accountId}, ${state.id}, ${state.status}, ${plan.tier}, ${plan.name}, ${plan.priceCents},
      ${plan.minutes}, ${state.renewsAt}, ${state.cancelAtPeriodEnd}, ${state.pastDueSince}, ${read.endedAt}, ${at})
    on conflict (account_id) do update set
      stripe_subscription_id = excluded.stripe_subscription_id,
      status = excluded.status,
      tier = excluded.tier,
      plan_name = excluded.plan_name,
      plan_cents = excluded.plan_cents,
      plan_minutes = excluded.plan_minutes,
      renews_at = excluded.renews_at,
      cancel_at_period_end = excluded.cancel_at_period_end,
      past_due_since = excluded.past_due_since,
      read_at = excluded.read_at,
      updated_at = excluded.updated_at
    where subscription.stripe_subscription_id <> excluded.stripe_subscription_id
      or subscription.read_at < ${read.beganAt}`
}

export interface StoredSubscription {
  accountId: string
  userId: string | null
  status: string
  cancelAtPeriodEnd: boolean
}

/**
 * Stores a newer state of an account's current subscription and returns what was stored before. Returns `overlapped` to
 * ask for another read, unless this one matches what is stored. The order in which events are handled therefore does
 * not matter.
 */
export async function refreshSubscription(
  tx: Tx,
  read: SubscriptionRead,
  at: Date,
): Promise<StoredSubscription | 'not_current' | 'overlapped'> {
  const { state } = read
  const [before] = await tx<StoredSubscription & { isOlder: boolean; isSame: boolean }>`
    select subscription.account_id, contact.user_id, subscription.status, subscription.cancel_at_period_end,
      subscription.read_at < ${read.beganAt} as is_older,
      (subscription.status, renews_at, cancel_at_period_end, past_due_since) is not distinct from
        (${state.status}::text, ${state.renewsAt}::timestamptz, ${state.cancelAtPeriodEnd}::boolean,
          ${state.pastDueSince}::timestamptz) as is_same
    from subscription join account_contact as contact on contact.account_id = subscription.account_id
    where stripe_subscription_id = ${state.id} for update of subscription`
  if (!before) return 'not_current'
  if (!before.isOlder) return before.isSame ? before : 'overlapped'
  await tx`
    update subscription set status = ${state.status}, renews_at = ${state.renewsAt},
      cancel_at_period_end = ${state.cancelAtPeriodEnd}, past_due_since = ${state.pastDueSince},
      read_at = ${read.endedAt}, updated_at = ${at}
    where stripe_subscription_id = ${state.id}`
  return before
}

/** Neither paid nor over, in the words of the index `subscription_waiting`. */
const waits = columns`subscription.status not in ('active', 'trialing', 'canceled', 'incomplete_expired')`

/**
 * Returns subscriptions that the provider may have moved on without our knowledge, because the paid month is over or a
 * payment waits. Page by page, after an account. Each reason has an index of its own.
 */
export function listUnsettledSubscriptions(
  read: LongRead,
  at: Date,
  afterAccountId: string | null,
): Promise<{ accountId: string; stripeSubscriptionId: string }[]> {
  return read`
    select account_id, stripe_subscription_id
    from (
      select account_id, stripe_subscription_id from subscription where ${waits}
      union
      select account_id, stripe_subscription_id from subscription
      where renews_at <= ${at} and status = any(${paidStatuses}::text[])
      union
      select account_id, stripe_subscription_id from account join subscription on account_id = account.id
      where monthly_ends_at <= ${at} and status = any(${paidStatuses}::text[])
    ) as unsettled
    where ${afterAccountId}::uuid is null or account_id > ${afterAccountId}::uuid
    order by account_id limit 5000`
}

/** Returns the invoices for which no paid month was booked yet. */
export function listUnbookedInvoices(read: Read, invoiceIds: string[]): Promise<string[]> {
  return allValues(read<{ invoiceId: string }>`
    select invoice_id from unnest(${invoiceIds}::text[]) as invoice_id
    where not exists (select from subscription_payment where stripe_invoice_id = invoice_id)`)
}

/** Returns the account's subscription at the provider, unless it is over. */
export async function findRunningSubscription(read: Read, accountId: string): Promise<string | null> {
  const [row] = await read<{ id: string; status: string }>`
    select stripe_subscription_id as id, status from subscription where account_id = ${accountId}`
  return row && !isOver(row.status) ? row.id : null
}

export interface AccountSubscription {
  stripeSubscriptionId: string
  subscriptionStatus: string
  tier: string
  renewsAt: Date | null
  cancelAtPeriodEnd: boolean
}

/** Returns the state of an account's subscription; null when it never had one. */
export function findSubscription(read: Read, accountId: string): Promise<AccountSubscription | null> {
  return first(read<AccountSubscription>`
    select stripe_subscription_id, status as subscription_status, tier, renews_at, cancel_at_period_end
    from subscription where account_id = ${accountId}`)
}

/**
 * Returns what an account's months cost and give, as agreed with its subscription; null when it never had one. The
 * price of a pool is that of the month ending at `monthEndsAt`, or of the next one (D116).
 */
export async function findPlan(
  read: Read,
  pools: Pick<Pools, 'findMonthCents'>,
  accountId: string,
  monthEndsAt: Date | null = null,
): Promise<MonthlyPlan | null> {
  const [plan] = await read<MonthlyPlan>`
    select tier, plan_name as name, plan_minutes as minutes, plan_cents as price_cents
    from subscription where account_id = ${accountId}`
  if (!plan) return null
  return { ...plan, priceCents: (await pools.findMonthCents(read, accountId, monthEndsAt)) ?? plan.priceCents }
}

/** Returns the account whose current subscription it is. */
export function findSubscriptionAccount(read: Read, subscriptionId: string): Promise<string | null> {
  return firstValue(read<{ accountId: string }>`
    select account_id from subscription where stripe_subscription_id = ${subscriptionId}`)
}

interface PaidMonth {
  accountId: string
  userId: string
  plan: MonthlyPlan
  /** The amount paid: the plan's price, plus the one-time parts on the invoice of a first month. */
  amountCents: number
  invoiceId: string
  paymentIntentId: string | null
  endsAt: Date
  paidWith: string | null
  at: Date
}

/**
 * Books a paid month and its minutes under the invoice's id as the key (D32). Returns the month's id when it is new.
 */
export async function bookMonth(tx: Tx, month: PaidMonth): Promise<string | null> {
  const { plan } = month
  const ms = minutesToMs(plan.minutes)
  const lapses = doesLapse(plan)
  const [row] = await tx<{ id: string }>`
    insert into subscription_payment (account_id, user_id, tier, amount_cents, credits_added_ms, stripe_invoice_id,
      stripe_payment_intent_id, item, period_ends_at, paid_with, created_at)
    values (${month.accountId}, ${month.userId}, ${plan.tier}, ${month.amountCents}, ${ms}, ${month.invoiceId},
      ${month.paymentIntentId}, ${plan.name}, ${month.endsAt}, ${month.paidWith}, ${month.at})
    on conflict (stripe_invoice_id) do nothing returning id`
  await grantMinutes(tx, {
    accountId: month.accountId,
    bucket: lapses ? 'monthly' : 'purchased',
    kind: lapses ? 'monthly_grant' : 'purchase',
    sourceRef: `month:${month.invoiceId}`,
    ms,
    priceCents: month.amountCents,
    expiresAt: lapses ? month.endsAt : null,
    paymentIntentId: month.paymentIntentId,
    userId: month.userId,
    notes: plan.name,
    at: month.at,
  })
  return row?.id ?? null
}

interface PaidSeats {
  accountId: string
  userId: string
  paymentIntentId: string
  amountCents: number
  periodEndsAt: Date
  paidWith: string | null
  at: Date
}

/** Books a payment of added seats, whose checkout is booked once. Returns its id. */
export function bookSeats(tx: Tx, paid: PaidSeats): Promise<string | null> {
  return firstValue(tx<{ id: string }>`
    insert into subscription_payment (account_id, user_id, tier, amount_cents, credits_added_ms,
      stripe_payment_intent_id, item, period_ends_at, paid_with, created_at)
    values (${paid.accountId}, ${paid.userId}, 'seats', ${paid.amountCents}, 0, ${paid.paymentIntentId}, 'Added seats',
      ${paid.periodEndsAt}, ${paid.paidWith}, ${paid.at}) returning id`)
}

/** When subscriptions were canceled, resumed and ended, and by whom, for the team's timeline and the export. */

/** Until then somebody may be named as the cause of a change that a webhook has stored first. */
const namingMs = 60_000

/**
 * Notes what a newer state of a subscription changes, in the transaction that stores it. `by` is who caused it; null
 * for what the provider reports on its own. A change that its webhook has stored already gets the name only. Returns
 * whether `by` is now named as the cause of a change.
 */
export async function noteSubscriptionChange(
  tx: Tx,
  before: StoredSubscription,
  state: ProviderSubscription,
  { by, at }: { by: string | null; at: Date },
): Promise<boolean> {
  const { accountId } = before
  const kind = kindOf(before, state)
  if (!kind) return by !== null && nameCause(tx, { accountId, kind: kindOfState(state), by, at })
  await tx`
    insert into subscription_event (account_id, kind, by_user_id, month_ends_at, at)
    values (${accountId}, ${kind}, ${by}, ${kind === 'ended' ? null : state.renewsAt}, ${at})`
  return by !== null
}

function kindOf(before: StoredSubscription, state: ProviderSubscription): SubscriptionEventKind | null {
  if (isOver(before.status)) return null
  if (isOver(state.status)) return 'ended'
  if (state.cancelAtPeriodEnd === before.cancelAtPeriodEnd) return null
  return state.cancelAtPeriodEnd ? 'canceled' : 'resumed'
}

function kindOfState({ status, cancelAtPeriodEnd }: ProviderSubscription): SubscriptionEventKind {
  if (isOver(status)) return 'ended'
  return cancelAtPeriodEnd ? 'canceled' : 'resumed'
}

function nameCause(
  tx: Tx,
  { accountId, kind, by, at }: { accountId: string; kind: SubscriptionEventKind; by: string; at: Date },
): Promise<boolean> {
  return hasRows(tx`
    update subscription_event set by_user_id = ${by}
    where by_user_id is null and kind = ${kind} and at >= ${new Date(at.getTime() - namingMs)} and id = (
      select newest.id from subscription_event as newest
      where newest.account_id = ${accountId} order by newest.at desc, newest.id desc limit 1)
    returning id`)
}
