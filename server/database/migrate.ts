import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'

const migrationsDirectory = path.join(import.meta.dirname, 'migrations')
const functionsDirectory = path.join(import.meta.dirname, 'functions')
/** Any number will do as long as every process uses the same one. */
const migrationLock = 7_201_905

/**
 * Brings the database up to date: numbered files once each, function files whenever they changed, under an advisory
 * lock so that several processes may start at once. The first run stamps the database with the mode; the other mode
 * refuses to start on it, because stand-in payments must never mix with real ones.
 */
export async function migrate(url: string, mode: 'standin' | 'live'): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await ensureRole(client)
    await client.query(
      'create table if not exists migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    await applyFiles(client, migrationsDirectory, false)
    await applyFiles(client, functionsDirectory, true)
    await grantRights(client)
    await stamp(client, mode)
  } finally {
    await client.end()
  }
}

/** The names of migrations that this code brings, for the readiness check. */
export function knownMigrations(): string[] {
  return sqlFiles(migrationsDirectory)
}

function sqlFiles(directory: string): string[] {
  return fs
    .readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .toSorted()
}

async function applyFiles(client: pg.Client, directory: string, repeatable: boolean): Promise<void> {
  for (const name of sqlFiles(directory)) {
    const text = fs.readFileSync(path.join(directory, name), 'utf8')
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

/** The server works as luna_app, which owns nothing and can neither change nor remove ledger entries. */
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
    revoke insert, update, delete on migration from luna_app`)
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
