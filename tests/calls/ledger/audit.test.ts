import { spawn } from 'node:child_process'
import fs from 'node:fs'
import pg from 'pg'
import { auditBooks, findAuditSpan } from '#server/audit/invariants.ts'
import { actChain } from '#contract/audit/acts.ts'
import { addAgent, afterAll, expect, it, ownWorld, platformAdmin, setBalance, subscriber, tags } from '#tests/calls.ts'

/** Every rule of the books has a row here that breaks it, written by the owner of the database. */

const world = await ownWorld()
const person = await subscriber(world)
await setBalance(world, person.id, 3000)
await addAgent(world)
const owner: pg.Client = new pg.Client({ connectionString: world.databaseUrl })
await owner.connect()
afterAll(() => owner.end())

const moneyBack = (kind: string, status: string, cents: number) => `
  insert into money_back (stripe_id, kind, type, account_id, user_id, tier, stripe_payment_intent_id, amount_cents, status,
    created_at, updated_at)
  select 're_forged', '${kind}', 'credits', account_id, user_id, tier, stripe_payment_intent_id, ${cents}, '${status}',
    now(), now() from credit_purchase`

const grant = (kind: string, ref: string) => `
  select ledger_grant(id, 'purchased', '${kind}', '${ref}', 60000, 0, null, null, user_id, '', now()) from account`

const conversation = (user: string, chargedMs: number, isTest = false) => `
  insert into voice_session (user_id, account_id, agent_id, status, conversation_id, gateway_id, charged_ms, is_test,
    created_at, last_tick_at, ended_at)
  select ${user}, account.id, agent.id, 'completed', 'conv_forged', 1, ${chargedMs}, ${isTest}, now(), now(), now()`

const forgedOrganization = `
  insert into organization (name, slug, contact_email, created_at, updated_at)
  values ('Forged', 'forged', 'forged@example.com', now(), now())`

/** Three acts, as the product records them. */
const someActs = `
  insert into admin_act (admin_id, action, target_kind, target_id, before, after, reason, request_id, at)
  select user_id, 'user.status', 'user', user_id::text, '{"isActive": true}', '{"isActive": false}', n::text, 'r', now()
  from account cross join generate_series(1, 3) as n`

