import * as adminAgents from '#contract/agents/admin-agents.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { paidFirm } from '#tests/kit/organizations/paid-organizations.ts'
import * as kit from '#tests/calls.ts'

const { describe, expect, it } = kit
const world = await kit.ownWorld()

/** A form that two people can have open at once. */
interface Form {
  method: 'PATCH' | 'PUT'
  address: string
  /** A field, its first value, and another field. */
  field: string
  first: unknown
  other: Record<string, unknown>
  /** Returns what the database has in the field, and in the other one, of the row with `id`. */
  sql: string
  id: unknown
}

/** The form and two people who may save it. */
type Open = () => Promise<Form & { both: [kit.TestClient, kit.TestClient] }>

const texts = ['The words of one', 'The words of the other', 'Third words', 'The last words']
const colors = ['#111111', '#222222', '#333333', '#444444']
const numbers = [400, 500, 600, 700]
const websiteUrl = 'https://one.test'
const clientOf = ({ client }: kit.TestPerson) => client

/** Opens a form of an organization; its id is that of the row unless given. */
const ofFirm =
  (form: (firm: kit.TestOrganization) => Promise<Omit<Form, 'id'> & { id?: unknown }>, paid = false): Open =>
  async () => {
    const firm = await (paid ? paidFirm(world) : kit.organization(world))
    const second = await kit.member(world, firm.id, { role: 'admin' })
    return { id: firm.id, ...(await form(firm)), both: [firm.owner.client, second.client] }
  }

/** Opens a form of platform admins. */
const ofAdmins =
  (form: (admin: kit.TestPerson) => Promise<Form>): Open =>
  async () => {
    const [ada, bob] = [await kit.platformAdmin(world), await kit.platformAdmin(world)]
    return { ...(await form(ada)), both: [clientOf(ada), clientOf(bob)] }
  }

const profile = ofFirm(async ({ id }) => ({
  sql: 'select description, website_url from organization where id = $1',
  method: 'PATCH',
  address: `/api/organization/settings?organizationId=${id}`,
  field: 'description',
  first: '',
  other: { websiteUrl },
}))

const branding = ofFirm(async ({ id }) => ({
  sql: 'select secondary_color, website_url from organization where id = $1',
  method: 'PATCH',
  address: `/api/organizations/${id}/branding`,
  field: 'secondaryColor',
  first: '#7c3aed',
  other: { websiteUrl },
}))

const app = ofFirm(async ({ id }) => ({
  sql: 'select tagline, app_name from pwa_setting where organization_id = $1',
  method: 'PUT',
  address: `/api/organization/pwa?organizationId=${id}`,
  field: 'tagline',
  first: '',
  other: { appName: 'One' },
}))

const instructions = ofFirm(async (firm) => {
  await kit.assign(world, firm, await kit.addAgent(world))
  const [link] = await firm.owner.client.call(organizationAgents, { query: {} })
  return {
    sql: 'select custom_instructions, access_level from organization_agent where organization_id = $1',
    method: 'PATCH',
    address: `/api/organization/agents/${link?.id}?organizationId=${firm.id}`,
    field: 'customInstructions',
    first: '',
    other: { accessLevel: 'premium' },
  }
})

const limit = ofFirm(async (firm) => {
  const { id } = await kit.member(world, firm.id)
  return {
    id,
    sql: 'select monthly_limit_minutes, access_level from organization_user where user_id = $1',
    method: 'PATCH',
    address: `/api/organization/members/${id}?organizationId=${firm.id}`,
    field: 'monthlyLimitMinutes',
    first: null,
    other: { accessLevel: 'premium' },
  }
})

const refills = ofFirm(
  async ({ id }) => ({
    sql: `select monthly_cap_cents / 100 as dollars, enabled from auto_purchase
      join account on account.id = auto_purchase.account_id where organization_id = $1`,
    method: 'PATCH',
    address: `/api/organization/refill?organizationId=${id}`,
    field: 'monthlyCap',
    first: 270,
    other: { enabled: false },
  }),
  true,
)

const settings = ofAdmins(async () => ({
  id: 'hoursSavedText',
  sql: `select (select setting_value from platform_setting where setting_key = $1),
    (select setting_value from platform_setting where setting_key = 'businessName') as other`,
  method: 'PATCH',
  address: '/api/admin/settings',
  field: 'hoursSavedText',
  first: 'over 1000 hours saved each month',
  other: { businessName: 'One' },
}))

const agent = ofAdmins(async (ada) => {
  const body = { name: `Helper of ${process.pid}`, description: 'Helps', category: 'Systems' }
  const { id } = await ada.client.call(adminAgents.createAgent, { body })
  return {
    id,
    sql: 'select description, category from agent where id = $1',
    method: 'PATCH',
    address: `/api/admin/agents/${id}`,
    field: 'description',
    first: 'Helps',
    other: { category: 'Operations' },
  }
})

const forms: [name: string, values: unknown[], open: Open][] = [
  ['the profile of an organization', texts, profile],
  ['its branding', colors, branding],
  ['its app', texts, app],
  ['the instructions of its agent', texts, instructions],
  ["a member's minutes of a month", numbers, limit],
  ['what refills of its pool may cost', numbers, refills],
  ['the settings of the platform', texts, settings],
  ['an agent', texts, agent],
]

describe('two people who save the same form learn of each other (D187)', () => {
  it.each(forms)('%s: neither overwrites the other without asking', async (_name, [one, two, three, last], open) => {
    const { both, address, method, field, first, other, sql, id } = await open()
    const [ada, bob] = both
    const save = (client: kit.TestClient, value: unknown, before?: unknown) =>
      client.request(method, address, { [field]: value, ...(before !== undefined && { before: { [field]: before } }) })
    const row = async () => Object.values((await world.sql(sql, [id]))[0] ?? {})
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
})
