import pg from 'pg'
import * as agents from '#contract/agents/agents.ts'
import * as adminActs from '#contract/audit/acts.ts'
import { checkHeld } from '#server/database/connection.ts'
import { openDatabase } from '#server/database/database.ts'
import { expect, holdLock, it, platformAdmin, sharedWorld, tags } from '#tests/calls.ts'

const world = await sharedWorld()

const name = 'reader-of-tests'

/** Returns the reader's current connections, without the named ones. */
async function connections(gone: number[] = []): Promise<number[]> {
  const rows = await world.sql<{ pid: number }>('select pid from pg_stat_activity where application_name = $1', [name])
  return rows.map(({ pid }) => pid).filter((pid) => !gone.includes(pid))
}

it('a broken read connection is replaced by one other', async () => {
  const database = openDatabase(`${world.databaseUrl}?application_name=${name}`)
  let isOver = false
  const readOn = async () => {
    while (!isOver) {
      await database.read`select 1`.catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  }
  const readers = Array.from({ length: 4 }, readOn)
  await expect.poll(() => connections()).toHaveLength(2)
  for (let round = 0; round < 2; round++) {
    const broken = await connections()
    await world.sql('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [broken])
    // The broken ones may still be visible for a while, so only their replacements are counted.
    await expect.poll(() => connections(broken)).toHaveLength(2)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await connections(broken)).toHaveLength(2)
  }
  isOver = true
  await Promise.all(readers)
  await database.end()
  await expect.poll(() => connections()).toEqual([])
})

it('a server refuses a connection that loses its role and its limits', async () => {
  const plain = new pg.Client({ connectionString: world.databaseUrl })
  await plain.connect()
  await expect(checkHeld(plain, { patientMs: 15_000 })).rejects.toThrow(
    /^DATABASE_URL: .* role is luna and must be luna_app, statementMs is 0 and must be 15000/,
  )
  const database = openDatabase(world.databaseUrl)
  await database.check()
  await database.end()
})

it('a slow list delays no other request, and is answered in the end', tags('D166'), async () => {
  const { client } = await platformAdmin(world)
  // Only the list reads this table.
  const lock = await holdLock(world, 'lock table admin_act in access exclusive mode')
  const answered: string[] = []
  const list = () => client.call(adminActs.adminActs, { query: {} }).then(() => void answered.push('list'))
  const lists = [list(), list()]
  await lock.awaited(2)
  for (let turn = 0; turn < 10; turn++) {
    await client.call(agents.agents)
    answered.push('agents')
  }
  expect(new Set(answered)).toEqual(new Set(['agents']))
  await lock.release()
  await Promise.all(lists)
})
