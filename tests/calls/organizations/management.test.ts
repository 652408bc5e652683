import * as management from '#contract/organizations/management.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import * as kit from '#tests/calls.ts'
import { describe, expect, expectRefused, it, organization, registered, tags } from '#tests/calls.ts'
import { get, putImage } from '../../kit/organizations/branded-apps.ts'
import { plain } from '../../kit/world/pictures.ts'
import { expectWrong } from '../../kit/world/wrong-fields.ts'

const world = await kit.sharedWorld()

const listOf = ({ client }: kit.TestPerson) => client.call(management.userOrganizations)
const create = ({ client }: kit.TestPerson, body: object = {}) =>
  client.try(management.createOrganization, { body: kit.organizationFields(body) })

describe('POST /api/organizations', tags('S437 S562 D130'), () => {
  it('creates one that waits for its package, with its creator as admin', async () => {
    const person = await registered(world)
    const reply = await create(person, { description: ' We try. ' })
    const state = { subscriptionStatus: 'inactive', isActive: true, givesAccess: false }
    expect(reply).toMatchObject({ status: 201, body: { ...state, creditBalance: 0, memberCount: 1 } })
    const [row] = await world.sql('select * from organization where id = $1', [reply.body.id])
    const look = { primary_color: '#9334ea', secondary_color: '#7c3aed', website_url: null }
    const stored = { description: 'We try.', max_users: 10, subscription_status: 'inactive', is_active: true }
    expect(row).toMatchObject({ ...stored, ...look, created_by: person.id })
    expect(await listOf(person)).toMatchObject([{ organization: { id: reply.body.id }, role: 'admin' }])
  })

  it('allows three that wait for payment, even when requested at the same moment', async () => {
    const person = await registered(world)
    const replies = await Promise.all(Array.from({ length: 5 }, () => create(person)))
    const refused = replies.filter(({ status }) => status !== 201)
    const codes = refused.map(({ status, body }) => `${status} ${body.code}`)
    expect(codes).toEqual(['409 too_many_unpaid', '409 too_many_unpaid'])
    expect(await listOf(person)).toHaveLength(3)
    const [first] = await listOf(person)
    await kit.setStatus(world, { id: first?.organization.id ?? 0 }, 'active')
    expect((await create(person)).status).toBe(201)
  })

  it('by a platform admin creates an active one and invites its contact', async () => {
    const admin = await kit.platformAdmin(world)
    const contactEmail = `contact.${process.pid}@given.test`
    const replies = [await create(admin, { contactEmail })]
    for (let i = 0; i < 3; i++) replies.push(await create(admin, { contactEmail: admin.email }))
    const active = { status: 201, body: { subscriptionStatus: 'active', givesAccess: true } }
    expect(replies).toMatchObject([active, active, active, active])
    const invited = await world.sql(
      'select email, role, access_level, status from organization_invitation where organization_id = any($1)',
      [replies.map(({ body }) => body.id)],
    )
    expect(invited).toEqual([{ email: contactEmail, role: 'admin', access_level: 'full', status: 'pending' }])
    await kit.linkMailedTo(world, contactEmail)
  })

  it('refuses wrong fields and taken slugs, with a free one (S503-S506, D138)', async () => {
    const [person, { slug }] = [await registered(world), await kit.unpaidOrganization(world)]
    const body = kit.organizationFields({ slug })
    const wrong = { name: [' '], slug: [undefined, '', 'A b', 'a_b', 'admin'], contactEmail: ['x'] }
    const look = { websiteUrl: ['x', 'javascript:alert(1)'], primaryColor: ['#abc'] }
    await expectWrong(management.createOrganization, person, { body }, { ...wrong, ...look })
    const expectTaken = (suggestion: string) => {
      const problem = { code: 'slug_taken', field: 'slug', suggestion }
      return expectRefused(management.createOrganization, [person, { body }, 409, problem])
    }
    await expectTaken(`${slug}-2`)
    expect(await listOf(person)).toEqual([])
    expect((await create(person, { slug: `${slug}-2` })).status).toBe(201)
    await expectTaken(`${slug}-3`)
    // The shortest slug has a hyphen, and no website is needed (S504, S506).
    const short = await create(person, { slug: 'a-1', websiteUrl: '' })
    expect(short).toMatchObject({ status: 201, body: { slug: 'a-1', websiteUrl: null } })
  })
})

const input = ({ id }: kit.TestOrganization, body: object) => ({ params: { organizationId: String(id) }, body })
const change = (firm: kit.TestOrganization, body: object, { client } = firm.owner) =>
  client.call(management.changeBranding, input(firm, body))
const rowOf = async ({ id }: kit.TestOrganization) =>
  (await world.sql('select * from organization where id = $1', [id]))[0]

describe('PATCH /api/organizations/{id}/branding (S508, S509, S564, D136, D137 [S])', () => {
  it('saves what its admins choose, and refuses wrong colors and addresses', async () => {
    const firm = await organization(world)
    const logoUrl = 'https://cdn.acme.test/logo.png'
    const chosen = { logoUrl, primaryColor: '#A1b2C3', secondaryColor: '#112233', websiteUrl: 'acme.test' }
    const stored = { ...chosen, websiteUrl: 'https://acme.test' }
    expect(await change(firm, chosen)).toMatchObject(stored)
    const { client } = await kit.member(world, firm.id)
    const shown = { logoUrl, primaryColor: '#A1b2C3' }
    expect((await client.call(organizations.userOrganization)).organization).toMatchObject(shown)
    // Omitted fields stay; an emptied address goes.
    expect(await change(firm, { logoUrl: '' })).toMatchObject({ ...stored, logoUrl: null })
    expect((await change(firm, { websiteUrl: '' }, await kit.platformAdmin(world))).websiteUrl).toBeNull()

    const before = await rowOf(firm)
    const elsewhere = ['javascript:alert(1)', 'http://acme.test/logo.png', 'https://acme.test/logo.SVG?v=2']
    const colors = { primaryColor: ['#abc'], secondaryColor: ['red'], websiteUrl: ['x', 'javascript:alert(1)'] }
    const wrongLogos = [...elsewhere, 'data:image/svg+xml,<svg/>', '/images/../api']
    await expectWrong(management.changeBranding, firm.owner, input(firm, {}), { ...colors, logoUrl: wrongLogos })
    expect(await rowOf(firm)).toEqual(before)
  })

  it("accepts a picture as the logo, but not somebody else's picture (D151)", async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const png = await plain(60, 40).png().toBuffer()
    const upload = async ({ id, owner }: kit.TestOrganization) =>
      (await putImage(world, owner.client, `/api/organizations/${id}/logo`, png)).body.logoUrl
    const statusOf = async (url: string) => (await get(world, url)).status
    const [first, foreign] = [await upload(firm), await upload(other)]
    expect([(await rowOf(firm))?.logo_url, await statusOf(first)]).toEqual([first, 200])
    const problem = { field: 'logoUrl', message: 'Please enter a valid URL' }
    await expectRefused(management.changeBranding, [firm.owner, input(firm, { logoUrl: foreign }), 400, problem])
    expect(await change(firm, { logoUrl: first, primaryColor: '#010203' })).toMatchObject({ logoUrl: first })
    const second = await upload(firm)
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
    await change(firm, { logoUrl: '' })
    expect([await statusOf(second), await statusOf(foreign)]).toEqual([404, 200])
  })
})
