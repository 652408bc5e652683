import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'

/** Rows of the time before offers were stored with what they sell (D181), as the later migrations find and fill them. */

const directory = path.resolve(import.meta.dirname, '../../../server/database/migrations')
const firstOfOffers = '034'

let client: pg.Client
const rowsOf = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows

beforeAll(async () => {
  const name = `old_rows_${process.pid}`
  const owner = new pg.Client({ connectionString: inject('databaseUrl') })
  await owner.connect()
  await owner.query(`create database ${name}`)
  await owner.end()
  const url = inject('databaseUrl').replace(/\/postgres$/, `/${name}`)
  client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    'create table migration (name text primary key, hash text not null, applied_at timestamptz not null default now())',
  )
  const files = fs.readdirSync(directory).toSorted()
  for (const file of files.filter((one) => one < firstOfOffers)) {
    await client.query(fs.readFileSync(path.join(directory, file), 'utf8'))
    await client.query("insert into migration (name, hash) values ($1, '')", [file])
  }
  await client.query(oldRows)
  await migrate(url, 'standin')
})
afterAll(() => client.end())

/** A person who bought Uplift and a month, and an organization of five with Growth that has 25 seats since. */
const oldRows = `
  insert into users (id, email, first_name, last_name, referral_code, created_at, updated_at)
  values ('00000000-0000-7000-8000-000000000001', 'old@example.com', 'Old', 'Person', 'OLDPERSN', now(), now());
  insert into organization (id, name, slug, contact_email, created_at, updated_at)
  overriding system value values (100001, 'Old Firm', 'old-firm', 'old@firm.test', now(), now());
  insert into account (id, user_id, organization_id, created_at) values
    ('00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-000000000001', null, now()),
    ('00000000-0000-7000-8000-00000000000b', null, 100001, now());
  insert into subscription (account_id, stripe_subscription_id, status, tier, updated_at) values
    ('00000000-0000-7000-8000-00000000000a', 'sub_a', 'active', 'starter', now()),
    ('00000000-0000-7000-8000-00000000000b', 'sub_b', 'active', 'business', now());
  insert into checkout (account_id, user_id, kind, tier, amount_cents, created_at)
  select '00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-000000000001', kind, tier, cents, now()
  from (values ('combined', 'uplift', 2797), ('credits', 'launch', 1500), ('renewal', 'starter', 297)) as made (kind, tier, cents);
  insert into auto_purchase (account_id, enabled, tier, monthly_cap_cents, updated_at) values
    ('00000000-0000-7000-8000-00000000000a', true, 'navigate', 10000, now()),
    ('00000000-0000-7000-8000-00000000000b', true, 'pool_growth', 27000, now());
  insert into business_registration (form, status, organization_name, contact_name, contact_email, industry,
    company_size, terms_version, terms_accepted_at, user_count, user_access_tier, agent_type, number_of_agents,
    ongoing_optimization, minute_package, branded_pwa, agent_build_cents, branded_pwa_setup_cents, user_access_cents,
    voice_minutes_cents, optimization_cents, branded_pwa_maintenance_cents, payment_amount_cents, monthly_total_cents,
    setup_hash, paid_at, organization_id, admin_state, created_at, updated_at, expires_at)
  values ('main', 'paid', 'Old Firm', 'Olive Owner', 'old@firm.test', 'consulting', '11-50', 'old', now(), 5, '5-24',
    'single', 2, true, 'growth', true, 150000, 30000, 1400, 13500, 20000, 2000, 180000, 36900,
    '', now(), 100001, 'created', now(), now(), now());
  insert into seat_change (account_id, user_id, to_users, monthly_cents, status, period_ends_at, paid_users, created_at,
    updated_at)
  values ('00000000-0000-7000-8000-00000000000b', '00000000-0000-7000-8000-000000000001', 25, 42250, 'done', now(), 25,
    now(), now());
  insert into organization (id, name, slug, contact_email, primary_color, secondary_color, created_at, updated_at)
  overriding system value values
    (100002, 'Plain Firm', 'plain-firm', 'plain@firm.test', '#111111', '#222222', now(), now()),
    (100003, 'Bright Firm', 'bright-firm', 'bright@firm.test', '#333333', '#444444', now(), now()),
    (100004, 'No App', 'no-app', 'no@firm.test', '#555555', '#666666', now(), now());
  insert into pwa_setting (organization_id, app_name, primary_color, secondary_color, created_at, updated_at) values
    (100002, 'Plain', '#9334ea', '#7c3aed', now(), now()), (100003, 'Bright', '#9334ea', '#abcdef', now(), now());
  insert into agent (name, description, category, voice_id, eleven_labs_agent_id, revision, synced_revision, created_at,
    updated_at)
  values ('Clara''s', '', 'coaching', 'slt', 'agent_a', 3, 3, now(), now()),
    ('Typed in', '', 'coaching', 'JBFqnCBsd6RMkjVDRZzb', 'agent_b', 1, 1, now(), now()),
    ('Typed in, too', '', 'coaching', 'JBFqnCBsd6RMkjVDRZzb', null, 1, null, now(), now()),
    ('Misspelled', '', 'coaching', 'no voice, this', null, 1, null, now(), now()),
    ('Silent', '', 'coaching', null, null, 1, null, now(), now());
  insert into session (sid, sess, expire, user_id, created_at)
  values ('old', '{}', now(), '00000000-0000-7000-8000-000000000001', '2026-01-02T03:04:05Z');
`