/** By the check that must name it: what is forged, and which other checks must name it as well. */
const forgeries: Record<string, string | [sql: string, ...alsoNamedBy: string[]]> = {
  broken_balance: 'update account set purchased_ms = purchased_ms + 60000',
  broken_hold: 'update account set held_ms = held_ms + 1000',
  broken_chain: 'alter table entry disable trigger all; update entry set seq = seq + 10 where seq = 2',
  broken_conversation: `${conversation('user_id', 1000)} from account cross join agent limit 1`,
  broken_purchase: ['update credit_purchase set credits_added_ms = credits_added_ms + 60000', 'broken_offer'],
  broken_month: ['update subscription_payment set credits_added_ms = credits_added_ms + 60000', 'broken_offer'],
  broken_bonus: 'update credit_purchase set bonus_ms = bonus_ms + 60000',
  broken_offer: 'update checkout set package_minutes = package_minutes + 1',
  broken_lot: "update lot set lapsed_ms = lapsed_ms + 1000 where bucket = 'monthly'",
  broken_clawback: ["update lot set refund_ms = 1000 where bucket = 'purchased'", 'broken_money_back'],
  broken_money_back: moneyBack('refund', 'succeeded', 100),
  broken_refund: [moneyBack('refund', 'pending', 999_900), 'broken_money_back'],
  broken_debt: `${moneyBack('dispute', 'won', 100)};
     insert into debt (account_id, user_id, stripe_dispute_id, amount_cents, created_at)
     select id, user_id, 're_forged', 100, now() from account`,
  broken_checkout: ['update checkout set amount_cents = amount_cents + 1', 'broken_offer'],
  broken_open_checkout: "update checkout set status = 'open'",
  broken_grant: grant('purchase', 'package:pi_forged'),
  broken_payer: [
    `with stranger as (
       insert into users (email, first_name, last_name, referral_code, created_at, updated_at)
       values ('forged@example.com', 'F', 'P', 'FORGED22', now(), now()) returning id)
     ${conversation('stranger.id', 0)} from stranger cross join account cross join agent limit 1`,
    'broken_conversation',
  ],
  broken_pool: forgedOrganization,
  broken_registration: `with made as (${forgedOrganization} returning id),
     pool as (insert into account (organization_id, created_at) select id, now() from made returning organization_id)
     insert into business_registration (form, status, organization_name, contact_name, contact_email, industry,
       company_size, terms_version, terms_accepted_at, user_count, user_access_tier, agent_type, number_of_agents,
       minute_package, agent_build_cents, user_access_cents, voice_minutes_cents, payment_amount_cents,
       monthly_total_cents, agent_name, package_name, package_minutes, user_cents, setup_hash, paid_at, organization_id, admin_state, created_at, updated_at, expires_at)
     select 'main', 'paid', 'Forged', 'Fay Forger', 'forged@example.com', 'other', '1-10', 'test', now(), 1, '1-4',
       'none', 0, 'starter', 0, 280, 7000, 0, 7280, 'No agent build', 'Starter', 500, 280, '', now(), organization_id, 'created', now(), now(), now()
     from pool`,
  broken_talk_credit: grant('talk_credit', 'talk:forged'),
  broken_referral: grant('referral', 'referral:forged'),
  broken_receipt: 'update credit_purchase set receipt_number = (select receipt_number from subscription_payment)',
  broken_finding: `insert into finding (kind, object_id, details, found_at, seen_at)
     values ('credited_not_paid', 'pi_forged', 'nobody paid', now(), now())`,
  broken_seat_change: `insert into seat_change (account_id, user_id, to_users, user_cents, monthly_cents, checkout_id, created_at, updated_at)
     select account_id, user_id, 5, 280, 100, id, now(), now() from checkout`,
  broken_erasure:
    "update users set password_hash = null, first_name = '', last_name = '', is_active = false, erased_at = now()",
  broken_service_state: `insert into service_state (service, state, started_at, seen_at)
     values ('voice', 'up', now() - interval '2 minutes', now()), ('voice', 'down', now() - interval '1 minute', now())`,
  broken_figure: `insert into figure_roll select current_date - days, now() from generate_series(1, 100) as days;
     insert into figure_day values ('revenue', current_date - 99, 'package', '{1, 100}')`,
  broken_listed_payment: 'update listed_payment set amount_cents = amount_cents + 1',
  broken_figure_price: `insert into figure_roll values (current_date - 100, now());
     insert into figure_price select id, 100, 60000 from account`,
  broken_agent_version: "update agent_version set system_prompt = 'Forged'",
  broken_agent_quality: `insert into agent_quality (agent_id, revision, criterion, success)
     select agent_id, revision, 'goal_met', 1 from agent_version`,
  broken_memory: `insert into memory_note (user_id, agent_id, text, subject, state, origin, created_at)
     select account.user_id, agent.id, n::text, n::text, 'active', 'person', now()
     from account cross join agent cross join generate_series(1, 21) as n`,
  broken_saved_time: [
    `with talked as (
       ${conversation('user_id', 0, true)} from account cross join agent limit 1 returning id, user_id)
     insert into saved_time (session_id, user_id, saved_minutes, answered_at) select id, user_id, 15, now() from talked`,
    'broken_conversation',
  ],
  broken_act_chain: `${someActs}; alter table admin_act disable trigger all; update admin_act set reason = 'Other' where place = 2`,
  stuck_hold: 'select ledger_hold_open(gen_random_uuid(), id, 60000, 0, now()) from account',
}

