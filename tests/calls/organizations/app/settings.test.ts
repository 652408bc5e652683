import * as settings from '#contract/organizations/app/branded-app-settings.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import * as management from '#contract/organizations/management.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import * as kit from '#tests/calls.ts'
import { addAgent, describe, expect, expectRefused, expectWrong, it, organization, tags } from '#tests/calls.ts'
import { save, trySave } from '../../../kit/organizations/branded-apps.ts'

const world = await kit.sharedWorld()

const read = ({ owner }: kit.TestOrganization) => owner.client.call(settings.brandedAppSettings, { query: {} })

async function rowOf({ id }: { id: number }): Promise<Record<string, unknown> | undefined> {
  const [row] = await world.sql(
    `select setting.*, organization.primary_color, organization.secondary_color from pwa_setting as setting
     join organization on organization.id = setting.organization_id where organization_id = $1`,
    [id],
  )
  return row
}

const texts = { appName: 'Acme', tagline: 'Advice in your pocket', welcomeMessage: 'Hello.\nGood to see you.' }
const colors = { primaryColor: '#1D4ED8', secondaryColor: '#0f766e', accentColor: '#facc15' }
const flags = { showPublicAgents: false, enableAgentRequests: false, enableFeedback: false }
const contactInfo = { email: 'hi@acme.test', phone: '+1 801', websiteUrl: 'https://acme.test/', address: '1 Main St' }
const everything = { ...texts, ...colors, ...flags, contactInfo, customDomain: 'App.Acme.example' }

describe('the settings of an organization’s app', tags('D140'), () => {
  it('begin with the defaults, and are saved field by field', tags('S453 S454 S455 S680 D129'), async () => {
    const firm = await organization(world)
    const none = { logoUrl: null, shownLogoUrl: null, customDomain: null, customDomainStatus: null }
    const colors = { primaryColor: '#9334ea', secondaryColor: '#7c3aed', accentColor: '#06b6d4' }
    const contactInfo = { email: '', phone: '', websiteUrl: '', address: '' }
    const flags = { showPublicAgents: true, enableAgentRequests: true, enableFeedback: true, featuredAgentIds: [] }
    const state = { isActive: false, canPublish: false, offer: { setupPrice: 300, monthlyPrice: 20 } }
    const { id: organizationId, name: appName, slug } = firm
    const about = { organizationId, appName, slug, welcomeMessage: '', tagline: '', contactInfo }
    const times = { createdAt: null, updatedAt: null }
    expect(await read(firm)).toEqual({ ...about, ...none, ...colors, ...flags, ...state, ...times })
    expect(await rowOf(firm)).toBeUndefined()

    // Omitted fields stay, and an ended organization reads.
    const saved = await save(firm, everything)
    const kept = { ...everything, primaryColor: '#1d4ed8', customDomain: 'app.acme.example' }
    expect(saved).toMatchObject({ ...kept, customDomainStatus: 'on_request', isActive: false })
    expect(saved.createdAt).not.toBeNull()
    await save(firm, { tagline: 'Another', customDomain: '' })
    const changed = { ...kept, tagline: 'Another', customDomain: null, customDomainStatus: null }
    expect(await read(firm)).toMatchObject(changed)
    await kit.setStatus(world, firm, 'canceled')
    expect((await trySave(firm, { tagline: 'Late' })).status).toBe(409)
    expect(await read(firm)).toMatchObject(changed)
  })

  it("share the organization's colors, chosen here or under Branding", tags('S389 S437 D136'), async () => {
    const firm = await organization(world)
    const person = await kit.member(world, firm.id)
    const params = { organizationId: String(firm.id) }
    await save(firm, { appName: 'Acme on the go', primaryColor: '#0F766E', secondaryColor: '#134e4a' })
    const green = { primaryColor: '#0f766e', secondaryColor: '#134e4a' }
    const shown = async () => [
      await read(firm),
      await person.client.call(organizationOverview, { query: {} }),
      (await person.client.call(userOrganization)).organization,
      (await firm.owner.client.call(management.organizationDetails, { params })).organization,
    ]
    for (const answer of await shown()) expect(answer).toMatchObject(green)
    const body = { primaryColor: '#b45309' }
    await firm.owner.client.call(management.changeBranding, { params, body })
    for (const answer of await shown()) expect(answer).toMatchObject({ ...green, ...body })
    // Omitted fields stay, and a refused save changes nothing.
    await save(firm, { tagline: 'Another' })
    expect((await trySave(firm, { primaryColor: '#000000', isActive: true })).status).toBe(403)
    for (const answer of await shown()) expect(answer).toMatchObject({ ...green, ...body })
  })

  it('are refused where they are wrong, and nothing is stored', tags('D136 D137'), async () => {
    const firm = await organization(world)
    const look = { primaryColor: ['purple'], secondaryColor: ['#12345'], accentColor: ['#12345g'] }
    // eslint-disable-next-line no-script-url -- what must be refused
    const logoUrl = ['javascript:alert(1)', 'http://acme.test/logo.png', 'data:image/svg+xml,<svg/>']
    const names = { appName: ['  '], slug: ['admin', 'No Spaces'], customDomain: ['https://acme.test'] }
    await expectWrong(settings.saveBrandedApp, firm.owner, { body: {} }, { ...look, ...names, logoUrl })
    const agent = { code: 'agent_not_assigned', message: "Please choose from your organization's agents." }
    for (const [body, problem] of [
      [{ contactInfo: { websiteUrl: 'ftp://acme.test' } }, { field: 'contactInfo.websiteUrl' }],
      [{ contactInfo: { email: 'nobody' } }, { field: 'contactInfo.email' }],
      [{ featuredAgentIds: [crypto.randomUUID()] }, { ...agent, field: 'featuredAgentIds' }],
    ] as [object, object][])
      await expectRefused(settings.saveBrandedApp, [firm.owner, { body }, 400, problem])
    expect(await rowOf(firm)).toBeUndefined()
  })

  it('feature agents of the organization in their order while they belong to it', async () => {
    const firm = await organization(world)
    const [one, two] = [await kit.assignedAgent(world, firm), await kit.assignedAgent(world, firm)]
    for (const id of [await kit.assignedAgent(world, firm, {}, 'admin-only'), await addAgent(world)]) {
      const input = { body: { featuredAgentIds: [one, id] } }
      await expectRefused(settings.saveBrandedApp, [firm.owner, input, 400, 'agent_not_assigned'])
    }
    expect((await save(firm, { featuredAgentIds: [two, one, two] })).featuredAgentIds).toEqual([two, one])
    await world.sql('update organization_agent set is_active = false where agent_id = $1', [two])
    expect((await read(firm)).featuredAgentIds).toEqual([one])
  })
})

