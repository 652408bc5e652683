import { describe, expect, it } from 'vitest'
import * as settings from '#contract/organizations/app/branded-app-settings.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { changeBranding, organizationDetails } from '#contract/organizations/management.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import { addAgent, assign, member, organization, ownWorld, registered, type TestOrganization } from '#tests/calls.ts'
import { platformAdmin, save, trySave, uploadLogo } from '../../../kit/organizations/branded-apps.ts'
import { organizationsOf, paidOrganization } from '../../../kit/organizations/paid-organizations.ts'
import { plain } from '../../../kit/world/pictures.ts'

const world = await ownWorld()

const read = ({ owner }: TestOrganization) => owner.client.call(settings.brandedAppSettings, { query: {} })

async function rowOf({ id }: { id: number }): Promise<Record<string, unknown> | undefined> {
  const [row] = await world.sql(
    `select setting.*, organization.primary_color, organization.secondary_color from pwa_setting as setting
     join organization on organization.id = setting.organization_id where organization_id = $1`,
    [id],
  )
  return row
}

const slugOf = async ({ id }: { id: number }) =>
  (await world.sql<{ slug: string }>('select slug from organization where id = $1', [id]))[0]?.slug

const everything = {
  appName: 'Acme on the go',
  primaryColor: '#1D4ED8',
  secondaryColor: '#0f766e',
  accentColor: '#facc15',
  welcomeMessage: 'Hello.\nGood to see you.',
  tagline: 'Advice in your pocket',
  showPublicAgents: false,
  enableAgentRequests: false,
  enableFeedback: false,
  contactInfo: { email: 'hi@acme.test', phone: '+1 801 555', websiteUrl: 'https://acme.test/', address: '1 Main St' },
  customDomain: 'App.Acme.example',
}

