import * as settings from '#contract/organizations/app/branded-app-settings.ts'
import * as brandedApp from '#contract/organizations/app/branded-app.ts'
import { addAgent, assign, describe, expect, it, member, organization, registered, sharedWorld } from '#tests/calls.ts'
import {
  get,
  grantedOrganization,
  platformAdmin,
  publishedOrganization,
  save,
  uploadLogo,
} from '../../../kit/organizations/branded-apps.ts'
import { plain } from '../../../kit/world/pictures.ts'

const world = await sharedWorld()

const see = (slug: string, client = world.visitor()) => client.try(brandedApp.publicBrandedApp, { params: { slug } })
const manifestOf = async (slug: string) => get(world, brandedApp.manifestPath(slug))

describe('the public view of an app (D139, D141)', () => {
  it('has its look, its texts and its flags', async () => {
    const firm = await publishedOrganization(world, {
      slug: 'northwind',
      appName: 'Northwind',
      primaryColor: '#0f766e',
      welcomeMessage: 'Hello',
      tagline: 'Sails up',
      enableFeedback: false,
      contactInfo: { email: 'hi@north.test', phone: '', websiteUrl: '', address: '' },
    })
    const { status, headers, body } = await see('northwind')
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(body).toEqual({
      organizationId: firm.id,
      slug: 'northwind',
      isPublished: true,
      appName: 'Northwind',
      logoUrl: null,
      primaryColor: '#0f766e',
      secondaryColor: '#7c3aed',
      accentColor: '#06b6d4',
      welcomeMessage: 'Hello',
      tagline: 'Sails up',
      contactInfo: { email: 'hi@north.test', phone: '', websiteUrl: '', address: '' },
      showPublicAgents: true,
      agents: [],
      enableAgentRequests: true,
      enableFeedback: false,
    })
  })

  it('is a 404 before it is published: a draft is only for its own admins (D140)', async () => {
    const firm = await grantedOrganization(world)
    const other = await organization(world)
    const { slug } = await save(firm, { slug: 'a-draft', tagline: 'Draft' })
    const colleague = await member(world, firm.id)
    for (const client of [world.visitor(), colleague.client, other.owner.client, (await registered(world)).client]) {
      const { status, body } = await see(slug, client)
      expect([status, body.code]).toEqual([404, 'app_not_found'])
    }
    for (const { client } of [firm.owner, await platformAdmin(world)]) {
      expect((await see(slug, client)).body).toMatchObject({ isPublished: false, tagline: 'Draft' })
    }
    expect((await manifestOf(slug)).status).toBe(404)
    expect((await get(world, `/o/${slug}/icons/icon-192.png`)).status).toBe(404)
  })

  it.each(['no-such-app', 'x', '%00', '..%2f..'])('is a 404 at %s', async (slug) => {
    const { status } = await world.visitor().request('GET', `/api/o/${slug}`)
    expect(status).toBe(404)
    expect((await manifestOf(slug)).status).toBe(404)
  })

  it("ends when publishing is revoked or the organization's access has ended (D129)", async () => {
    const firm = await publishedOrganization(world)
    const { slug } = firm
    expect((await see(slug)).status).toBe(200)
    await world.sql("update organization set subscription_status = 'canceled' where id = $1", [firm.id])
    expect([(await see(slug)).status, (await manifestOf(slug)).status]).toEqual([404, 404])
    await world.sql("update organization set subscription_status = 'active' where id = $1", [firm.id])
    await save(firm, { isActive: false })
    expect([(await see(slug)).status, (await manifestOf(slug)).status]).toEqual([404, 404])
  })

  it('names featured agents first and public ones by name; private ones only where featured, never those for admins', async () => {
    const firm = await publishedOrganization(world)
    const add = async (name: string, isPrivate = false) => {
      const id = await addAgent(world, { name: `${name} ${firm.id}`, isPrivate })
      await assign(world, firm, id)
      return id
    }
    const [zoe, adam, secret, chosen] = [
      await add('Zoe'),
      await add('Adam'),
      await add('S', true),
      await add('C', true),
    ]
    const forAdmins = await addAgent(world)
    await assign(world, firm, forAdmins, 'admin-only')
    const paused = await add('Paused')
    await world.sql('update agent set is_active = false where id = $1', [paused])
    await save(firm, { featuredAgentIds: [chosen] })

    const { body } = await see(firm.slug)
    expect(body.agents.map(({ id, isFeatured }) => [id, isFeatured])).toEqual([
      [chosen, true],
      [adam, false],
      [zoe, false],
    ])
    expect(body.agents.map(({ id }) => id)).not.toContain(secret)
    expect(Object.keys(body.agents[0] ?? {}).toSorted()).toEqual(
      ['category', 'description', 'id', 'imageUrl', 'isFeatured', 'name'].toSorted(),
    )
    await save(firm, { showPublicAgents: false })
    expect((await see(firm.slug)).body).toMatchObject({ showPublicAgents: false, agents: [] })
  })
})

