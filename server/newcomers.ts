import { openReferral } from './billing/checkout/referrals.ts'
import type { Newcomer } from './identity/users.ts'
import { openAccount } from './ledger/ledger.ts'
import type { Tx } from './database/sql.ts'

/** Gives a newcomer the account that pays for their talks, and notes who invited them. */
export async function welcome(tx: Tx, { userId, invitation, at }: Newcomer): Promise<void> {
  await openAccount(tx, userId, at)
  if (invitation) await openReferral(tx, { ...invitation, referredUserId: userId, at })
}
