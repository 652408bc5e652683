import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { release } from '#server/database/release.ts'
import { breachesOfExpand, statementsOf } from './expand.ts'
import { readProject, root } from './source-files.ts'

/** New migrations only expand, and released ones stay as they are (docs/decisions/0050). */

const previous = JSON.parse(fs.readFileSync(path.join(root, 'operations/previous-release.json'), 'utf8')) as {
  release: number
  migrations: Record<string, string>
}
const migrations = readProject()
  .filter(({ name }) => /^server\/.*\/migrations\//.test(name) && name.endsWith('.sql'))
  .map(({ name, text }) => ({ name: name.replace('server/', ''), text }))

describe('migrations', () => {
  it('that were released are never edited', () => {
    const now = migrations.map(({ name, text }) => [name, createHash('sha256').update(text).digest('hex')])
    expect(Object.fromEntries(now)).toMatchObject(previous.migrations)
  })

  it('that are new leave the previous release everything that it uses', () => {
    const fresh = migrations.filter(({ name }) => !(name in previous.migrations))
    expect(breachesOfExpand(fresh, previous.release)).toEqual([])
  })

  it('belong to a release that is newer than the previous one', () => {
    expect(release).toBeGreaterThan(previous.release)
  })

  it.each([
    ['drop table agent', 'drops what is in use'],
    ['drop function if exists voice_session_start(uuid, uuid)', 'drops what is in use'],
    ['alter table users drop column email', 'drops a column'],
    ['alter table users rename column email to address', 'renames'],
    ['alter table users alter column email type citext', 'changes a type'],
    ['alter table users alter column email set not null', 'demands values'],
    ['alter table users alter column role drop default', 'relies on a default'],
    ['alter table users add column age integer not null', 'without a default'],
    ['alter table users add nickname text, add age integer not null check (age > 0)', 'without a default'],
    ["alter table users add constraint users_role check (role in ('a', 'b'))", 'say not valid'],
    ['alter table memory_note add foreign key (organization_id) references organization (id)', 'say not valid'],
    ['alter table users add unique (email)', 'refuses rows'],
    ['create unique index users_email on users (email)', 'a unique index'],
    ['create trigger users_kept before delete on users execute function refuse()', 'a trigger'],
    ['truncate agent', 'deletes what is in use'],
  ])('would be refused: %s', (text, why) => {
    expect(breachesOfExpand([{ name: 'a.sql', text }], 3)).toEqual([expect.stringContaining(why)])
  })

  it.each([
    'create table note (id uuid primary key, text text not null unique); create unique index note_text on note (text);',
    "create table note (id uuid); alter table note add column more text not null, add check (more <> '');",
    "alter table users add column role text not null default 'user' check (role in ('user', 'admin'))",
    'alter table users add column team integer, add foreign key (team) references team (id)',
    "alter table users drop constraint users_role; alter table users add constraint users_role check (role <> '') not valid;",
    "alter table users alter column email drop not null, alter column role set default 'user'",
    "alter table users drop constraint users_role; alter table users add constraint users_role check (role in ('a', 'b'));",
    'alter table users add column key uuid not null default uuidv7(); create unique index users_key on users (key);',
    "-- drop table agent;\ninsert into agent (name) values ('drop table agent;')",
    '-- contract after release 3: nobody has read the column since release 3.\nalter table users drop column age;',
    '-- fits release 3: the trigger of this migration fills it for every writer.\nalter table users alter age set not null;',
  ])('are fine: %s', (text) => {
    expect(breachesOfExpand([{ name: 'a.sql', text }], 3)).toEqual([])
  })

  it('contract what the previous release uses only in a later one, and fit one release', () => {
    const early = '-- contract after release 4: nobody reads it.\nalter table users drop column age;'
    const former = '-- fits release 2: a trigger fills it.\nalter table users alter age set not null;'
    const breaches = (text: string) => breachesOfExpand([{ name: 'a.sql', text }], 3)
    expect(breaches(early)).toEqual([expect.stringContaining('release 4 is not over')])
    expect(breaches(former)).toHaveLength(1)
  })

  it('are read statement by statement, without bodies and comments', () => {
    const text = "-- one; two\nselect 1; do $$ begin drop table a; end $$;\nselect 'it''s; fine'"
    expect(statementsOf(text).map(({ sql }) => sql)).toEqual(['select 1', "do ''", "select ''"])
  })
})
