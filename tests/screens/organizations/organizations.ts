import * as luna from '#tests/screens.ts'
import { context, freshEmail, type Person, sql } from '#tests/screens.ts'
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

/** Adds a person to the organization. */
export async function putInto(organizationId: number, { id }: Person, role = 'member'): Promise<void> {
  const insert = 'insert into organization_user (organization_id, user_id, role, joined_at) values ($1, $2, $3, now())'
  await sql(insert, [organizationId, id, role])
}

/** Assigns an agent of the demo marketplace. */
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

/** A new organization with 5 users, Growth, two agents and all extras. */
const order = {
  contactName: 'Olive Owner',
  industry: 'consulting',
  companySize: '11-50',
  plannedUsers: '8',
  agentPurpose: 'Answers our clients.',
  userCount: 5,
  agentType: 'single',
  numberOfAgents: 2,
  minutePackage: 'growth',
  brandedPWA: true,
  ongoingOptimization: true,
}

interface Bought {
  id: number
  name: string
  /** The admin who made it. */
  owner: Person
  paymentId: string
}

/** Returns an organization that was created by its first payment, with a test card. */
export async function paidOrganization(): Promise<Bought> {
  const [name, email] = [`Eastwind ${++count} of ${Date.now()}`, freshEmail()]
  const { request } = context
  const post = async (path: string, data: object) => {
    const answer = await request.post(path, { data })
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as Record<'id' | 'clientSecret', string>
  }
  const form = { ...order, organizationName: name, contactEmail: email }
  const { id: registrationId } = await post('/api/organizations/register', form)
  const { clientSecret } = await post('/api/create-organization-payment-intent', { registrationId })
  const paymentId = await luna.payWithCard(clientSecret)
  const status = `/api/organizations/registrations/${registrationId}/status`
  await luna.expect.poll(async () => (await request.get(status)).json()).toMatchObject({ status: 'paid' })
  const names = { firstName: 'Olive', lastName: 'Owner' }
  await post('/api/auth/update-temp-password', { email, newPassword: luna.password, ...names })
  await context.clearCookies()
  const owner = await luna.begin('/api/auth/login', { email, password: luna.password })
  const [made] = await sql<{ id: number }>('select id from organization where name = $1', [name])
  return { id: made?.id ?? 0, name, owner, paymentId }
}
