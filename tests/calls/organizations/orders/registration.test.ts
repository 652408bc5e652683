import sharp from 'sharp'
import * as registration from '#contract/organizations/registration.ts'
import { expireRegistrations } from '#server/organizations/orders/registration.ts'
import * as kit from '#tests/calls.ts'
import { describe, expect, expectWrong, it, tags } from '#tests/calls.ts'
import { main, rowOf, variant } from '../../../kit/organizations/organization-registrations.ts'
import { putImage } from '../../../kit/organizations/branded-apps.ts'
import { plain } from '../../../kit/world/pictures.ts'

const world = await kit.sharedWorld()

const { registerOrganization, registerOrganizationVariant } = registration

const forms = [
  [registerOrganization, main],
  [registerOrganizationVariant, variant],
] as const

const post = (body: object, { method, path }: (typeof forms)[number][0] = registerOrganization) =>
  world.visitor().request(method, path, body)

const countRows = () => world.sql('select count(*) from business_registration')

describe('a registration is stored with what it costs', () => {
  const { organizationName, contactName, contactEmail, industry, companySize, agentPurpose, plannedUsers } = main
  const needed = { organizationName, contactName, contactEmail, industry, companySize, agentPurpose, plannedUsers }
  const unstored = { contact_phone: null, website: null, additional_notes: null, branded_pwa_maintenance_cents: 0 }

  it('from the main form: 201 with an id, amounts and a setup cookie', tags('S550 S450 D93 D100 D101'), async () => {
    const visitor = world.visitor()
    const reply = await visitor.try(registerOrganization, { body: main })
    expect(reply).toMatchObject({ status: 201, body: { amounts: { oneTime: 1050, monthly: 369, today: 1419 } } })
    expect(reply.body.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    const [cookie = ''] = reply.headers.getSetCookie()
    expect(cookie).toMatch(/^luna-setup=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/)
    const row = await rowOf(world, reply.body.id)
    const about = {
      organization_name: 'Acme Consulting',
      contact_name: 'Olive Owner',
      contact_email: 'olive@acme.test',
      contact_phone: '+1 801 555 0100',
      website: 'https://acme.test',
      agent_purpose: 'Answers our clients.',
      additional_notes: 'From spring on.',
    }
    const look = { logo_url: null, primary_color: '#9334ea', welcome_message: null, terms_version: '2025-07-02' }
    const size = { industry: 'consulting', company_size: '11-50', planned_users: '8', user_count: 5 }
    const agents = { agent_type: 'single', number_of_agents: 1, ongoing_optimization: true }
    const choice = { ...agents, user_access_tier: '5-24', minute_package: 'growth', branded_pwa: true }
    const once = { agent_build_cents: 75_000, branded_pwa_setup_cents: 30_000, payment_amount_cents: 105_000 }
    const monthly = { user_access_cents: 1400, voice_minutes_cents: 13_500, optimization_cents: 20_000 }
    const rest = { branded_pwa_maintenance_cents: 2000, monthly_total_cents: 36_900 }
    const unpaid = { stripe_customer_id: null, stripe_payment_intent_id: null, organization_id: null, paid_at: null }
    expect(row).toMatchObject({ form: 'main', status: 'awaiting_payment', ...about, ...look, ...size, ...choice })
    expect(row).toMatchObject({ ...once, ...monthly, ...rest, ...unpaid })
    // The cookie proves who registered, and a copy of the database must not.
    expect(JSON.stringify(row)).not.toContain(cookie.slice('luna-setup='.length).split(';')[0])
  })

  it('from the variant, with its own fields and no others required', tags('S551 S461 D98 D100'), async () => {
    const reply = await world.visitor().try(registerOrganizationVariant, { body: variant })
    expect(reply).toMatchObject({ status: 201, body: { amounts: { oneTime: 0, monthly: 389, today: 389 } } })
    const own = { form: 'variant', primary_color: '#123ABC', welcome_message: 'Welcome to Acme.' }
    const none = { agent_purpose: null, planned_users: null, number_of_agents: 0, payment_amount_cents: 0 }
    expect(await rowOf(world, reply.body.id)).toMatchObject({ ...own, ...none, monthly_total_cents: 38_900 })
    const { body } = await post({ ...main, ...variant }, registerOrganizationVariant)
    expect(await rowOf(world, body.id)).toMatchObject({ ...own, agent_purpose: 'Answers our clients.' })
  })

  it.each<[string, object, object]>([
    [
      'with the minimum, and defaults for the rest (S449, S502)',
      { ...needed, userCount: 1, agentType: 'advanced', minutePackage: 'starter' },
      { ...unstored, number_of_agents: 1, branded_pwa: false, ongoing_optimization: false, optimization_cents: 0 },
    ],
    [
      'with brandedPwa read as brandedPWA, and none as no agents and no optimization (D97, D100)',
      { ...main, brandedPWA: undefined, brandedPwa: true, agentType: 'none', numberOfAgents: 7 },
      { branded_pwa: true, number_of_agents: 0, ongoing_optimization: false, payment_amount_cents: 30_000 },
    ],
    [
      'at our price, whatever the page showed, which is only logged (D29 [S], D132)',
      { ...main, totalAmount: 1, amount: 1, oneTimeAmount: 1, monthlyAmount: 1, status: 'paid', paidAt: 1 },
      { status: 'awaiting_payment', payment_amount_cents: 105_000, monthly_total_cents: 36_900 },
    ],
    [
      'with the tier of the users (D95, D100)',
      { ...main, userCount: 1000 },
      { user_access_tier: '200+', user_access_cents: 250_000 },
    ],
    [
      'with the fields of both forms (D100)',
      { ...variant, ...main },
      { agent_purpose: 'Answers our clients.', welcome_message: 'Welcome to Acme.' },
    ],
  ])('%s', async (_title, body, stored) => {
    expect(await rowOf(world, (await post(body)).body.id)).toMatchObject(stored)
  })
})

/** What both forms say when one of these is missing. */
const messages = {
  organizationName: 'Organization name is required',
  contactName: 'Contact name is required',
  contactEmail: 'Valid email is required',
  industry: 'Industry is required',
  companySize: 'Company size is required',
  agentType: 'Agent type is required',
  userCount: 'Number of users is required',
  minutePackage: 'Minute package is required',
}

it('wrong values are refused, and nothing is stored (S448, S495-S501)', tags('S499 S500 D96 D136'), async () => {
  const before = await countRows()
  for (const [call, body] of forms)
    for (const [field, message] of Object.entries(messages)) {
      const reply = await post({ ...body, [field]: undefined }, call)
      expect(reply).toMatchObject({ status: 400, body: { field, message } })
      expect(reply.headers.getSetCookie()).toEqual([])
    }
  const choice = { userCount: [0, 2.5, 1001], minutePackage: ['huge'], numberOfAgents: [51], plannedUsers: ['  '] }
  const about = { contactEmail: ['x'], industry: ['space'], companySize: ['12'], agentPurpose: [undefined] }
  const look = { website: ['javascript:alert(1)', 'nowhere'], primaryColor: ['#abc'] }
  await expectWrong(registerOrganization, world.visitor(), { body: main }, { ...choice, ...about, ...look })
  expect(await countRows()).toEqual(before)
})

const png = await plain(64, 64).png().toBuffer()

describe('the logo of a registration (D101 [S], D151 [S])', () => {
  async function register(): Promise<{ client: kit.TestClient; id: string }> {
    const client = world.visitor()
    const { id } = await client.call(registration.registerOrganizationVariant, { body: variant })
    return { client, id }
  }

  const upload = (client: kit.TestClient, id: string, bytes: Buffer) =>
    putImage(world, client, `/api/organizations/registrations/${id}/logo`, bytes)

  it('is stored whole under a secret address, and another one replaces it', async () => {
    const { client, id } = await register()
    const { status, body } = await upload(client, id, await plain(900, 300).png().toBuffer())
    expect([status, body]).toEqual([200, { success: true }])
    const { logo_url: first } = await rowOf(world, id)
    expect(first).toMatch(/^\/images\/[\w-]{43}$/)
    const answer = await fetch(`${world.url}${first}`)
    const read = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([read.format, read.width, read.height]).toEqual(['webp', 512, 171])
    await upload(client, id, await plain(64, 64).jpeg().toBuffer())
    expect((await rowOf(world, id)).logo_url).not.toBe(first)
    expect((await fetch(`${world.url}${first}`)).status).toBe(404)
  })

  it('must be a suitable JPG or PNG from the browser that registered', async () => {
    const { client, id } = await register()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    for (const [who, which, bytes, ...expected] of [
      [world.visitor(), id, png, 404, 'registration_not_found'],
      [(await register()).client, id, png, 404, 'registration_not_found'],
      [client, crypto.randomUUID(), png, 404, 'registration_not_found'],
      [client, id, svg, 400, 'wrong_image_type'],
      [client, id, Buffer.alloc(6 * 1024 * 1024, 1), 413, 'too_large'],
    ] as const) {
      const { status, body } = await upload(who, which, bytes)
      expect([status, body.code]).toEqual(expected)
    }
    expect((await rowOf(world, id)).logo_url).toBeNull()
  })

  it('is deleted with a registration that was not paid within 14 days (D101)', async () => {
    const { client, id } = await register()
    const paid = await kit.registeredOrganization(world)
    await upload(client, id, png)
    await upload(paid.client, paid.id, png)
    await kit.payWithCard(world, await kit.openPayment(paid))
    await kit.eventsWorkedOff(world)
    const [row, paidRow] = [await rowOf(world, id), await rowOf(world, paid.id)]
    expect(row.expires_at.getTime() - row.created_at.getTime()).toBe(14 * kit.dayMs)

    const expire = (at: Date) => world.services.database.write((tx) => expireRegistrations(tx, at))
    await expire(new Date(row.expires_at.getTime() - 1))
    expect(await rowOf(world, id)).toMatchObject({ status: 'awaiting_payment', logo_url: row.logo_url })
    await expire(paidRow.expires_at)
    expect(await rowOf(world, id)).toMatchObject({ status: 'expired', logo_url: null })
    expect(await rowOf(world, paid.id)).toMatchObject({ status: 'paid', logo_url: paidRow.logo_url })
    expect((await fetch(`${world.url}${row.logo_url}`)).status).toBe(404)
    expect((await upload(client, id, png)).status).toBe(404)
  })
})
