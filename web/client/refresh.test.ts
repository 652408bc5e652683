import { beforeEach, expect, it } from 'vitest'
import { accountUser, transactions } from '#contract/billing/account.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import type { Call } from '#contract/call.ts'
import { communications } from '#contract/messages/messages.ts'
import { minutes } from '#contract/ledger/minutes.ts'
import { purchases, subscriptionStatus } from '#contract/billing/purchases.ts'
import { agentRequests } from '#contract/agents/requests.ts'
import * as hoursSaved from '#contract/results/hours-saved.ts'
import { memory } from '#contract/results/memory.ts'
import { nextSteps } from '#contract/results/next-steps.ts'
import * as voice from '#contract/conversations/voice.ts'
import { keyOf } from './api.ts'
import { queryClient } from './query-client.ts'
import * as refresh from './refresh.ts'

const known = {
  accountUser,
  transactions,
  currentUser,
  autoPurchase,
  communications,
  minutes,
  purchases,
  subscriptionStatus,
  agentRequests,
  myConversations: voice.myConversations,
  usage: voice.usage,
  userStats: voice.userStats,
  nextSteps,
  memory,
  ownHoursSaved: hoursSaved.ownHoursSaved,
  organizationHoursSaved: hoursSaved.organizationHoursSaved,
} satisfies Record<string, Call>
type Name = keyof typeof known

let personReads = 0

beforeEach(async () => {
  queryClient.clear()
  personReads = 0
  for (const call of Object.values<Call>(known)) {
    const queryFn = () => (call === currentUser ? ++personReads : 'read before')
    await queryClient.prefetchQuery({ queryKey: keyOf(call), queryFn })
  }
})

/** Returns the calls that are stale: read again when next shown, or at once if shown now. */
function old(): Name[] {
  const isOld = (name: Name) => queryClient.getQueryState(keyOf(known[name]))?.isInvalidated === true
  return (Object.keys(known) as Name[]).filter(isOld)
}

const balance: Name[] = ['accountUser', 'autoPurchase', 'minutes']
const paid: Name[] = ['purchases', 'subscriptionStatus']
const talked: Name[] = ['myConversations', 'usage', 'userStats', 'nextSteps', 'memory', 'ownHoursSaved']
const renewals: [write: string, refresh: () => Promise<void>, renewed: Name[]][] = [
  [
    'a conversation (S228, S229)',
    refresh.refreshAfterConversation,
    [...balance, ...paid, ...talked, 'organizationHoursSaved'],
  ],
  ['a payment', refresh.refreshAfterPayment, [...balance, ...paid, 'transactions']],
  ['an unlock that costs minutes', refresh.refreshMinutes, balance],
  ['ending or resuming the subscription', refresh.refreshSubscription, ['accountUser', 'subscriptionStatus']],
  ['a message that was sent, read or deleted', refresh.refreshMessages, ['communications']],
]

it.each(renewals)(
  'after %s the person is read at once, and what it changes is old (D168)',
  async (_, renew, renewed) => {
    expect(old()).toEqual([])
    await renew()
    expect(personReads).toBe(2)
    expect(old().toSorted()).toEqual(renewed.toSorted())
  },
)
