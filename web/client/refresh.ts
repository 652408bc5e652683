import { accountUser, transactions } from '#contract/billing/account.ts'
import { agentPage, agents } from '#contract/agents/agents.ts'
import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import type { Call } from '#contract/call.ts'
import { card } from '#contract/billing/cards.ts'
import { debts } from '#contract/billing/debts.ts'
import { communications } from '#contract/messages/messages.ts'
import { minutes } from '#contract/ledger/minutes.ts'
import { organizationDetails, userOrganizations } from '#contract/organizations/management.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { organizationOverview, organizationSessions } from '#contract/organizations/dashboard.ts'
import { members } from '#contract/organizations/members.ts'
import { organizationUsage } from '#contract/organizations/usage.ts'
import { poolDebts } from '#contract/organizations/pool-debts.ts'
import { firstTimeEligible, purchases, subscriptionStatus } from '#contract/billing/purchases.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { talkTime } from '#contract/conversations/talk-time.ts'
import { session, sessions, usage, userStats } from '#contract/conversations/voice.ts'
import { keyOf } from './api.ts'
import { refreshMe } from './me.ts'
import { queryClient } from './query-client.ts'

const paidThings = [
  accountUser,
  transactions,
  minutes,
  purchases,
  subscriptionStatus,
  firstTimeEligible,
  autoPurchase,
  debts,
  organizationBilling,
  organizationOverview,
  poolDebts,
]

/** What a conversation changes besides the balance: its row, its cost, whether its agent may be rated, its count. */
const talkedThings = [
  sessions,
  session,
  usage,
  minutes,
  userStats,
  talkTime,
  ratings,
  agents,
  agentPage,
  organizationOverview,
  organizationSessions,
  organizationUsage,
  members,
]

/** Reads anew what a payment changes (D168); resolves when the balance is new. */
export async function refreshAfterPayment(): Promise<void> {
  // A first payment also keeps its card.
  void markOld([...paidThings, card])
  await refreshMe()
}

/** Reads anew what a conversation changes; resolves when the balance is new. */
export async function refreshAfterSession(): Promise<void> {
  void markOld([...talkedThings, purchases, subscriptionStatus, accountUser, autoPurchase])
  await refreshMe()
}

/** The balance moved without an act of this page, as while somebody talks elsewhere: the figures beside it are read again. */
export function refreshTalkedThings(): void {
  void markOld(talkedThings)
}

/** Reads anew what an unlock that costs minutes changes; resolves when the balance is new. */
export async function refreshMinutes(): Promise<void> {
  await Promise.all([markOld([minutes, accountUser, autoPurchase]), refreshMe()])
}

/** Reads anew what ending or resuming the subscription changes; resolves when the state is new. */
export async function refreshSubscription(): Promise<void> {
  await Promise.all([markOld([accountUser, subscriptionStatus]), refreshMe()])
}

/** Reads anew what another card or other settings of automatic purchases change; resolves when all is new. */
export async function refreshPaymentSettings(): Promise<void> {
  await Promise.all([markOld([card, autoPurchase, accountUser]), refreshMe()])
}

/** Reads anew what sending, reading or deleting a message changes; resolves when list and badge are new. */
export async function refreshMessages(): Promise<void> {
  await Promise.all([markOld([communications]), refreshMe()])
}

/** Reads anew whether an automatic purchase has brought its minutes, or what stands in its way. */
export async function refreshAutoPurchase(): Promise<void> {
  await Promise.all([markOld([autoPurchase]), refreshMe()])
}

/** Reads anew what the payment of a waiting organization's package changes (D130). */
export async function refreshOrganization(): Promise<void> {
  await Promise.all([
    markOld([organizationDetails, userOrganizations, userOrganization, organizationOverview]),
    refreshMe(),
  ])
}

/** The balance moved without an act of this page, for instance by an automatic purchase: its rows are read anew. */
export function refreshPaidThings(): void {
  void markOld(paidThings)
}

/** Reads anew what a purchase, a refill or another state of the subscription changes for an organization (D133). */
export async function refreshOrganizationBilling(): Promise<void> {
  await markOld([organizationBilling, organizationOverview])
}

/** What is on the screen is read again now, the rest when it is next shown. */
async function markOld(calls: readonly Call[]): Promise<void> {
  await Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: keyOf(call) })))
}
