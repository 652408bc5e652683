import pg from 'pg'
import { afterAll, describe, expect, it, ownWorld, subscriber } from '#tests/calls.ts'

const world = await ownWorld()
await subscriber(world)
const owner: pg.Client = new pg.Client({ connectionString: world.databaseUrl })
await owner.connect()
afterAll(async () => {
  await owner.end()
})

/** Three acts, as the product records them. */
const someActs = `
  insert into admin_act (admin_id, action, target_kind, target_id, before, after, reason, request_id, at)
  select user_id, 'user.status', 'user', user_id::text, '{"isActive": true}', '{"isActive": false}', n::text, 'r', now()
  from account cross join generate_series(1, 3) as n`

/** Returns what the audit says about a change that is rolled back afterwards. */
async function auditAfter(sql: string): Promise<{ name: string }[]> {
  await owner.query('begin')
  try {
    await owner.query(sql)
    return (await owner.query('select name from audit_books(now()) where broken > 0 order by name')).rows
  } finally {
    await owner.query('rollback')
  }
}

describe('the chain over what staff did', () => {
  const off = `${someActs}; alter table admin_act disable trigger all`
  const removed = (place: number) => `${off}; delete from admin_act where place = ${place}`

  it('passes what the product records', async () => {
    expect(await auditAfter(someActs)).toEqual([])
  })

  it.each([
    ['a changed row', `${off}; update admin_act set admin_id = gen_random_uuid() where place = 2`],
    ['a changed time', `${off}; update admin_act set at = at + interval '1 second' where place = 3`],
    ['changed values', `${off}; update admin_act set after = '{"isActive": true}' where place = 1`],
    ['a removed row', removed(2)],
    ['a removed beginning', removed(1)],
    ['a removed end', removed(3)],
    ['everything removed', `${off}; delete from admin_act`],
    [
      'an added row',
      `${off}; update admin_act set place = 4 where place = 3;
       insert into admin_act (id, admin_id, action, target_kind, target_id, request_id, at, place, hash)
       select gen_random_uuid(), admin_id, action, target_kind, target_id, request_id, at, 3, hash
       from admin_act where place = 2`,
    ],
    ['a head that was set back', `${someActs}; update admin_act_head set place = 2`],
    ['a removed head', `${someActs}; delete from admin_act_head`],
  ])('finds %s', async (_what, sql) => {
    expect((await auditAfter(sql)).map(({ name }) => name)).toEqual(['broken_act_chain'])
  })

  it('gives acts of parallel transactions one order, and cannot be written by the server itself', async () => {
    await world.sql(someActs)
    await Promise.all([1, 2, 3, 4].map(() => world.sql(someActs)))
    expect(await auditAfter('select 1')).toEqual([])
    const [head] = await world.sql<{ place: string }>('select place from admin_act_head')
    expect(Number(head?.place)).toBe(15)
    const write = world.services.database.write((tx) => tx.execute('update admin_act_head set place = 0'))
    await expect(write).rejects.toThrow(/permission denied/)
  })
})
