import { beforeEach, expect, it } from 'vitest'
import { accountUser, transactions } from '#contract/billing/account.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { autoPurchase } from '#contract/billing/auto-purchase.ts'
import type { Call } from '#contract/call.ts'
import { communications } from '#contract/messages/messages.ts'
import { minutes } from '#contract/ledger/minutes.ts'
import { purchases, subscriptionStatus } from '#contract/billing/purchases.ts'
import { agentRequests } from '#contract/agents/requests.ts'
import { organizationHoursSaved, ownHoursSaved } from '#contract/results/hours-saved.ts'
import { memory } from '#contract/results/memory.ts'
import { nextSteps } from '#contract/results/next-steps.ts'
import { myConversations, usage, userStats } from '#contract/conversations/voice.ts'
import { keyOf } from './api.ts'
import { queryClient } from './query-client.ts'
import {
  refreshAfterPayment,
  refreshAfterConversation,
  refreshMessages,
  refreshMinutes,
  refreshSubscription,
} from './refresh.ts'

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
  myConversations,
  usage,
  userStats,
  nextSteps,
  memory,
  ownHoursSaved,
  organizationHoursSaved,
} satisfies Record<string, Call>
type Name = keyof typeof known

let personReads = 0

beforeEach(async () => {
  queryClient.clear()
  personReads = 0
  for (const call of Object.values<Call>(known)) {
    await queryClient.prefetchQuery({
      queryKey: keyOf(call),
      queryFn: () => (call === currentUser ? ++personReads : 'read before'),
    })
  }
})

/** Returns the calls that are stale: read again when next shown, or at once if shown now. */
function old(): Name[] {
  return (Object.keys(known) as Name[]).filter(
    (name) => queryClient.getQueryState(keyOf(known[name]))?.isInvalidated === true,
  )
}

const renewals: [write: string, refresh: () => Promise<void>, renewed: Name[]][] = [
  [
    'a conversation (S228, S229)',
    refreshAfterConversation,
    [
      'accountUser',
      'autoPurchase',
      'minutes',
      'purchases',
      'subscriptionStatus',
      'myConversations',
      'usage',
      'userStats',
      'nextSteps',
      'memory',
      'ownHoursSaved',
      'organizationHoursSaved',
    ],
  ],
  [
    'a payment',
    refreshAfterPayment,
    ['accountUser', 'transactions', 'autoPurchase', 'minutes', 'purchases', 'subscriptionStatus'],
  ],
  ['an unlock that costs minutes', refreshMinutes, ['accountUser', 'autoPurchase', 'minutes']],
  ['ending or resuming the subscription', refreshSubscription, ['accountUser', 'subscriptionStatus']],
  ['a message that was sent, read or deleted', refreshMessages, ['communications']],
]

it.each(renewals)(
  'after %s the person is read at once, and what it changes is old (D168)',
  async (_, refresh, renewed) => {
    expect(old()).toEqual([])
    await refresh()
    expect(personReads).toBe(2)
    expect(old().toSorted()).toEqual(renewed.toSorted())
  },
)
