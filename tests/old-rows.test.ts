import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { migrate } from '#server/database/migrate.ts'

/** What was sold before offers were stored with what they sell (D181), as the migrations find and fill it. */

const directory = path.resolve(import.meta.dirname, '../server/database/migrations')
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
