import { type Acting, recordAct } from '../../audit/acts.ts'
import type { Tx } from '../../database/sql.ts'
import { lockForChange } from '../user-changes.ts'

/** Signs a person out in every browser, also where a sign-in waits for its code. Only owners sign staff out. */
export async function signOutEverywhere(
  tx: Tx,
  by: Acting,
  userId: string,
  endSignIns: (tx: Tx, userId: string) => Promise<void>,
): Promise<'signed_out' | 'user_not_found' | 'self_change' | 'forbidden'> {
  const user = await lockForChange(tx, by, userId, { duty: 'people.change', endsOwner: () => false })
  if (typeof user === 'string') return user === 'last_admin' ? 'forbidden' : user
  await endSignIns(tx, userId)
  await recordAct(tx, by, { action: 'user.signOut', target: { kind: 'user', id: userId } })
  return 'signed_out'
}
