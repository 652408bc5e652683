import { idOfAgent } from '../conversations/past-conversations.ts'
import { callAs, type Person, sql } from '../people.ts'

export interface Organization {
  id: number
  name: string
  /** The pool. */
  accountId: string
}

let count = 0

/** Returns a paid organization with 42 minutes and a person in it. */
export async function organizationWith(person: Person, role: 'admin' | 'member' = 'admin'): Promise<Organization> {
  const name = `Southwind ${++count}`
  const [row] = await sql<{ id: number }>(
    `insert into organization (name, slug, contact_email, created_by, created_at, updated_at)
     values ($1, $2, $3, $4, now(), now()) returning id`,
    [name, `southwind-${count}-${Date.now()}`, person.email, person.id],
  )
  const id = row?.id ?? 0
  const [pool] = await sql<{ id: string }>(
    'insert into account (organization_id, created_at) values ($1, now()) returning id',
    [id],
  )
  const accountId = pool?.id ?? ''
  await sql("select ledger_grant($1, 'purchased', 'purchase', $2, 2520000, 0, null, null, $3, 'Test', now())", [
    accountId,
    `test:${id}`,
    person.id,
  ])
  await putInto(id, person, role)
  return { id, name, accountId }
}

/** Returns an organization that a person created and that was not paid. */
export async function unpaidOrganizationOf(person: Person): Promise<{ id: number; name: string; slug: string }> {
  const name = `Westwind ${++count}`
  const body = { name, slug: `westwind-${count}-${Date.now()}`, contactEmail: person.email }
  return callAs<{ id: number; name: string; slug: string }>(person, '/api/organizations', body)
}

/** Adds a person to the organization. */
export async function putInto(
  organizationId: number,
  person: Person,
  role: 'admin' | 'member' | 'guest' = 'member',
): Promise<void> {
  await sql('insert into organization_user (organization_id, user_id, role, joined_at) values ($1, $2, $3, now())', [
    organizationId,
    person.id,
    role,
  ])
}

/** Assigns an agent of the demo marketplace. */
export async function assignAgent(
  organizationId: number,
  by: Person,
  agent: string,
  level = 'standard',
): Promise<void> {
  await sql(
    `insert into organization_agent (organization_id, agent_id, assigned_by, assigned_at, is_private, access_level)
     values ($1, $2, $3, now(), false, $4)`,
    [organizationId, await idOfAgent(agent), by.id, level],
  )
}

/** Adds a past conversation that the pool has paid. */
export async function addPoolSession(
  { id, accountId }: Organization,
  person: Person,
  agent: string,
  seconds: number,
  hoursAgo: number,
): Promise<void> {
  const at = new Date(Date.now() - hoursAgo * 3_600_000)
  const [started] = await sql<{ id: string }>(
    `select session_id as id from agent, voice_session_start($1, $2, agent.id, $3, 0, null, $4, 1000, $5, now(), $7)
     where agent.name = $6`,
    [person.id, accountId, `conv_${crypto.randomUUID()}`, seconds * 1000, at, agent, id],
  )
  const endedAt = new Date(at.getTime() + seconds * 1000)
  await sql("select voice_session_settle($1, 'user', $2, true, $3, 10000, $4)", [
    started?.id,
    seconds * 1000,
    at,
    endedAt,
  ])
}
