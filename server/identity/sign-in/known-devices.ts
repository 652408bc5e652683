import type { Tx } from '../../database/sql.ts'

/** Browsers that people have signed in from. */

/** Remembers this browser. Returns whether it is new to the person; the very first one is not worth a mail (D13). */
export async function rememberDevice(tx: Tx, userId: string, deviceHash: string, at: Date): Promise<boolean> {
  const [known] = await tx<{ count: number }>`select count(*) from known_device where user_id = ${userId}`
  const added = await tx`
    insert into known_device (user_id, device_hash, first_seen_at) values (${userId}, ${deviceHash}, ${at})
    on conflict do nothing returning user_id`
  return added.length > 0 && (known?.count ?? 0) > 0
}

export async function deleteDevices(tx: Tx, userId: string): Promise<void> {
  await tx`delete from known_device where user_id = ${userId}`
}