/** Returns what the audit says about a change that is rolled back afterwards. */
async function auditAfter(
  sql: string,
  since: number | null = null,
): Promise<{ name: string; broken: string; first_broken: string[] }[]> {
  await owner.query('begin')
  try {
    await owner.query(sql)
    return (await owner.query('select * from audit_books(now(), $1) where broken > 0 order by name', [since])).rows
  } finally {
    await owner.query('rollback')
  }
}

function runCommand(): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['server/audit.ts'], {
      env: { PATH: '/usr/bin:/bin', DATABASE_URL: world.databaseUrl },
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += String(part)))
    child.once('close', (code) => resolve({ code, output }))
  })
}

const audit = () => auditBooks(world.services.database.readLong, new Date())

it('the audit passes a clean database and has checked rows', async () => {
  const rules = await audit()
  expect(rules.filter(({ broken }) => broken !== 0)).toEqual([])
  const lookedAt = Object.fromEntries(rules.map((rule) => [rule.name, rule.lookedAt]))
  expect(lookedAt).toMatchObject({ broken_balance: 1, broken_chain: 3, broken_checkout: 1, broken_receipt: 2 })
  expect(rules.map(({ name }) => name)).toEqual(Object.keys(forgeries).toSorted())
  for (const { rule } of rules) expect(rule.length).toBeGreaterThan(10)
})

it.each(Object.entries(forgeries))('the audit names %s', async (name, forgery) => {
  const [sql = '', ...others] = [forgery].flat()
  const found = await auditAfter(sql)
  expect(found.map((rule) => rule.name)).toEqual([name, ...others].toSorted())
  for (const { broken, first_broken: first } of found) {
    expect(Number(broken)).toBeGreaterThan(0)
    expect(first.length).toBe(Math.min(Number(broken), 5))
  }
})

it('the audit ignores a live conversation, not one that died a day ago', async () => {
  const live = (lastTick: string) => `
    with held as (select gen_random_uuid() as id),
      talking as (insert into voice_session (id, user_id, account_id, agent_id, conversation_id, gateway_id, created_at,
        last_tick_at) select held.id, user_id, account.id, agent.id, 'conv', 1, now(), ${lastTick}
        from held cross join account cross join agent returning id, account_id)
    select ledger_hold_open(id, account_id, 60000, 0, now()) from talking`
  expect(await auditAfter(live('now()'))).toEqual([])
  expect(await auditAfter(live("now() - interval '25 hours'"))).toMatchObject([{ name: 'stuck_hold', broken: 1 }])
})

it('npm run audit prints a table and a verdict, with code 0 when all is well', async () => {
  const { code, output } = await runCommand()
  expect(output).toMatch(/^Last act of staff: \d+(, hash [0-9a-f]{64})?\n\ncheck +rows +broken +rule\n/)
  expect(output).toMatch(/^broken_balance +1 +0 +a balance is the sum/m)
  expect(output).toMatch(/\nIn order: \d+ checks, nothing broken\.\n$/)
  expect(code).toBe(0)
})

it('npm run audit names broken rows, and the hourly job logs and counts them', async () => {
  await world.sql('update account set purchased_ms = purchased_ms + 60000')
  const [row] = await world.sql<{ id: string }>('select id from account')
  const { code, output } = await runCommand()
  expect(code).toBe(1)
  expect(output).toContain(`broken_balance: 1 broken, the first:\n  {"id":"${row?.id}"`)
  expect(output).toMatch(/\nBROKEN: 1 of \d+ checks fail, 1 rows\. /)
  await world.control({ advance: 'PT1S' })
  const metrics = async () => (await world.visitor().request<string>('GET', '/metrics')).body
  await expect.poll(metrics).toContain('luna_audit_broken 1')
  await expect.poll(metrics).toMatch(/^luna_audit_chain_length \d+$/m)
  const logged = fs.readFileSync(world.logFile, 'utf8').split('\n')
  expect(logged.filter((line) => line.includes('"level":50') && line.includes('broken_balance'))).toHaveLength(1)
  const repair = async () => {
    await world.sql('update account set purchased_ms = purchased_ms - 60000')
    await world.control({ advance: 'PT1S' })
    await expect.poll(metrics).toContain('luna_audit_broken 0')
  }
  await repair()
  // The next hour checks only accounts that have changed, and names a broken one until it is repaired.
  await world.sql('update account set purchased_ms = purchased_ms + 60000')
  for (const _hour of [1, 2]) {
    await world.control({ advance: 'PT1S' })
    await expect.poll(metrics).toContain('luna_audit_broken 1')
  }
  await repair()
})

