import pg from 'pg'
import { expect } from 'vitest'
import type { World } from './world.ts'

export interface HeldLock {
  /** Resolves when this many statements of the world wait for a lock. */
  awaited(count?: number): Promise<void>
  release(): Promise<void>
}

/** Takes a lock with a statement of another connection, and holds it until it is released. */
export async function holdLock(world: World, statement: string, values: unknown[] = []): Promise<HeldLock> {
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query(statement, values)
  const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  return {
    awaited: (count = 1) => expect.poll(() => world.sql(waiting)).toHaveLength(count),
    release: async () => {
      await holder.query('rollback')
      await holder.end()
    },
  }
}
