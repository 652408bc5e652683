import pg from 'pg'
import { listContexts } from '#server/identity/contexts.ts'
import { findOwnPage } from '#server/identity/own-page.ts'
import { findPerson } from '#server/identity/users.ts'
import { findSessions } from '#server/identity/versions.ts'
import { createSql, type Read } from '#server/database/sql.ts'
import { hashSecret } from '#server/kernel/secrets.ts'
import * as kit from '#tests/calls.ts'

/** What a process keeps of a person is read again after every change of a row behind it (D15). */

const { expect, it } = kit
// Rows are changed without the rules that keep the books.
const world = await kit.ownWorld({}, { breaksBooks: true })
const at = world.services.clock.now()

/** Someone about whom there is a row in every table: of the staff, an admin of an organization, in a conversation. */
async function someone(): Promise<kit.TestPerson> {
  const [firm, person, other] = [
    await kit.organization(world),
    await kit.subscriber(world),
    await kit.registered(world),
  ]
  await kit.join(world, person, firm.id, 'admin')
  await kit.promoteToAdmin(world, person)
  const sql = (text: string, ...values: unknown[]) => world.sql(text, values)
  await sql(
    `insert into agent (name, description, category, is_active, is_premium, price, rating_tenths, system_prompt,
       first_message, created_at, updated_at)
     values ('Reader', '', 'Operations', true, false, '0.00', 45, '', '', now(), now())`,
  )
  const accounts = await world.sql<{ id: string }>(
    'select id from account where user_id = $1 or organization_id = $2 order by organization_id nulls first',
    [person.id, firm.id],
  )
  const [own = '', pool = ''] = accounts.map(({ id }) => id)
  await sql(
    "insert into platform_setting (setting_key, setting_value, updated_at) values ('adminTwoFactorRequired', 'true', now())",
  )
  await sql('update organization_user set monthly_limit_minutes = 90 where user_id = $1', person.id)
  await sql('insert into organization_context values ($1, $2, now()) on conflict do nothing', person.id, firm.id)
  await sql('insert into payer (account_id, updated_at) values ($1, now()) on conflict do nothing', own)
  await sql(
    `insert into auto_purchase (account_id, enabled, tier, package_name, package_cents, package_minutes,
       threshold_minutes, monthly_cap_cents, updated_at)
     values ($1, true, 'credits_60', 'Package', 900, 60, 30, 9000, now()) on conflict do nothing`,
    own,
  )
  await sql(
    'insert into two_factor (user_id, sealed_secret, created_at, enabled_at) values ($1, $2, now(), now())',
    person.id,
    's',
  )
  for (const account of [own, pool]) {
    await sql(
      'insert into debt (account_id, user_id, stripe_dispute_id, amount_cents, created_at) values ($1, $2, $3, 500, now())',
      account,
      person.id,
      `dp_${account}`,
    )
  }
  const talks = [
    [person.id, pool, firm.id, 'active'],
    [person.id, pool, firm.id, 'completed'],
    [other.id, own, null, 'active'],
  ]
  for (const [user, account, organization, status] of talks) {
    await sql(
      `insert into voice_session (user_id, account_id, organization_id, agent_id, conversation_id, gateway_id, status,
         used_ms, charged_ms, ended_at, created_at, last_tick_at)
       select $1, $2, $3, id, 'talk', 1, $4::text, 70000, case $4 when 'completed' then 70000 end,
         case $4 when 'completed' then $5::timestamptz end, $5, $5 from agent limit 1`,
      user,
      account,
      organization,
      status,
      at,
    )
  }
  const [asked] = await world.sql<{ id: string }>(
    `insert into user_communication (from_user_id, audience, organization_id, subject, message, created_at)
     values ($1, 'organization', $2, 'Asked', 'Asked', now()) returning id`,
    [person.id, firm.id],
  )
  const messages = [
    ['person', person.id, null, null],
    ['broadcast', null, null, null],
    ['organization', null, firm.id, null],
    ['organization', null, firm.id, asked?.id],
  ]
  for (const [audience, to, organization, reply] of messages) {
    await sql(
      `insert into user_communication (from_user_id, audience, to_user_id, organization_id, in_reply_to, subject, message,
         created_at) values ($1, $2, $3, $4, $5, 'Hello', 'Hello', now())`,
      other.id,
      audience,
      to,
      organization,
      reply,
    )
  }
  await sql(
    'insert into user_communication_state select id, $1 from user_communication where to_user_id = $1',
    person.id,
  )
  return person
}

