import pg from 'pg'
import { onTestFinished } from 'vitest'
import { listContexts } from '#server/identity/contexts.ts'
import { findOwnPage } from '#server/identity/own-page.ts'
import { findPerson } from '#server/identity/users.ts'
import { findSessions } from '#server/identity/versions.ts'
import { createSql, type Read } from '#server/database/sql.ts'
import { hashSecret } from '#server/kernel/secrets.ts'
import * as kit from '#tests/calls.ts'

/** A process reads a person again after every change of a row behind the answer (D15). */

const { expect, it } = kit
// Rows are changed without the rules that keep the books.
const world = await kit.ownWorld({}, { breaksBooks: true })
const at = world.services.clock.now()

const sql = (text: string, ...values: unknown[]) => world.sql<{ id: string }>(text, values)

/** Makes a person with a row in every table: a platform admin who runs an organization and talks there. */
async function someone(): Promise<kit.TestPerson> {
  const [firm, person, other] = [
    await kit.organization(world),
    await kit.subscriber(world),
    await kit.registered(world),
  ]
  await kit.join(world, person, firm.id, 'admin')
  await kit.promoteToAdmin(world, person)
  await sql(
    "insert into platform_setting (setting_key, setting_value, updated_at) values ('adminTwoFactorRequired', 'true', now())",
  )
  await sql('update organization_user set monthly_limit_minutes = 90 where user_id = $1', person.id)
  await sql('insert into organization_context values ($1, $2, now()) on conflict do nothing', person.id, firm.id)
  const enabled =
    'insert into two_factor (user_id, sealed_secret, created_at, enabled_at) values ($1, $2, now(), now())'
  await sql(enabled, person.id, 'sealed')
  const accounts = await sql(
    'select id from account where user_id = $1 or organization_id = $2 order by organization_id nulls first',
    person.id,
    firm.id,
  )
  const [own = '', pool = ''] = accounts.map(({ id }) => id)
  await addMoney(person, own, pool)
  await addConversations([person.id, pool, firm.id], [other.id, own, null])
  await addMessages(person, other, firm.id)
  return person
}

async function addMoney(person: kit.TestPerson, own: string, pool: string): Promise<void> {
  await sql('insert into payer (account_id, updated_at) values ($1, now()) on conflict do nothing', own)
  await sql(
    `insert into auto_purchase (account_id, enabled, tier, package_name, package_cents, package_minutes,
       threshold_minutes, monthly_cap_cents, updated_at)
     values ($1, true, 'credits_60', 'Package', 900, 60, 30, 9000, now()) on conflict do nothing`,
    own,
  )
  await sql(
    `insert into debt (account_id, user_id, stripe_dispute_id, amount_cents, created_at)
     select account, $1, 'dp_' || account, 500, now() from unnest($2::uuid[]) as account`,
    person.id,
    [own, pool],
  )
}

/** Adds a live talk of each. */
async function addConversations(
  ...live: [user: string, account: string, organization: number | null][]
): Promise<void> {
  const agentId = await kit.addAgent(world)
  for (const one of live) {
    await sql(
      `insert into voice_session (user_id, account_id, organization_id, agent_id, conversation_id, gateway_id, used_ms,
         created_at, last_tick_at)
       values ($1, $2, $3, $4, 'talk', 1, 70000, $5, $5)`,
      ...one,
      agentId,
      at,
    )
  }
}

/** Adds a message in each way to get one. */
async function addMessages(person: kit.TestPerson, other: kit.TestPerson, organizationId: number): Promise<void> {
  const add = (sent: Omit<Parameters<typeof kit.addMessage>[1], 'from'>, from = other.id) =>
    kit.addMessage((text, values) => world.sql(text, values), { from, minutes: 1, ...sent })
  const toFirm = { audience: 'organization', organizationId } as const
  const asked = await add(toFirm, person.id)
  await add({ to: person.id })
  await add({ audience: 'broadcast' })
  await add(toFirm)
  await add({ ...toFirm, inReplyTo: asked })
  await sql(
    'insert into user_communication_state select id, $1 from user_communication where to_user_id = $1',
    person.id,
  )
}

interface Shown {
  person: Record<string, unknown>
  page: Record<string, unknown>
  context: Record<string, unknown>
}

