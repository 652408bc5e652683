import { expect } from 'vitest'
import type { World } from './world.ts'

/** Checks what must hold at any moment: every `broken_*` view of the database is empty. */
export async function expectInvariants(world: Pick<World, 'sql'>): Promise<void> {
  const views = await world.sql<{ name: string }>(
    "select table_name as name from information_schema.views where table_name like 'broken\\_%' order by 1",
  )
  expect(views.length).toBeGreaterThanOrEqual(5)
  for (const { name } of views) expect({ [name]: await world.sql(`select * from ${name}`) }).toEqual({ [name]: [] })
}

/** Ends a world, or a ledger alone, whose books must be consistent. */
export async function closeUnbroken(world: Pick<World, 'sql' | 'close'>): Promise<void> {
  try {
    await expectInvariants(world)
  } finally {
    await world.close()
  }
}
