import type { ActTarget } from '#contract/audit/acts.ts'
import type { Tx } from '../database/sql.ts'

/** The record of what platform admins do (D153); rows are only ever added. */

/** The acting admin and the request. */
export interface Acting {
  adminId: string
  requestId: string
  at: Date
}

export interface Act {
  /** Subject and verb, such as `user.role`. */
  action: string
  target: { kind: ActTarget; id: string | number }
  /** The values before and after, of what changed only, and never a secret or a person's words. */
  before?: object | null
  after?: object | null
  reason?: string
}

/**
 * Records an act. Call it in the transaction that does it, after everything that waits for a lock: from here to the end
 * of the transaction nobody else can record one.
 */
export async function recordAct(tx: Tx, by: Acting, act: Act): Promise<void> {
  const { action, target, before, after, reason } = act
  await tx`
    insert into admin_act (admin_id, action, target_kind, target_id, before, after, reason, request_id, at)
    values (${by.adminId}, ${action}, ${target.kind}, ${String(target.id)}, ${before}, ${after}, ${reason},
      ${by.requestId}, ${by.at})`
}