describe('the settings of an organization’s app (D140)', () => {
  it('begin with the defaults, and reading stores nothing (S454, S455, S680)', async () => {
    const firm = await organization(world)
    const slug = await slugOf(firm)
    expect(await read(firm)).toEqual({
      organizationId: firm.id,
      appName: expect.stringMatching(/^Firm \d+ of \d+$/),
      slug,
      logoUrl: null,
      shownLogoUrl: null,
      primaryColor: '#9334ea',
      secondaryColor: '#7c3aed',
      accentColor: '#06b6d4',
      welcomeMessage: '',
      tagline: '',
      showPublicAgents: true,
      featuredAgentIds: [],
      enableAgentRequests: true,
      enableFeedback: true,
      contactInfo: { email: '', phone: '', websiteUrl: '', address: '' },
      customDomain: null,
      customDomainStatus: null,
      isActive: false,
      canPublish: false,
      offer: { setupPrice: 300, monthlyPrice: 20 },
      createdAt: null,
      updatedAt: null,
    })
    expect(await rowOf(firm)).toBeUndefined()
  })

  it('are saved in row and answer, and omitted fields stay (S453)', async () => {
    const firm = await organization(world)
    const saved = await save(firm, everything)
    const kept = { ...everything, primaryColor: '#1d4ed8', customDomain: 'app.acme.example' }
    expect(saved).toMatchObject({ ...kept, customDomainStatus: 'on_request', isActive: false })
    expect(saved.createdAt).not.toBeNull()
    expect(await rowOf(firm)).toMatchObject({
      app_name: 'Acme on the go',
      primary_color: '#1d4ed8',
      secondary_color: '#0f766e',
      accent_color: '#facc15',
      welcome_message: 'Hello.\nGood to see you.',
      show_public_agents: false,
      enable_agent_requests: false,
      enable_feedback: false,
      contact_info: everything.contactInfo,
      custom_domain: 'app.acme.example',
      is_active: false,
    })
    await save(firm, { tagline: 'Another', customDomain: '' })
    expect(await read(firm)).toMatchObject({
      ...kept,
      tagline: 'Another',
      customDomain: null,
      customDomainStatus: null,
    })
  })

  it("share the organization's colors: a choice here or under Branding changes both (S389, S437, D136)", async () => {
    const firm = await organization(world)
    const person = await member(world, firm.id)
    const params = { organizationId: String(firm.id) }
    await save(firm, { appName: 'Acme on the go', primaryColor: '#0F766E', secondaryColor: '#134e4a' })
    const green = { primaryColor: '#0f766e', secondaryColor: '#134e4a' }
    const shown = async () => [
      await read(firm),
      await person.client.call(organizationOverview, { query: {} }),
      (await person.client.call(userOrganization)).organization,
      (await firm.owner.client.call(organizationDetails, { params })).organization,
    ]
    for (const answer of await shown()) expect(answer).toMatchObject(green)
    const body = { primaryColor: '#b45309' }
    await firm.owner.client.call(changeBranding, { params, body })
    for (const answer of await shown()) expect(answer).toMatchObject({ ...green, ...body })
    // Omitted fields stay, and a refused save changes nothing.
    await save(firm, { tagline: 'Another' })
    const refused = await trySave(firm, { primaryColor: '#000000', isActive: true })
    expect([refused.status, refused.body.code]).toEqual([403, 'pwa_not_purchased'])
    for (const answer of await shown()) expect(answer).toMatchObject({ ...green, ...body })
  })

  it('begin with the values of the registration', async () => {
    const paid = await paidOrganization(world, { primaryColor: '#123ABC', welcomeMessage: 'Welcome to us.' })
    const [firm] = await organizationsOf(world, paid)
    const admin = await platformAdmin(world)
    const query = { organizationId: firm?.id }
    const begun = await admin.client.call(settings.brandedAppSettings, { query })
    expect(begun).toMatchObject({ appName: paid.organizationName, primaryColor: '#123abc', canPublish: true })
    expect(begun.welcomeMessage).toBe('Welcome to us.')
  })

  it('belong to its admins: strangers 401, members 403, others 404, platform admins by the organization’s id', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const colleague = await member(world, firm.id)
    const query = { organizationId: firm.id }
    const png = await plain(64, 64).png().toBuffer()
    for (const [person, status] of [
      [null, 401],
      [colleague, 403],
      [other.owner, 404],
      [await registered(world), 404],
    ] as const) {
      const client = person?.client ?? world.visitor()
      expect((await client.try(settings.brandedAppSettings, { query })).status).toBe(status)
      expect((await client.try(settings.saveBrandedApp, { query, body: { tagline: 'Mine' } })).status).toBe(status)
      if (person) expect((await uploadLogo(world, person, png, firm.id)).status).toBe(status)
    }
    expect(await rowOf(firm)).toBeUndefined()
    const admin = await platformAdmin(world)
    await admin.client.call(settings.saveBrandedApp, { query, body: { tagline: 'Helped' } })
    expect(await rowOf(firm)).toMatchObject({ tagline: 'Helped' })
  })

  it('become read-only once the organization has ended (D129)', async () => {
    const firm = await organization(world)
    await world.sql("update organization set subscription_status = 'canceled' where id = $1", [firm.id])
    expect((await trySave(firm, { tagline: 'Late' })).status).toBe(409)
    expect((await read(firm)).tagline).toBe('')
  })

  it.each<[object, string, string]>([
    [{ primaryColor: 'purple' }, 'primaryColor', 'Please enter a valid hex color'],
    [{ secondaryColor: '#12345' }, 'secondaryColor', 'Please enter a valid hex color'],
    [{ accentColor: '#12345g' }, 'accentColor', 'Please enter a valid hex color'],
    // eslint-disable-next-line no-script-url -- what must be refused
    [{ logoUrl: 'javascript:alert(1)' }, 'logoUrl', 'Please enter a valid URL'],
    [{ logoUrl: 'http://acme.test/logo.png' }, 'logoUrl', 'Please enter a valid URL'],
    [{ logoUrl: 'data:image/svg+xml,<svg/>' }, 'logoUrl', 'Please enter a valid URL'],
    [{ contactInfo: { websiteUrl: 'ftp://acme.test' } }, 'contactInfo.websiteUrl', 'Please enter a valid URL'],
    [{ contactInfo: { email: 'nobody' } }, 'contactInfo.email', 'Please enter a valid email'],
    [{ appName: '  ' }, 'appName', 'App name is required'],
    [{ slug: 'admin' }, 'slug', 'This word is reserved. Please choose another one.'],
    [{ slug: 'No Spaces' }, 'slug', 'Please use lowercase letters, digits and hyphens only'],
    [{ customDomain: 'https://acme.test' }, 'customDomain', 'Please enter a domain such as app.example.com'],
    [{ featuredAgentIds: [crypto.randomUUID()] }, 'featuredAgentIds', "Please choose from your organization's agents."],
  ])('refuses %j and stores nothing (D136, D137)', async (body, field, message) => {
    const firm = await organization(world)
    const reply = await trySave(firm, body)
    expect([reply.status, reply.body.field, reply.body.message]).toEqual([400, field, message])
    expect(await rowOf(firm)).toBeUndefined()
  })

  it('feature agents of the organization in their order; those that leave it are no longer named', async () => {
    const firm = await organization(world)
    const [one, two, forAdmins, foreign] = (await Promise.all([1, 2, 3, 4].map(() => addAgent(world)))) as [
      string,
      string,
      string,
      string,
    ]
    for (const id of [one, two]) await assign(world, firm, id)
    await assign(world, firm, forAdmins, 'admin-only')
    for (const id of [forAdmins, foreign]) {
      const reply = await trySave(firm, { featuredAgentIds: [one, id] })
      expect([reply.status, reply.body.code]).toEqual([400, 'agent_not_assigned'])
    }
    expect((await save(firm, { featuredAgentIds: [two, one, two] })).featuredAgentIds).toEqual([two, one])
    await world.sql('update organization_agent set is_active = false where agent_id = $1', [two])
    expect((await read(firm)).featuredAgentIds).toEqual([one])
  })
})