interface Told {
  person: Record<string, unknown>
  page: Record<string, unknown>
  context: Record<string, unknown>
}

async function tell(read: Read, userId: string): Promise<Told> {
  const person = await findPerson(read, userId)
  const page = await findOwnPage(read, userId)
  const contexts = await listContexts(read, userId, undefined, at)
  return { person: { ...person }, page: { ...page }, context: { ...contexts[0] } }
}

const words = 'admin member past_due canceled paid completed broadcast true'
const byType: Record<string, string[]> = {
  boolean: ['not "column"'],
  integer: ['"column" + 1', '"column" + 60000', 'null'],
  bigint: ['"column" + 60000', '0', 'null'],
  'timestamp with time zone': [`"column" + interval '40 days'`, `now() - interval '90 days'`, 'now()', 'null'],
  uuid: ['(select id from users order by id limit 1)', `(select id from account where user_id = 'PERSON')`, 'null'],
  text: [...words.split(' ').map((word) => `'${word}'`), `'#123456'`, `'other'`, 'null'],
}

it('every row and column behind a person gives another version when it changes the answer', async () => {
  const person = await someone()
  const client = new pg.Client({ connectionString: world.databaseUrl, options: '-c timezone=UTC' })
  await client.connect()
  try {
    const read = createSql((query) => client.query(query))
    const cookie = decodeURIComponent(person.client.cookieHeader().split('=')[1] ?? '')
    const sid = hashSecret(cookie.slice(0, cookie.lastIndexOf('.')))
    const versionOf = async () => (await findSessions(read, [sid], at))[0]?.version
    await client.query('begin')
    const before = await tell(read, person.id)
    const { rows: tables } = await client.query<{ name: string }>(
      `select distinct relname as name from pg_locks join pg_class on pg_class.oid = relation
       where pid = pg_backend_pid() and relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    const version = await versionOf()
    expect(version).toBe(await versionOf())
    const [changed, missed] = [new Set<string>(), [] as string[]]
    /** Changes one row and takes it back. */
    const tryOut = async (change: string) => {
      await client.query('savepoint change')
      const isAllowed = await client.query(change).then(
        ({ rowCount }) => rowCount === 1,
        () => false,
      )
      if (isAllowed) {
        const after = await tell(read, person.id)
        const names = fieldsThatDiffer(before, after)
        for (const name of names) changed.add(name)
        if (names.length > 0 && (await versionOf()) === version) missed.push(`${change}: ${names.join()}`)
      }
      await client.query('rollback to savepoint change')
    }
    for (const { name: table } of tables) {
      const { rows } = await client.query<{ ctid: string }>(`select ctid from ${table} order by ctid desc limit 8`)
      const { rows: columns } = await client.query<{ name: string; type: string }>(
        `select column_name as name, data_type as type from information_schema.columns
         where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER'`,
        [table],
      )
      for (const { ctid } of rows) {
        await tryOut(`delete from ${table} where ctid = '${ctid}'`)
        for (const { name, type } of columns) {
          for (const value of byType[type === 'character varying' ? 'text' : type] ?? []) {
            await tryOut(
              `update ${table} set ${name} = ${value.replace('column', name).replace('PERSON', person.id)} where ctid = '${ctid}'`,
            )
          }
        }
      }
    }
    await tryOut(
      `select ledger_grant(id, 'purchased', 'purchase', 'test', 3600000, 0, null, null, null, null, now()) from account
       where user_id = '${person.id}'`,
    )
    expect(missed).toEqual([])
    const all = fieldsThatDiffer(before, { person: {}, page: {}, context: {} })
    // Only these can never change.
    expect(all.filter((name) => !changed.has(name))).toEqual(['person.id', 'person.accountId'])
  } finally {
    await client.end()
  }
})

function fieldsThatDiffer(before: Told, after: Told): string[] {
  const kinds = ['person', 'page', 'context'] as const
  return kinds.flatMap((kind) =>
    Object.keys(before[kind])
      .filter((name) => JSON.stringify(before[kind][name]) !== JSON.stringify(after[kind][name]))
      .map((name) => `${kind}.${name}`),
  )
}
