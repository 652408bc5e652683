import pg from 'pg'
import * as adminUsers from '#contract/admin/users.ts'
import { fillWithCrowd } from '../../../bench/crowd/fill.ts'
import { afterAll, expect, it, ownWorld, platformAdmin } from '#tests/calls.ts'

/** What the bench of the admin lists and `npm run crowd` put into a database, on a small scale. */

const world = await ownWorld()
const ada = await platformAdmin(world)
const owner: pg.Client = new pg.Client({ connectionString: world.databaseUrl })
await owner.connect()
// The books must be consistent with everything that was filled in.
afterAll(() => owner.end())

const fill = () => fillWithCrowd(owner, { people: 80, organizations: 20, agents: 15, sessions: 600 })
const count = async (table: string) => (await world.sql<{ count: number }>(`select count(*) from ${table}`))[0]?.count

it('a crowd is refused where real people exist', async () => {
  await expect(fill()).rejects.toThrow('1 people with real addresses')
  await world.sql("update database_stamp set mode = 'live'")
  await expect(fill()).rejects.toThrow('live installation')
  await world.sql("update database_stamp set mode = 'standin'")
  expect(await count('users')).toBe(1)
})

it('a crowd has the requested size, is listed by admins, and made once', async () => {
  await world.sql("update users set email = 'ada@luna.test' where id = $1", [ada.id])
  await fill()
  expect([await count('users'), await count('organization'), await count('agent')]).toEqual([81, 20, 15])
  expect([await count('voice_session'), await count('hold')]).toEqual([600, 600])
  const present = await count('users where removed_at is null')
  expect(await ada.client.call(adminUsers.adminUsers, { query: { limit: 500 } })).toHaveLength(present ?? 0)
  await expect(fill()).rejects.toThrow('crowded already')
})
