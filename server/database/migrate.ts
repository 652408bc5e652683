import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { release as ownRelease } from './release.ts'

/**
 * The subjects that bring SQL, in the order of the law: tables and views build on those of their own subject and of the
 * ones before it. A foreign key to a later subject's table is added in that subject.
 */
export const subjectsInOrder = [
  'database',
  'kernel',
  'audit',
  'settings',
  'status',
  'images',
  'identity',
  'ledger',
  'messages',
  'agents',
  'billing',
  'conversations',
  'results',
  'organizations',
  'departure',
  'admin',
]
const serverDirectory = path.join(import.meta.dirname, '..')
/** Any number will do as long as every process uses the same one. */
const migrationLock = 7_201_905

/**
 * Brings the database up to date, under an advisory lock so that several processes may start at once: the numbered
 * files in each subject's `migrations` once, then every other SQL file (functions and views) whenever it changed. The
 * first run stamps the database with the mode, and the other mode refuses to start on it, because stand-in payments
 * must never mix with real ones. A release that is older than the one whose functions and views the database has leaves
 * them as they are: servers of both use them meanwhile. Returns that newer release, otherwise null. Throws on a database
 * from before the first release.
 */
export async function migrate(
  url: string,
  mode: 'standin' | 'live',
  { release = ownRelease } = {},
): Promise<number | null> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("set timezone to 'UTC'")
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await ensureRole(client)
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    await refuseFormerTables(client)
    await applyFiles(client, knownMigrations(), false)
    const newest = await findRelease(client)
    // A server of the release before uses new tables as soon as a function does.
    await grantRights(client)
    if (release >= newest) {
      await applyFiles(client, functionFiles(), true)
      await noteRelease(client, release)
    }
    await grantRights(client)
    await stamp(client, mode)
    return newest > release ? newest : null
  } finally {
    await client.end()
  }
}

/** Returns the names of the migrations in this code, in order. The readiness check uses them, too. */
export function knownMigrations(): string[] {
  return subjectsInOrder.flatMap((subject) => sqlFiles(subject).filter(isMigration))
}

/** Returns the files that are applied again when they change, within a subject in the order of paths. */
function functionFiles(): string[] {
  return subjectsInOrder.flatMap((subject) => sqlFiles(subject).filter((name) => !isMigration(name)))
}

function isMigration(name: string): boolean {
  return name.includes('/migrations/')
}

/** Returns paths below `server`, with slashes. */
function sqlFiles(subject: string): string[] {
  return fs
    .readdirSync(path.join(serverDirectory, subject), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.sql'))
    .map((name) => `${subject}/${name.replaceAll(path.sep, '/')}`)
    .toSorted()
}

/** Refuses a database from before the first release, whose migrations lay in one folder, without a subject. */
async function refuseFormerTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query("select from migration where name not like '%/%' limit 1")
  if (rows.length === 0) return
  throw new Error(
    'This database was made by a version from before the first release, and its data cannot be carried over. ' +
      'Start with an empty one: choose a new DATA_DIR (or delete the old one), or name an empty database in DATABASE_URL.',
  )
}

async function applyFiles(client: pg.Client, names: string[], repeatable: boolean): Promise<void> {
  for (const name of names) {
    const text = fs.readFileSync(path.join(serverDirectory, name), 'utf8')
    const hash = createHash('sha256').update(text).digest('hex')
    const { rows } = await client.query<{ hash: string }>('select hash from migration where name = $1', [name])
    if (rows[0] && (!repeatable || rows[0].hash === hash)) continue
    await client.query('begin')
    try {
      await client.query(text)
      await client.query(
        'insert into migration (name, hash) values ($1, $2) on conflict (name) do update set hash = excluded.hash, applied_at = now()',
        [name, hash],
      )
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
    }
  }
}

/** Returns the newest release that has brought its functions and views; 0 for those before the first number. */
async function findRelease(client: pg.Client): Promise<number> {
  await client.query('create table if not exists database_release (number integer not null)')
  const { rows } = await client.query<{ number: number }>('select max(number) as number from database_release')
  return rows[0]?.number ?? 0
}

async function noteRelease(client: pg.Client, release: number): Promise<void> {
  const same = await client.query('update database_release set number = $1', [release])
  if (same.rowCount === 0) await client.query('insert into database_release values ($1)', [release])
}

/** Creates the server's role luna_app, which owns nothing and can neither change nor remove ledger entries. */
async function ensureRole(client: pg.Client): Promise<void> {
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = 'luna_app') then create role luna_app nologin; end if;
  exception when duplicate_object or unique_violation then null; end $$`)
  await client.query('grant luna_app to current_user')
}

async function grantRights(client: pg.Client): Promise<void> {
  await client.query(`
    grant usage on schema public to luna_app;
    grant select, insert, update, delete on all tables in schema public to luna_app;
    grant usage, select on all sequences in schema public to luna_app;
    revoke update, delete, truncate on entry, admin_act from luna_app;
    revoke insert, update, delete, truncate on admin_act_head from luna_app;
    revoke insert, update, delete on migration, database_release from luna_app`)
}

async function stamp(client: pg.Client, mode: 'standin' | 'live'): Promise<void> {
  await client.query('create table if not exists database_stamp (mode text primary key)')
  await client.query('insert into database_stamp select $1 where not exists (select from database_stamp)', [mode])
  const { rows } = await client.query<{ mode: string }>('select mode from database_stamp')
  if (rows[0]?.mode !== mode) {
    throw new Error(
      `This database was made in ${rows[0]?.mode} mode and cannot be used in ${mode} mode. Use another database.`,
    )
  }
}
