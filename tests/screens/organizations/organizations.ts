import { type Person, sql } from '#tests/screens.ts'
import { idOfAgent } from '../conversations/voice/talking.ts'

export interface Organization {
  id: number
  name: string
  slug: string
  /** The pool. */
  accountId: string
}

let count = 0

/** Returns a paid organization with 42 minutes, and this person as its admin. */
export async function organizationWith(person: Person): Promise<Organization> {
  const name = `Southwind ${process.pid}-${++count}`
  const slug = `southwind-${count}-${Date.now()}`
  const [row] = await sql<{ id: number; accountId: string }>(
    `with made as (
       insert into organization (name, slug, industry, contact_email, created_by, created_at, updated_at)
       values ($1, $2, 'consulting', $3, $4, now(), now()) returning id)
     insert into account (organization_id, created_at) select id, now() from made
     returning organization_id as id, id as "accountId"`,
    [name, slug, person.email, person.id],
  )
  const { id, accountId } = row ?? { id: 0, accountId: '' }
  const grant = "select ledger_grant($1, 'purchased', 'purchase', $2, 2520000, 0, null, null, $3, 'Test', now())"
  await sql(grant, [accountId, `test:${id}`, person.id])
  await putInto(id, person, 'admin')
  return { id, name, slug, accountId }
}

export async function putInto(organizationId: number, { id }: Person, role = 'member'): Promise<void> {
  const insert = 'insert into organization_user (organization_id, user_id, role, joined_at) values ($1, $2, $3, now())'
  await sql(insert, [organizationId, id, role])
}

export async function assignAgent(organizationId: number, by: Person, agent: string): Promise<void> {
  await sql(
    `insert into organization_agent (organization_id, agent_id, assigned_by, assigned_at, is_private, access_level)
     values ($1, $2, $3, now(), false, 'standard')`,
    [organizationId, await idOfAgent(agent), by.id],
  )
}

/** Adds a conversation that the pool has paid. */
export async function addPoolSession(
  { id, accountId }: Organization,
  person: Person,
  agent: string,
  seconds: number,
): Promise<void> {
  const [started] = await sql<{ id: string }>(
    `select session_id as id from agent,
       voice_session_start($1, $2, agent.id, $3, 0, null, $4, 1000, now(), now(), $6) where agent.name = $5`,
    [person.id, accountId, `conv_${crypto.randomUUID()}`, seconds * 1000, agent, id],
  )
  const settle = "select voice_session_settle($1, 'user', $2, true, now(), 10000, now())"
  await sql(settle, [started?.id, seconds * 1000])
}
