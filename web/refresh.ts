import { accountUser, transactions } from '#contract/account.ts'
import type { Call } from '#contract/call.ts'
import { firstTimeEligible, purchases, subscriptionStatus } from '#contract/purchases.ts'
import { sessions, usage, userStats } from '#contract/voice.ts'
import { keyOf } from './api.ts'
import { refreshMe } from './me.ts'
import { queryClient } from './query-client.ts'

/** Reads anew what a payment changes (D168); resolves when the balance is new. */
export async function refreshAfterPayment(): Promise<void> {
  markOld([accountUser, transactions, purchases, subscriptionStatus, firstTimeEligible])
  await refreshMe()
}

/** Reads anew what a conversation changes; resolves when the balance is new. */
export async function refreshAfterSession(): Promise<void> {
  markOld([sessions, usage, purchases, subscriptionStatus, userStats, accountUser])
  await refreshMe()
}

/** What is on the screen is read again now, the rest when it is next shown. */
function markOld(calls: readonly Call[]): void {
  for (const call of calls) void queryClient.invalidateQueries({ queryKey: keyOf(call) })
}
