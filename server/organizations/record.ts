import type { Read, Tx } from '../database/sql.ts'
import { type Acting, recordAct } from '../audit/acts.ts'

/** What platform admins change through the calls of an organization, from its values before and after (D153). */

/** Values of an organization by their names, such as `maxUsers` and `member {id} role`. */
export type OrganizationRecord = Record<string, unknown>

/** Values that one act records; of a hundred invitations at once, it names the first. */
const mostValues = 100

export async function readRecord(read: Read, organizationId: number): Promise<OrganizationRecord> {
  const [row] = await read<{ record: OrganizationRecord }>`select organization_record(${organizationId}) as record`
  return row?.record ?? {}
}

/**
 * Records an act by what it changed. Returns whether it did. An act that changed nothing is left out, or with
 * `evenUnchanged` recorded by its name only.
 */
export async function recordChange(
  tx: Tx,
  by: Acting,
  act: { organizationId: number; action: string; before: OrganizationRecord; evenUnchanged: boolean },
): Promise<boolean> {
  const { organizationId, action, before } = act
  const after = await readRecord(tx, organizationId)
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (changed.length === 0 && !act.evenUnchanged) return false
  const shown = changed.slice(0, mostValues)
  const more = changed.length > shown.length ? { furtherValues: changed.length - shown.length } : {}
  await recordAct(tx, by, {
    action: `organization.${action}`,
    target: { kind: 'organization', id: organizationId },
    before: pick(before, shown),
    after: { ...pick(after, shown), ...more },
  })
  return true
}

function pick(record: OrganizationRecord, names: readonly string[]): OrganizationRecord {
  return Object.fromEntries(names.flatMap((name) => (name in record ? [[name, record[name]]] : [])))
}
