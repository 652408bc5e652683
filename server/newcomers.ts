import { openReferral } from './billing/checkout/referrals.ts'
import type { Newcomer } from './identity/users.ts'
import { openAccount } from './ledger/ledger.ts'
import type { Tx } from './database/sql.ts'

/** Opens the account that pays for a newcomer's conversations, and notes who invited them. */
export async function welcome(tx: Tx, { userId, invitation, at }: Newcomer): Promise<void> {
  await openAccount(tx, userId, at)
  if (invitation) await openReferral(tx, { ...invitation, referredUserId: userId, at })
}
