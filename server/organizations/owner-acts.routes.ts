import type { FastifyRequest } from 'fastify'
import type { Call } from '#contract/call.ts'
import type { RecordedAct } from '../kernel/guards.ts'
import type { Services } from '../kernel/services.ts'
import { runsPlatform } from '../identity/policies.ts'
import { readRecord, recordChange } from './record.ts'

/**
 * Begins the record of an owner's call about an organization, whichever call it is (D120, D153). Returns null for reads
 * and for everybody else: other staff act in an organization only as its members, like other people. A refused call
 * leaves no record. Changes by others at the same time may appear in it.
 */
export async function beginAct(
  { database }: Services,
  { member, person, id: requestId, at }: FastifyRequest,
  { method }: Call,
  action: string,
): Promise<RecordedAct | null> {
  if (method === 'GET' || !member || !person || !runsPlatform(person)) return null
  const { organizationId } = member
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
