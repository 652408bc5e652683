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
import { organizationOverview, organizationConversations } from '#contract/organizations/dashboard.ts'
import { members } from '#contract/organizations/members.ts'
import { organizationUsage } from '#contract/organizations/usage.ts'
import { poolDebts } from '#contract/organizations/pool-debts.ts'
import { firstTimeEligible, purchases, subscriptionStatus } from '#contract/billing/purchases.ts'
import { ratings } from '#contract/agents/ratings.ts'
import { talkTime } from '#contract/conversations/talk-time.ts'
import { organizationHoursSaved, ownHoursSaved } from '#contract/results/hours-saved.ts'
import { memory } from '#contract/results/memory.ts'
import { nextSteps } from '#contract/results/next-steps.ts'
import { myConversation, myConversations, usage, userStats } from '#contract/conversations/voice.ts'
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

/**
 * What a conversation changes besides the balance: its row, its cost, whether its agent can be rated, its count, and what
 * agents propose in it.
 */
const talkedThings = [
  myConversations,
  myConversation,
  usage,
  minutes,
  userStats,
  talkTime,
  ratings,
  agents,
  agentPage,
  organizationOverview,
  organizationConversations,
  organizationUsage,
  members,
  nextSteps,
  memory,
  ownHoursSaved,
  organizationHoursSaved,
]

/** Reloads what a payment changes (D168); resolves once the balance is current. */
export async function refreshAfterPayment(): Promise<void> {
  // A first payment also saves its card.
  void markOld([...paidThings, card])
  await refreshMe()
}

/** Reloads what a conversation changes; resolves once the balance is current. */
export async function refreshAfterConversation(): Promise<void> {
  void markOld([...talkedThings, purchases, subscriptionStatus, accountUser, autoPurchase])
  await refreshMe()
}

/** Reloads the figures beside the balance after it changed elsewhere, as during a conversation in another tab. */
export function refreshTalkedThings(): void {
  void markOld(talkedThings)
}

/** Reloads what a paid unlock changes; resolves once the balance is current. */
export async function refreshMinutes(): Promise<void> {
  await Promise.all([markOld([minutes, accountUser, autoPurchase]), refreshMe()])
}

/** Reloads what ending or resuming the subscription changes; resolves once the state is current. */
export async function refreshSubscription(): Promise<void> {
  await Promise.all([markOld([accountUser, subscriptionStatus]), refreshMe()])
}

/** Reloads what a new card or new auto-purchase settings change; resolves once all is current. */
export async function refreshPaymentSettings(): Promise<void> {
  await Promise.all([markOld([card, autoPurchase, accountUser]), refreshMe()])
}

/** Reloads what sending, reading or deleting a message changes; resolves once list and badge are current. */
export async function refreshMessages(): Promise<void> {
  await Promise.all([markOld([communications]), refreshMe()])
}

/** Reloads whether an automatic purchase has added its minutes, or what blocks it. */
export async function refreshAutoPurchase(): Promise<void> {
  await Promise.all([markOld([autoPurchase]), refreshMe()])
}

/** Reloads what paying for an organization's first package changes (D130). */
export async function refreshOrganization(): Promise<void> {
  await Promise.all([
    markOld([organizationDetails, userOrganizations, userOrganization, organizationOverview]),
    refreshMe(),
  ])
}

/** Reloads the rows behind the balance after it changed elsewhere, for instance by an automatic purchase. */
export function refreshPaidThings(): void {
  void markOld(paidThings)
}

/** Reloads what a purchase, automatic or not, or a new subscription state changes for an organization (D133). */
export async function refreshOrganizationBilling(): Promise<void> {
  await markOld([organizationBilling, organizationOverview])
}

/** Marks data as stale: what is on the screen is read again now, the rest when it is next shown. */
async function markOld(calls: readonly Call[]): Promise<void> {
  await Promise.all(calls.map((call) => queryClient.invalidateQueries({ queryKey: keyOf(call) })))
}