describe('publishing', tags('D140'), () => {
  it('is refused with its price where it was not bought, and nothing is saved', async () => {
    const firm = await organization(world)
    const body = { isActive: true, tagline: 'Soon' }
    const price = 'Publishing requires the branded app: $300 once and $20 a month.'
    const message = `${price} You can prepare everything else first.`
    const problem = { code: 'pwa_not_purchased', message, field: 'isActive' }
    const offer = { setupPrice: 300, monthlyPrice: 20 }
    await expectRefused(settings.saveBrandedApp, [firm.owner, { body }, 403, { ...problem, offer }])
    expect(await rowOf(firm)).toBeUndefined()
  })

  it('comes with the order, whose values begin the settings', async () => {
    const firm = await kit.ownedOrganization(world, { primaryColor: '#123ABC', welcomeMessage: 'Welcome to us.' })
    const begun = { appName: firm.name, primaryColor: '#123abc', welcomeMessage: 'Welcome to us.', canPublish: true }
    expect(await read(firm)).toMatchObject(begun)
    expect(await save(firm, { isActive: true })).toMatchObject({ isActive: true })
    await world.sql('update business_registration set branded_pwa = false where organization_id = $1', [firm.id])
    expect((await read(firm)).canPublish).toBe(false)
  })

  it('is granted and revoked by platform admins, which unpublishes the app', async () => {
    const firm = await organization(world)
    const { client, id } = await kit.platformAdmin(world)
    const grant = (isGranted: boolean) =>
      client.call(settings.grantBrandedApp, { params: { organizationId: String(firm.id) }, body: { isGranted } })
    const unknown = { params: { organizationId: '999999999' }, body: { isGranted: true } }
    await expectRefused(settings.grantBrandedApp, [client, unknown, 404, 'organization_not_found'])
    expect(await grant(true)).toMatchObject({ canPublish: true })
    expect(await rowOf(firm)).toMatchObject({ granted_by: id, is_active: false })
    expect(await save(firm, { isActive: true })).toMatchObject({ isActive: true })
    expect(await grant(false)).toMatchObject({ isActive: false })
    expect(await rowOf(firm)).toMatchObject({ granted_by: null, granted_at: null, is_active: false })
  })
})

describe('the address', tags('D138'), () => {
  it('that is taken is a 409 with a similar free one; a former one is reserved', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const taken = other.slug
    const expectTaken = (body: object, suggestion: string) => {
      const problem = { code: 'slug_taken', field: 'slug', suggestion }
      return expectRefused(settings.saveBrandedApp, [firm.owner, { body }, 409, problem])
    }
    await expectTaken({ slug: taken, tagline: 'Not kept' }, `${taken}-2`)
    expect(await read(firm)).toMatchObject({ slug: firm.slug, tagline: '' })
    expect((await save(firm, { slug: `${taken}-2` })).slug).toBe(`${taken}-2`)
    await expectTaken({ slug: taken }, `${taken}-3`)
    // An organization that had an address can have it again, and nobody else for 30 days.
    for (const slug of ['harbor-light', 'harbor-lights']) await save(other, { slug })
    await expectTaken({ slug: 'harbor-light' }, 'harbor-light-2')
    const body = kit.organizationFields({ slug: 'harbor-light' })
    await expectRefused(management.createOrganization, [firm.owner, { body }, 409, 'slug_taken'])
    await save(other, { slug: 'harbor-light' })
    const select = "select slug from organization_former_slug where organization_id = $1 and slug like 'harbor%'"
    expect(await world.sql(select, [other.id])).toEqual([{ slug: 'harbor-lights' }])
  })

  it('goes to one of two organizations that want it at once', async () => {
    const firms = [await organization(world), await organization(world)]
    const replies = await Promise.all(firms.map((firm) => trySave(firm, { slug: 'both-want-it' })))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})
