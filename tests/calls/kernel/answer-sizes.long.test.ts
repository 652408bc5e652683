import pg from 'pg'
import { type Call, isAboutOrganization } from '#contract/call.ts'
import { login } from '#contract/identity/auth.ts'
import { calls } from '#contract/index.ts'
import * as kit from '#tests/calls.ts'
import { fillWithCrowd } from '../../../bench/crowd/fill.ts'

const { afterAll, expect, it } = kit
const world = await kit.ownWorld()
const ada = await kit.platformAdmin(world)
const owner: pg.Client = new pg.Client({ connectionString: world.databaseUrl })
await owner.connect()
afterAll(() => owner.end())

/** The most bytes of an answer before it is compressed. */
const mostBytes = 50_000
/** A file, and three answers that name every member of one organization: up to 200 kB with 1,000 of them. */
const longer = [
  '/api/admin/voices/:id/sample',
  '/api/admin/organizations/:id',
  '/api/organization/usage',
  '/api/organizations/:organizationId',
]

await world.sql("update users set email = 'ada@luna.test' where id = $1", [ada.id])
await fillWithCrowd(owner, { people: 600, organizations: 60, agents: 400, sessions: 3000 })
await world.sql("update agent set system_prompt = repeat('You help. ', 2000)")

/** The largest organization and who talks most there, and the person and agent with the most conversations. */
const [biggest] = await world.sql<Record<'organizationId' | 'adminId' | 'memberId' | 'userId' | 'agentId', string>>(`
  with firm as (
    select organization_id as id from organization_user group by organization_id order by count(*) desc limit 1
  ), talk as (
    select user_id, agent_id from voice_session group by user_id, agent_id order by count(*) desc limit 1
  )
  select firm.id as "organizationId", talk.user_id as "userId", talk.agent_id as "agentId",
    (select user_id from organization_user where organization_id = firm.id and role = 'admin' and is_active
      limit 1) as "adminId",
    (select user_id from organization_user where organization_id = firm.id and role = 'member' and is_active
      limit 1) as "memberId"
  from firm cross join talk`)
if (!biggest) throw new Error('Nobody talked')

async function signIn(userId: string): Promise<kit.TestClient> {
  const [person] = await world.sql<{ email: string }>(
    `update users set is_active = true, removed_at = null,
       password_hash = (select password_hash from users where email = 'ada@luna.test')
     where id = $1 returning email`,
    [userId],
  )
  const client = world.visitor()
  await client.call(login, { body: { email: person?.email ?? '', password: kit.password } })
  return client
}

const people = {
  'platform admin': ada.client,
  'admin of an organization': await signIn(biggest.adminId),
  member: await signIn(biggest.memberId),
  'person who talks': await signIn(biggest.userId),
}

/** Values for all the queries without which a call answers nothing; each call takes those that it knows. */
const query = 'days=90&timeZone=UTC&month=2026-11&kind=sold&what=current&q=hello'

function addressOf({ path, who }: Call): string {
  const id = path.includes('/agents/') ? biggest?.agentId : biggest?.userId
  const filled = path
    .replace(/(admin\/organizations\/):id|:organizationId/, `$1${biggest?.organizationId}`)
    .replaceAll(':agentId', biggest?.agentId ?? '')
    .replaceAll(/:\w+/g, id ?? '')
  const isNamed = !isAboutOrganization(who) || path.includes(':organizationId')
  return `${filled}?${query}${isNamed ? '' : `&organizationId=${biggest?.organizationId}`}`
}

it.each(Object.entries(people))('no answer is longer than 50 kB on a grown platform: %s', async (_name, client) => {
  const reads = calls.filter(({ call }) => call.method === 'GET' && !longer.includes(call.path))
  const sizes = new Map<string, number>()
  const faults: string[] = []
  for (const { call } of reads) {
    const { status, body } = await client.request('GET', addressOf(call))
    if (status >= 500) faults.push(call.path)
    if (status === 200) sizes.set(call.path, Buffer.byteLength(JSON.stringify(body)))
  }
  expect(faults).toEqual([])
  expect([...sizes].filter(([, bytes]) => bytes > mostBytes)).toEqual([])
  // The walk has read what is long.
  expect(sizes.size).toBeGreaterThan(40)
  expect(Math.max(...sizes.values())).toBeGreaterThan(40_000)
})
