import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { knownMigrations, migrate } from '#server/database/migrate.ts'

/** How a database is brought up to date. */

const url = await makeDatabase(`migrated_${process.pid}`)

async function owner<T extends pg.QueryResultRow>(text: string, address = url): Promise<T[]> {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  try {
    return (await client.query<T>(text)).rows
  } finally {
    await client.end()
  }
}

async function makeDatabase(name: string): Promise<string> {
  await owner(`create database ${name}`, inject('databaseUrl'))
  return inject('databaseUrl').replace(/\/postgres$/, `/${name}`)
}

it('a database from before the first release is refused with what to do, and left unchanged', async () => {
  await owner(`
    create table migration (name text primary key, hash text not null, applied_at timestamptz not null default now());
    insert into migration (name, hash) values ('001-people.sql', ''), ('users.sql', '')`)
  await expect(migrate(url, 'standin')).rejects.toThrow(
    /before the first release, and its data cannot be carried over.*DATA_DIR.*DATABASE_URL/,
  )
  const tables = await owner("select tablename from pg_tables where schemaname = 'public'")
  expect(tables).toEqual([{ tablename: 'migration' }])
  await owner('drop table migration')
})

it('an empty database gets each migration once, and functions again when their file changed', async () => {
  await migrate(url, 'standin')
  const applied = () =>
    owner<{ name: string }>("select name, applied_at from migration where name like '%/migrations/%' order by name")
  const before = await applied()
  expect(before.map(({ name }) => name).toSorted()).toEqual(knownMigrations().toSorted())
  await owner(`drop view named_person; update migration set hash = 'former' where name = 'identity/named-people.sql'`)
  await migrate(url, 'standin')
  expect(await owner('select from named_person')).toEqual([])
  expect(await applied()).toEqual(before)
})

describe('the functions of a newer release', () => {
  const viewOf = async () => (await owner<{ text: string }>("select pg_get_viewdef('named_person') as text"))[0]?.text

  it('stay when an older release starts on the database, and return with the next newer one', async () => {
    await migrate(url, 'standin', { release: 7 })
    const own = await viewOf()
    await owner(`create or replace view named_person as ${own?.replace(';', '')} limit 7`)
    await owner("update migration set hash = 'of release 8' where name = 'identity/named-people.sql'")
    await owner('update database_release set number = 8')
    expect(await migrate(url, 'standin', { release: 7 })).toBe(8)
    expect(await viewOf()).toContain('LIMIT 7')
    expect(await owner('select number from database_release')).toEqual([{ number: 8 }])

    expect(await migrate(url, 'standin', { release: 9 })).toBeNull()
    expect(await viewOf()).toBe(own)
    expect(await owner('select number from database_release')).toEqual([{ number: 9 }])
  })

  it('cannot be taken for older ones by the server’s own role', async () => {
    await expect(owner('set role luna_app; update database_release set number = 1')).rejects.toThrow(
      'permission denied for table database_release',
    )
  })
})

it('acts are chained by time when the chain is introduced, and never changed after it (D153)', async () => {
  const chained = await makeDatabase(`chained_${process.pid}`)
  const ask = <T extends pg.QueryResultRow>(text: string) => owner<T>(text, chained)
  const server = path.join(import.meta.dirname, '../../../server')
  const apply = (file: string) => ask(fs.readFileSync(path.join(server, file), 'utf8'))
  /** Records an act as the servers of every release do, on this day of November. */
  const record = (reason: string, day: number) =>
    ask(`insert into admin_act (admin_id, action, target_kind, target_id, before, after, reason, request_id, at) values
      (gen_random_uuid(), 'user.status', 'user', '1', '{"isActive": true}', null, '${reason}', 'r', '2026-11-${day}')`)
  const broken = () => ask('select place::int as place from broken_act_chain')
  const places = async () =>
    (await ask<{ act: string }>("select place || ' ' || reason as act from admin_act order by place")).map(
      ({ act }) => act,
    )
  const [all, chain] = [knownMigrations(), 'audit/migrations/002-act-chain.sql']
  for (const file of all.slice(0, all.indexOf(chain))) await apply(file)
  await record('second', 20)
  await record('first', 19)
  await record('third', 21)

  await apply(chain)
  await apply('audit/act-chain.sql')
  expect([await places(), await broken()]).toEqual([['1 first', '2 second', '3 third'], []])
  await record('fourth', 18)
  expect([await places(), await broken()]).toEqual([['1 first', '2 second', '3 third', '4 fourth'], []])
  const change = "update admin_act set reason = 'other' where place = 1"
  await expect(ask(change)).rejects.toThrow()
  await ask(`alter table admin_act disable trigger admin_act_is_append_only; ${change}`)
  expect(await broken()).toEqual([{ place: 1 }])
})
