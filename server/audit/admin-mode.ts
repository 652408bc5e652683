import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import type { Tx } from '../database/sql.ts'
import { readRecord, recordChange } from '../organizations/record.ts'
import type { Services } from '../kernel/services.ts'

/** A write of a platform admin in an organization, which goes on record whichever call does it (D120, D153). */
export interface ActInOrganization {
  /** Records what a handler's transaction has changed, in that transaction; it may still be refused when nothing has. */
  record(tx: Tx): Promise<void>
  /** Records a call that was made and is not on record yet, such as a flow with transactions of its own. */
  finish(): Promise<void>
}

/**
 * Begins the record of a call about an organization that a platform admin makes; null for reading and for everybody
 * else. A refused call leaves none. What others change in the same moments may be told with it.
 */
export async function beginAct(
  { database }: Services,
  { method }: Call,
  action: string,
  { seat, person, id: requestId, at }: FastifyRequest,
): Promise<ActInOrganization | null> {
  if (method === 'GET' || !seat || person?.role !== 'admin') return null
  const { organizationId } = seat
  const by = { adminId: person.id, requestId, at }
  const before = await readRecord(database.read, organizationId)
  let isRecorded = false
  const act = { organizationId, action, before }
  return {
    record: async (tx) => {
      isRecorded = await recordChange(tx, by, { ...act, evenUnchanged: false })
    },
    finish: async () => {
      if (!isRecorded) await database.write((tx) => recordChange(tx, by, { ...act, evenUnchanged: true }))
    },
  }
}