describe('the logo of an app (D137, D151)', () => {
  it("replaces the one before, which is deleted; null restores the organization's own", async () => {
    const firm = await organization(world)
    await world.sql("update organization set logo_url = 'https://firm.example/logo.png' where id = $1", [firm.id])
    const png = await plain(900, 300).png().toBuffer()
    const first = (await uploadLogo(world, firm.owner, png)).body.shownLogoUrl
    const second = (await uploadLogo(world, firm.owner, png)).body.shownLogoUrl
    expect([(await get(world, first)).status, (await get(world, second)).status]).toEqual([404, 200])
    expect((await save(firm, { logoUrl: second })).logoUrl).toBe(second)
    expect(await save(firm, { logoUrl: null })).toMatchObject({
      logoUrl: null,
      shownLogoUrl: 'https://firm.example/logo.png',
    })
    expect((await get(world, second)).status).toBe(404)
  })

  it('cannot be taken from others, whose pictures stay theirs', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const { logoUrl } = (await uploadLogo(world, other.owner, await plain(64, 64).png().toBuffer())).body
    const reply = await firm.owner.client.try(settings.saveBrandedApp, { query: {}, body: { logoUrl } })
    expect([reply.status, reply.body.field, reply.body.message]).toEqual([400, 'logoUrl', 'Please enter a valid URL'])
    expect((await get(world, logoUrl)).status).toBe(200)
  })

  it('must be a JPG or PNG: an SVG is refused, and the one before stays', async () => {
    const firm = await organization(world)
    const { logoUrl } = (await uploadLogo(world, firm.owner, await plain(64, 64).png().toBuffer())).body
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const refused = await uploadLogo(world, firm.owner, svg)
    expect([refused.status, refused.body.code]).toEqual([400, 'wrong_image_type'])
    expect((await firm.owner.client.call(settings.brandedAppSettings, { query: {} })).logoUrl).toBe(logoUrl)
  })
})

describe('a former address (D138)', () => {
  it('redirects to the current one for 30 days: page, manifest, icons and call', async () => {
    const firm = await publishedOrganization(world, { slug: 'old-harbor' })
    await save(firm, { slug: 'new-harbor' })
    expect((await see('old-harbor')).body.slug).toBe('new-harbor')
    for (const [from, to] of [
      ['/o/old-harbor', '/o/new-harbor/'],
      ['/o/old-harbor/', '/o/new-harbor/'],
      ['/o/old-harbor/agents?x=1', '/o/new-harbor/agents?x=1'],
      ['/o/new-harbor', '/o/new-harbor/'],
      ['/o/old-harbor/manifest.webmanifest', '/o/new-harbor/manifest.webmanifest'],
      ['/o/old-harbor/icons/icon-192.png', '/o/new-harbor/icons/icon-192.png'],
    ] as const) {
      const { status, headers } = await get(world, from)
      expect([status, headers.get('location')]).toEqual([302, to])
    }
    expect((await get(world, '/o/new-harbor/')).status).toBe(200)
    await world.sql("update organization_former_slug set redirects_until = now() - interval '1 s' where slug = $1", [
      'old-harbor',
    ])
    expect((await see('old-harbor')).status).toBe(404)
    expect((await save(await organization(world), { slug: 'old-harbor' })).slug).toBe('old-harbor')
  })
})
