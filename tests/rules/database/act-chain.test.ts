import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, it } from 'vitest'
import { knownMigrations } from '#server/database/migrate.ts'
import { makeDatabase } from './empty-database.ts'

/** Acts that were recorded before the chain over them existed (D153). */

const server = path.join(import.meta.dirname, '../../../server')
const chain = 'audit/migrations/002-act-chain.sql'

const client = new pg.Client({ connectionString: await makeDatabase(`chained_${process.pid}`) })
await client.connect()
afterAll(() => client.end())

const apply = async (file: string) => client.query(fs.readFileSync(path.join(server, file), 'utf8'))
const broken = async () => (await client.query('select place::int as place from broken_act_chain')).rows
const places = async () => {
  const { rows } = await client.query<{ place: string; reason: string }>(
    'select place, reason from admin_act order by place',
  )
  return rows.map(({ place, reason }) => `${place} ${reason}`)
}

/** Records an act as the servers of every release do, on this day of November. */
async function record(reason: string, day: number): Promise<void> {
  await client.query(
    `insert into admin_act (admin_id, action, target_kind, target_id, before, after, reason, request_id, at)
     values (gen_random_uuid(), 'user.status', 'user', '1', '{"isActive": true}', null, $1, 'r', make_date(2026, 11, $2))`,
    [reason, day],
  )
}

it('are chained by time when the chain is introduced, and cannot be changed after it (D153)', async () => {
  const all = knownMigrations()
  for (const file of all.slice(0, all.indexOf(chain))) await apply(file)
  await record('second', 20)
  await record('first', 19)
  await record('third', 21)

  await apply(chain)
  await apply('audit/act-chain.sql')
  expect(await places()).toEqual(['1 first', '2 second', '3 third'])
  expect(await broken()).toEqual([])

  await record('fourth', 18)
  expect(await places()).toEqual(['1 first', '2 second', '3 third', '4 fourth'])
  expect(await broken()).toEqual([])
  await expect(client.query("update admin_act set reason = 'other' where place = 1")).rejects.toThrow()

  await client.query('alter table admin_act disable trigger admin_act_is_append_only')
  await client.query("update admin_act set reason = 'other' where place = 1")
  expect(await broken()).toEqual([{ place: 1 }])
})