async function readAll(read: Read, userId: string): Promise<Shown> {
  const person = await findPerson(read, userId)
  const page = await findOwnPage(read, userId)
  const contexts = await listContexts(read, userId, undefined, at)
  return { person: { ...person }, page: { ...page }, context: { ...contexts[0] } }
}

const words = 'admin member past_due canceled completed other'
const texts = [...words.split(' ').map((word) => `'${word}'`), `'#123456'`, 'null']
const byType: Record<string, string[]> = {
  boolean: ['not COLUMN'],
  integer: ['COLUMN + 1', 'COLUMN + 60000', 'null'],
  bigint: ['COLUMN + 60000', '0', 'null'],
  'timestamp with time zone': [`COLUMN + interval '40 days'`, `now() - interval '90 days'`, 'now()', 'null'],
  uuid: ['(select min(id::text)::uuid from users)', `(select id from account where user_id = 'PERSON')`, 'null'],
  text: texts,
  'character varying': texts,
}

it('every row and column behind a person gives another version when it changes the answer', async () => {
  const person = await someone()
  const client = new pg.Client({ connectionString: world.databaseUrl, options: '-c timezone=UTC' })
  await client.connect()
  onTestFinished(() => client.end())
  const read = createSql((query) => client.query(query))
  const cookie = decodeURIComponent(person.client.cookieHeader().split('=')[1] ?? '')
  const sid = hashSecret(cookie.slice(0, cookie.lastIndexOf('.')))
  const versionOf = async () => (await findSessions(read, [sid], at))[0]?.version
  await client.query('begin')
  const before = await readAll(read, person.id)
  const changes = await listChanges(client, person.id)
  const version = await versionOf()
  expect(version).toBe(await versionOf())
  const [changed, missed] = [new Set<string>(), [] as string[]]
  for (const change of changes) {
    await client.query('savepoint change')
    const isAllowed = await client.query(change).then(
      ({ rowCount }) => rowCount === 1,
      () => false,
    )
    if (isAllowed) {
      const names = fieldsThatDiffer(before, await readAll(read, person.id))
      for (const name of names) changed.add(name)
      if (names.length > 0 && (await versionOf()) === version) missed.push(`${change}: ${names.join()}`)
    }
    await client.query('rollback to savepoint change')
  }
  expect(missed).toEqual([])
  const all = fieldsThatDiffer(before, { person: {}, page: {}, context: {} })
  // Only these can never change.
  expect(all.filter((name) => !changed.has(name))).toEqual(['person.id', 'person.accountId'])
})

/** Returns changes of every column, and removals, of rows in the tables that this transaction has read: the person's first. */
async function listChanges(client: pg.Client, userId: string): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string; columns: Record<string, string> }>(
    `select relname as name, (select json_object_agg(column_name, data_type) from information_schema.columns
       where table_schema = 'public' and table_name = relname and is_generated = 'NEVER') as columns
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
       and oid in (select relation from pg_locks where pid = pg_backend_pid())`,
  )
  const { rows: own } = await client.query<{ ids: string }>(
    `select concat_ws('|', user_id, string_agg(id::text, '|')) as ids from account where user_id = $1 group by user_id`,
    [userId],
  )
  const changes = [
    `select ledger_grant(id, 'purchased', 'purchase', 'test', 3600000, 0, null, null, null, null, now())
     from account where user_id = '${userId}'`,
  ]
  for (const { name: table, columns } of tables) {
    // Locked, or work in the background could move a row to another place.
    const { rows } = await client.query<{ ctid: string }>(
      `select ctid from ${table} order by ${table}::text ~ '${own[0]?.ids}' desc, ctid desc limit 5 for update`,
    )
    const updates = Object.entries(columns).flatMap(([name, type]) =>
      (byType[type] ?? []).map((value) => `update ${table} set ${name} = ${value.replace('COLUMN', name)}`),
    )
    const all = [`delete from ${table}`, ...updates].map((change) => change.replace('PERSON', userId))
    changes.push(...rows.flatMap(({ ctid }) => all.map((change) => `${change} where ctid = '${ctid}'`)))
  }
  return changes
}

function fieldsThatDiffer(before: Shown, after: Shown): string[] {
  const kinds = ['person', 'page', 'context'] as const
  return kinds.flatMap((kind) =>
    Object.keys(before[kind])
      .filter((name) => JSON.stringify(before[kind][name]) !== JSON.stringify(after[kind][name]))
      .map((name) => `${kind}.${name}`),
  )
}
