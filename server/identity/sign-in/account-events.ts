import type { AccountEventKind } from '#contract/identity/account-events.ts'
import type { Tx } from '../../database/sql.ts'

/** When a person's proofs of identity were changed, for the team's timeline and the person's export. */

interface AccountEvent {
  userId: string
  kind: AccountEventKind
  at: Date
  /** True for what an operator did at the command line. */
  byOperator?: boolean
}

/** Notes a change of how a person signs in, in the transaction of the change. */
export async function noteAccountEvent(tx: Tx, { userId, kind, at, byOperator = false }: AccountEvent): Promise<void> {
  await tx`
    insert into account_event (user_id, kind, by_operator, at) values (${userId}, ${kind}, ${byOperator}, ${at})`
}

/** Deletes them all for a person who is erased (D28). */
export async function eraseAccountEvents(tx: Tx, userId: string): Promise<void> {
  await tx`delete from account_event where user_id = ${userId}`
}