it('an hour checks changed accounts, and a day those whose lines were forged in silence', async () => {
  const mark = await findAuditSpan(world.services.database.read, new Date())
  const { since, until } = mark
  expect(since).not.toBeNull()
  const silent = 'alter table entry disable trigger all; update entry set seq = seq + 10 where seq = 2'
  expect(await auditAfter(silent, until)).toEqual([])
  expect(await auditAfter(silent)).toMatchObject([{ name: 'broken_chain' }])
  expect(await auditAfter(`${silent}; update account set last_seq = last_seq`, until)).toMatchObject([
    { name: 'broken_chain' },
  ])
  expect(await auditAfter('update credit_purchase set bonus_ms = 1', until)).toMatchObject([{ name: 'broken_bonus' }])
  const dayLater = new Date(Date.now() + 24 * 60 * 60_000)
  expect(await findAuditSpan(world.services.database.read, dayLater)).toMatchObject({ since: null })
  // A restored copy, whose transactions have other numbers.
  await world.sql('update audit_mark set transaction_id = transaction_id + 1000000')
  expect(await findAuditSpan(world.services.database.read, new Date())).toMatchObject({ since: null })
})

const off = `${someActs}; alter table admin_act disable trigger all`

it.each([
  ['a changed row', `${off}; update admin_act set admin_id = gen_random_uuid() where place = 2`],
  ['a changed time', `${off}; update admin_act set at = at + interval '1 second' where place = 3`],
  ['changed values', `${off}; update admin_act set after = '{"isActive": true}' where place = 1`],
  ['a removed row', `${off}; delete from admin_act where place = 2`],
  ['a removed beginning', `${off}; delete from admin_act where place = 1`],
  ['a removed end', `${off}; delete from admin_act where place = 3`],
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
])('the chain over what staff did finds %s', async (_what, sql) => {
  expect((await auditAfter(sql)).map(({ name }) => name)).toEqual(['broken_act_chain'])
})

it('the chain orders parallel acts, and the server itself cannot write it', async () => {
  expect(await auditAfter(someActs)).toEqual([])
  await world.sql(someActs)
  await Promise.all([1, 2, 3, 4].map(() => world.sql(someActs)))
  expect(await auditAfter('select 1')).toEqual([])
  const [head] = await world.sql<{ place: string }>('select place from admin_act_head')
  expect(Number(head?.place)).toBe(15)
  const write = world.services.database.write((tx) => tx.execute('update admin_act_head set place = 0'))
  await expect(write).rejects.toThrow(/permission denied/)
})

it('the hourly check notes how far the chain was intact, for the panel', tags('D153'), async () => {
  const ada = await platformAdmin(world)
  const check = async () => {
    await world.control({ advance: 'PT1S' })
    return ada.client.call(actChain)
  }
  await expect.poll(check).toEqual({ place: 15, isIntact: true, checkedAt: expect.any(String) as string })
  const forge = (reason: string) =>
    owner.query(`alter table admin_act disable trigger all; update admin_act set reason = '${reason}' where place = 2;
      alter table admin_act enable trigger all`)
  await forge('forged')
  await expect.poll(check).toMatchObject({ isIntact: false })
  await forge('2')
  await expect.poll(check).toMatchObject({ isIntact: true })
})