describe('what was sold by the first list (D181)', () => {
  it('keeps the package and the month of each checkout', async () => {
    const columns = 'kind, package_name, package_cents, package_minutes, plan_name, plan_cents, plan_minutes'
    const rows = await rowsOf(`select ${columns} from checkout order by amount_cents desc`)
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['combined', 'Uplift', 2500, 120, 'Starter Monthly', 297, 30],
      ['credits', 'Launch', 1500, 60, null, null, null],
      ['renewal', null, null, null, 'Starter Monthly', 297, 30],
    ])
  })

  it('keeps what the months of a person and of an organization cost and bring', async () => {
    const rows = await rowsOf('select plan_name, plan_cents, plan_minutes from subscription order by account_id')
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['Starter Monthly', 297, 30],
      ['Organization package', 36_900, 1000],
    ])
  })

  it('keeps every part of an order, and what a seat was last agreed at', async () => {
    const [order] = await rowsOf(
      'select agent_name, package_name, package_minutes, user_cents from business_registration',
    )
    expect(order).toEqual({
      agent_name: 'Single agent',
      package_name: 'Growth',
      package_minutes: 1000,
      user_cents: 280,
    })
    expect(await rowsOf('select user_cents from seat_change')).toEqual([{ user_cents: 270 }])
  })

  it('keeps what automatic purchases buy', async () => {
    const rows = await rowsOf(
      'select package_name, package_cents, package_minutes from auto_purchase order by account_id',
    )
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['Navigate', 4500, 240],
      ['Growth', 13_500, 1000],
    ])
  })
})

describe('what organizations look like', () => {
  it('is what their app was given, and without that what they had themselves (S389)', async () => {
    const rows = await rowsOf(
      'select name, primary_color, secondary_color from organization where id > 100001 order by id',
    )
    expect(rows.map((row) => Object.values(row))).toEqual([
      ['Plain Firm', '#111111', '#222222'],
      ['Bright Firm', '#9334ea', '#abcdef'],
      ['No App', '#555555', '#666666'],
    ])
  })
})

describe('the voices that agents had (D186)', () => {
  it('are of our list, each typed one once, and what was none is left out', async () => {
    const rows = await rowsOf(
      `select agent.name, voice.id, standin_voice_id, live_voice_id from agent left join voice on voice.id = voice_id
       order by agent.name`,
    )
    expect(rows.map((row) => Object.values(row))).toEqual([
      ["Clara's", 'clara', 'slt', null],
      ['Misspelled', null, null, null],
      ['Silent', null, null, null],
      ['Typed in', 'former-1', null, 'JBFqnCBsd6RMkjVDRZzb'],
      ['Typed in, too', 'former-1', null, 'JBFqnCBsd6RMkjVDRZzb'],
    ])
    expect(await rowsOf("select id from voice where id like 'former-%'")).toEqual([{ id: 'former-1' }])
  })

  it('are said to the provider once more', async () => {
    expect(await rowsOf('select name from agent where synced_revision = revision')).toEqual([])
  })
})

describe('a sign-in that lasts (D15)', () => {
  it('was proven when it began', async () => {
    expect(await rowsOf('select proven_at from session')).toEqual([{ proven_at: new Date('2026-01-02T03:04:05Z') }])
  })
})
