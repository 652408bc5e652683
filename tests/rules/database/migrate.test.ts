import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import { knownMigrations, migrate } from '#server/database/migrate.ts'
import { makeDatabase, query } from './empty-database.ts'

/** How a database is brought up to date. */

const url = await makeDatabase(`migrated_${process.pid}`)
const owner = <T extends pg.QueryResultRow>(text: string) => query<T>(text, url)

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

it('an empty database gets every migration once, and its functions again when their file changed', async () => {
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

  it('stay when an older release starts on the database, and are brought back by the next newer one', async () => {
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
