import type { Read, Tx } from '../../database/sql.ts'

/** Whether agents may remember a person: the person's switch, off at first, and the organization's word (D185). */

export interface MemorySetting {
  enabled: boolean
  /** Whether the organization of the context allows it; true in a person's own. */
  isAllowedHere: boolean
}

export async function readMemorySetting(
  read: Read,
  userId: string,
  organizationId: number | null,
): Promise<MemorySetting> {
  const [row] = await read<MemorySetting>`
    select coalesce((select enabled from memory_setting where user_id = ${userId}), false) as enabled,
      coalesce((select allows_memory from organization where id = ${organizationId}), true) as is_allowed_here`
  return row ?? { enabled: false, isAllowedHere: true }
}

export async function setMemory(tx: Tx, userId: string, enabled: boolean, at: Date): Promise<void> {
  await tx`
    insert into memory_setting (user_id, enabled, updated_at) values (${userId}, ${enabled}, ${at})
    on conflict (user_id) do update set enabled = excluded.enabled, updated_at = excluded.updated_at`
}

/**
 * Locks a person's switch, so that simultaneous changes to their notes happen one after the other. Returns whether
 * memory is on.
 */
export async function lockMemory(tx: Tx, userId: string): Promise<boolean> {
  const [row] = await tx<{ enabled: boolean }>`
    select enabled from memory_setting where user_id = ${userId} for update`
  return row?.enabled ?? false
}

export async function eraseMemorySetting(tx: Tx, userId: string): Promise<void> {
  await tx`delete from memory_setting where user_id = ${userId}`
}
