import { createAgent } from '#contract/agents/admin-agents.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import * as kit from '#tests/calls.ts'

const { expect, it } = kit
// The settings of the platform are taken back.
const world = await kit.sharedWorld()
kit.afterAll(() => world.sql('delete from platform_setting'))

/** A form that two people have open at once. */
interface Form {
  both: [kit.TestPerson, kit.TestPerson]
  path: string
  /** The id of its row. */
  id: unknown
}

const texts = ['The words of one', 'The words of the other', 'Third words', 'The last words']
const colors = ['#111111', '#222222', '#333333', '#444444']
const numbers = [400, 500, 600, 700]

/** Opens a form of an organization; without an id its row is that of the organization. */
const ofFirm =
  (path: string, prepare: (firm: kit.TestOrganization) => Promise<unknown> = async ({ id }) => id, paid = false) =>
  async (): Promise<Form> => {
    const firm = await (paid ? kit.ownedOrganization(world) : kit.organization(world))
    const second = await kit.member(world, firm.id, { role: 'admin' })
    const id = await prepare(firm)
    return { id, path: path.replace(':firm', String(firm.id)).replace(':id', String(id)), both: [firm.owner, second] }
  }

async function linkedAgent(firm: kit.TestOrganization): Promise<unknown> {
  await kit.assign(world, firm, await kit.addAgent(world))
  const [link] = await firm.owner.client.call(organizationAgents, { query: {} })
  return link?.id
}

const twoAdmins = async (): Promise<Form['both']> => [await kit.platformAdmin(world), await kit.platformAdmin(world)]

async function settings(): Promise<Form> {
  return { id: 'hoursSavedText', path: '/api/admin/settings', both: await twoAdmins() }
}

async function agent(): Promise<Form> {
  const both = await twoAdmins()
  const body = { name: `Helper of ${process.pid}`, description: 'Helps', category: 'Systems' }
  const { id } = await both[0].client.call(createAgent, { body })
  return { id, path: `/api/admin/agents/${id}`, both }
}

interface Case {
  open: () => Promise<Form>
  method?: 'PUT'
  /** A field, its first value, and another field. */
  fields: [name: string, first: unknown, other: object]
  values: unknown[]
  /** Selects both fields of the row. */
  sql: string
}

const website = { websiteUrl: 'https://one.test' }
const premium = { accessLevel: 'premium' }

const cases: Record<string, Case> = {
  'the profile of an organization': {
    open: ofFirm('/api/organization/settings?organizationId=:firm'),
    fields: ['description', '', website],
    values: texts,
    sql: 'description, website_url from organization where id = $1',
  },
  'its branding': {
    open: ofFirm('/api/organizations/:firm/branding'),
    fields: ['secondaryColor', '#7c3aed', website],
    values: colors,
    sql: 'secondary_color, website_url from organization where id = $1',
  },
  'its app': {
    open: ofFirm('/api/organization/pwa?organizationId=:firm'),
    method: 'PUT',
    fields: ['tagline', '', { appName: 'One' }],
    values: texts,
    sql: 'tagline, app_name from pwa_setting where organization_id = $1',
  },
  'the instructions of its agent': {
    open: ofFirm('/api/organization/agents/:id?organizationId=:firm', linkedAgent),
    fields: ['customInstructions', '', premium],
    values: texts,
    sql: 'custom_instructions, access_level from organization_agent where id = $1',
  },
  "a member's minutes of a month": {
    open: ofFirm(
      '/api/organization/members/:id?organizationId=:firm',
      async (firm) => (await kit.member(world, firm.id)).id,
    ),
    fields: ['monthlyLimitMinutes', null, premium],
    values: numbers,
    sql: 'monthly_limit_minutes, access_level from organization_user where user_id = $1',
  },
  'what refills of its pool may cost': {
    open: ofFirm('/api/organization/refill?organizationId=:firm', async ({ accountId }) => accountId, true),
    fields: ['monthlyCap', 270, { enabled: false }],
    values: numbers,
    sql: 'monthly_cap_cents / 100 as dollars, enabled from auto_purchase where account_id = $1',
  },
  'the settings of the platform': {
    open: settings,
    fields: ['hoursSavedText', 'over 1000 hours saved each month', { businessName: 'One' }],
    values: texts,
    sql: `(select setting_value from platform_setting where setting_key = $1),
      (select setting_value from platform_setting where setting_key = 'businessName') as other`,
  },
  'an agent': {
    open: agent,
    fields: ['description', 'Helps', { category: 'Operations' }],
    values: texts,
    sql: 'description, category from agent where id = $1',
  },
}
it.each(Object.entries(cases))('%s: neither overwrites the other without asking (D187)', async (_name, form) => {
  const { open, fields, sql, method = 'PATCH' } = form
  const [[field, first, other], [one, two, three, last]] = [fields, form.values]
  const { both, path: address, id } = await open()
  const [ada, bob] = both.map(({ client }) => client) as [kit.TestClient, kit.TestClient]
  const save = (client: kit.TestClient, value: unknown, before?: unknown) =>
    client.request(method, address, { [field]: value, ...(before !== undefined && { before: { [field]: before } }) })
  const row = async () => Object.values((await world.sql(`select ${sql}`, [id]))[0] ?? {})
  expect((await save(ada, one, first)).status).toBe(200)
  const late = await save(bob, two, first)
  expect([late.status, late.body]).toMatchObject([409, { code: 'changed_meanwhile', present: { [field]: one } }])
  expect([late.body.field, (await row())[0]]).toEqual([undefined, one])

  // Another field is not affected, nor is a value that is already set.
  expect((await bob.request(method, address, { ...other, before: {} })).status).toBe(200)
  expect(await row()).toEqual([one, ...Object.values(other)])
  expect((await save(bob, one, first)).status).toBe(200)
  // A person who has seen both values may decide.
  expect((await save(bob, two, one)).status).toBe(200)
  // Without former values, the sent ones count.
  expect((await save(ada, one)).status).toBe(200)

  const replies = await Promise.all([save(ada, two, one), save(bob, three, one)])
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect((await row())[0]).toBe(replies[0]?.status === 200 ? two : three)

  // Only what is sent is compared, and nothing else is learned.
  const before = { [field]: 'never', name: 'never', stripeCustomerId: 'never', ratingTenths: 'never' }
  const reply = await ada.request(method, address, { [field]: last, before })
  expect([reply.status, Object.keys(reply.body.present as object)]).toEqual([409, [field]])
})
