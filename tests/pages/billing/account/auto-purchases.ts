import { accountUser } from '#contract/billing/account.ts'
import { autoPurchase, changeAutoPurchase } from '#contract/billing/auto-purchase.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import type { FakeServer } from '../../fake-server.ts'
import { autoPurchaseOff } from './account.ts'

export type State = Answer<typeof autoPurchase>

export const autoPurchaseOn = { ...autoPurchaseOff, enabled: true } satisfies State

/** Keeps what the page changes, starting with `first`. */
export function takeChanges(server: FakeServer, first: State = autoPurchaseOff): void {
  let state = first
  server.answer(autoPurchase, () => state)
  server.answer(changeAutoPurchase, ({ body }) => (state = { ...state, ...body }))
}

/** Returns the person with this few minutes, of those that were bought. */
export function withMinutes(me: Me, minutes: number): Me {
  return {
    ...me,
    creditBalance: minutes,
    balanceSeconds: minutes * 60,
    monthlyCredits: 0,
    purchasedCredits: minutes,
    monthlyEndsAt: null,
  }
}

/** Adds the minutes of an automatic purchase from now on. */
export function bringMinutes(server: FakeServer, me: Me, state: State): void {
  server.answer(currentUser, me)
  server.answer(accountUser, me)
  server.answer(autoPurchase, state)
}
