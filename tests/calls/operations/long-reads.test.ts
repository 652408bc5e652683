import pg from 'pg'
import * as adminActs from '#contract/audit/acts.ts'
import * as agents from '#contract/agents/agents.ts'
import { expect, it, ownWorld, platformAdmin } from '#tests/calls.ts'

const world = await ownWorld()

it('a slow list delays no other request, and is answered in the end (D166)', async () => {
  const { client } = await platformAdmin(world)
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  // Only the list reads this table.
  await holder.query('begin; lock table admin_act in access exclusive mode')
  const answered: string[] = []
  const lists = Array.from({ length: 2 }, () =>
    client.call(adminActs.adminActs, { query: {} }).then(() => void answered.push('list')),
  )
  const isHeldUp = async () =>
    (
      await world.sql<{ count: number }>(
        "select count(*)::integer as count from pg_locks where relation = 'admin_act'::regclass and not granted",
      )
    )[0]?.count
  await expect.poll(isHeldUp).toBe(2)
  for (let turn = 0; turn < 10; turn++) {
    await client.call(agents.agents)
    answered.push('agents')
  }
  expect(answered).toEqual(Array.from({ length: 10 }, () => 'agents'))
  await holder.query('rollback')
  await Promise.all(lists)
  await holder.end()
})
