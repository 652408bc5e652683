import * as adminAgents from '#contract/agents/admin-agents.ts'
import { organizationAgents } from '#contract/organizations/agents.ts'
import { addAgent, describe, expect, it, ownWorld, platformAdmin, registered, type TestClient } from '#tests/calls.ts'
import { assign, member, organization, type TestOrganization } from '../../kit/organizations/organizations.ts'
import { paidFirm } from '../../kit/organizations/paid-organizations.ts'

const world = await ownWorld()

let count = 0

/** A form that two people can have open at once. */
interface Shared {
  /** Two people who may save it, a member without that right, and a stranger, with their refusals. */
  both: readonly [TestClient, TestClient]
  refused: readonly (readonly [TestClient, number])[]
  address: string
  method: 'PATCH' | 'PUT'
  /** A field, its first value, and another field. */
  field: string
  first: unknown
  other: Record<string, unknown>
  /** What the database has in the field, and in the other one. */
  row: () => Promise<unknown[]>
}

const texts = ['The words of one', 'The words of the other', 'Third words', 'The last words'] as const
const colors = ['#111111', '#222222', '#333333', '#444444'] as const
const numbers = [400, 500, 600, 700] as const

/** With `rowId` where the row is found by an id other than that of the organization. */
type Form = Pick<Shared, 'address' | 'method' | 'field' | 'first' | 'other'> & { rowId?: string }

/** Returns a form of an organization. */
async function ofFirm(
  sql: string,
  shared: (firm: TestOrganization) => Form | Promise<Form>,
  open: () => Promise<TestOrganization> = newFirm,
) {
  const firm = await open()
  const second = await member(world, firm.id, { role: 'admin' })
  const plain = await member(world, firm.id)
  const stranger = await organization(world)
  const form = await shared(firm)
  return {
    ...form,
    both: [firm.owner.client, second.client],
    refused: [
      [world.visitor(), 401],
      [stranger.owner.client, 404],
      [plain.client, 403],
    ],
    row: async () => Object.values((await world.sql(sql, [form.rowId ?? firm.id]))[0] ?? {}),
  } satisfies Shared
}

const newFirm = () => organization(world)

const forms: [name: string, values: readonly unknown[], open: () => Promise<Shared>][] = [
  [
    'the profile of an organization',
    texts,
    () =>
      ofFirm('select description, website_url from organization where id = $1', ({ id }) => ({
        address: `/api/organization/settings?organizationId=${id}`,
        method: 'PATCH',
        field: 'description',
        first: '',
        other: { websiteUrl: 'https://one.test' },
      })),
  ],
  [
    'its branding',
    colors,
    () =>
      ofFirm('select secondary_color, website_url from organization where id = $1', ({ id }) => ({
        address: `/api/organizations/${id}/branding`,
        method: 'PATCH',
        field: 'secondaryColor',
        first: '#7c3aed',
        other: { websiteUrl: 'https://one.test' },
      })),
  ],
  [
    'its app',
    texts,
    () =>
      ofFirm('select tagline, app_name from pwa_setting where organization_id = $1', ({ id }) => ({
        address: `/api/organization/pwa?organizationId=${id}`,
        method: 'PUT',
        field: 'tagline',
        first: '',
        other: { appName: 'One' },
      })),
  ],
  [
    'the instructions of its agent',
    texts,
    () =>
      ofFirm(
        'select custom_instructions, access_level from organization_agent where organization_id = $1',
        async (firm) => {
          await assign(world, firm, await addAgent(world))
          const [link] = await firm.owner.client.call(organizationAgents, { query: {} })
          return {
            address: `/api/organization/agents/${link?.id}?organizationId=${firm.id}`,
            method: 'PATCH',
            field: 'customInstructions',
            first: '',
            other: { accessLevel: 'premium' },
          }
        },
      ),
  ],
  [
    "a member's minutes of a month",
    numbers,
    () =>
      ofFirm('select monthly_limit_minutes, access_level from organization_user where user_id = $1', async ({ id }) => {
        const person = await member(world, id)
        return {
          rowId: person.id,
          address: `/api/organization/members/${person.id}?organizationId=${id}`,
          method: 'PATCH',
          field: 'monthlyLimitMinutes',
          first: null,
          other: { accessLevel: 'premium' },
        }
      }),
  ],
  [
    'what refills of its pool may cost',
    numbers,
    () =>
      ofFirm(
        `select monthly_cap_cents / 100 as dollars, enabled from auto_purchase
         join account on account.id = auto_purchase.account_id where organization_id = $1`,
        ({ id }) => ({
          address: `/api/organization/refill?organizationId=${id}`,
          method: 'PATCH',
          field: 'monthlyCap',
          first: 270,
          other: { enabled: false },
        }),
        () => paidFirm(world),
      ),
  ],
  [
    'the settings of the platform',
    texts,
    async () => {
      const [ada, bob] = [await platformAdmin(world), await platformAdmin(world)]
      const values = `select (select setting_value from platform_setting where setting_key = 'hoursSavedText'),
        (select setting_value from platform_setting where setting_key = 'businessName') as other`
      return {
        both: [ada.client, bob.client],
        refused: [
          [world.visitor(), 401],
          [(await registered(world)).client, 403],
        ],
        address: '/api/admin/settings',
        method: 'PATCH',
        field: 'hoursSavedText',
        first: 'over 1000 hours saved each month',
        other: { businessName: 'One' },
        row: async () => Object.values((await world.sql(values))[0] ?? {}),
      }
    },
  ],
  [
    'an agent',
    texts,
    async () => {
      const [ada, bob] = [await platformAdmin(world), await platformAdmin(world)]
      const agent = { name: `Helper ${++count} of ${process.pid}`, description: 'Helps', category: 'Systems' }
      const { id } = await ada.client.call(adminAgents.createAgent, { body: agent })
      return {
        both: [ada.client, bob.client],
        refused: [
          [world.visitor(), 401],
          [(await registered(world)).client, 403],
        ],
        address: `/api/admin/agents/${id}`,
        method: 'PATCH',
        field: 'description',
        first: 'Helps',
        other: { category: 'Operations' },
        row: async () =>
          Object.values((await world.sql('select description, category from agent where id = $1', [id]))[0] ?? {}),
      }
    },
  ],
]

describe.each(forms)('two people who save %s (D187)', (_name, [one, two, three, last], open) => {
  it('learn of each other, and neither overwrites the other without asking', async () => {
    const { both, refused, address, method, field, first, other, row } = await open()
    const [ada, bob] = both
    const save = (client: TestClient, value: unknown, before?: unknown) =>
      client.request(method, address, { [field]: value, ...(before !== undefined && { before: { [field]: before } }) })
    for (const [client, status] of refused) {
      expect((await save(client, three, first)).status).toBe(status)
    }
    expect((await save(ada, one, first)).status).toBe(200)
    const late = await save(bob, two, first)
    expect([late.status, late.body.code, late.body.present]).toEqual([409, 'changed_meanwhile', { [field]: one }])
    expect(late.body.field).toBeUndefined()
    expect((await row())[0]).toBe(one)

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
  })

  it('compare only what is sent, and learn nothing else', async () => {
    const { both, address, method, field } = await open()
    const before = { [field]: 'never', name: 'never', stripeCustomerId: 'never', ratingTenths: 'never' }
    const reply = await both[0].request(method, address, { [field]: last, before })
    expect([reply.status, Object.keys(reply.body.present as object)]).toEqual([409, [field]])
  })
})
