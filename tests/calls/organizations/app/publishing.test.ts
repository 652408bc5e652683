import * as settings from '#contract/organizations/app/branded-app-settings.ts'
import { describe, expect, it, join, organization, ownWorld, registered, type TestOrganization } from '#tests/calls.ts'
import { grantedOrganization, platformAdmin, save, trySave } from '../../../kit/organizations/branded-apps.ts'
import { organizationsOf, paidOrganization } from '../../../kit/organizations/paid-organizations.ts'

const world = await ownWorld()

const read = ({ owner }: TestOrganization) => owner.client.call(settings.brandedAppSettings, { query: {} })

async function rowOf({ id }: { id: number }): Promise<Record<string, unknown> | undefined> {
  const [row] = await world.sql('select * from pwa_setting where organization_id = $1', [id])
  return row
}

const slugOf = async ({ id }: { id: number }) =>
  (await world.sql<{ slug: string }>('select slug from organization where id = $1', [id]))[0]?.slug

describe('publishing (D140)', () => {
  it('is refused to an organization that has not bought it, with the price, and nothing is saved', async () => {
    const firm = await organization(world)
    const reply = await trySave(firm, { isActive: true, tagline: 'Soon' })
    expect([reply.status, reply.body]).toEqual([
      403,
      {
        code: 'pwa_not_purchased',
        message:
          'Publishing requires the branded app: $300 once and $20 a month. You can prepare everything else first.',
        field: 'isActive',
        offer: { setupPrice: 300, monthlyPrice: 20 },
        requestId: expect.any(String),
      },
    ])
    expect(await rowOf(firm)).toBeUndefined()
  })

  it.each([
    [true, 200],
    [false, 403],
  ])('comes with the order: bought %s, status %i', async (brandedPWA, status) => {
    const paid = await paidOrganization(world, { brandedPWA })
    const [firm] = await organizationsOf(world, paid)
    if (!firm) throw new Error('No organization')
    const admin = await registered(world)
    await join(world, admin, firm.id, 'admin')
    const reply = await admin.client.try(settings.saveBrandedApp, { query: {}, body: { isActive: true } })
    expect(reply.status).toBe(status)
    expect((await rowOf(firm))?.is_active).toBe(brandedPWA ? true : undefined)
  })

  it('is granted only by platform admins, who may revoke it; the app is then unpublished', async () => {
    const firm = await organization(world)
    const admin = await platformAdmin(world)
    const input = (isGranted: boolean, organizationId = firm.id) => ({
      params: { organizationId: String(organizationId) },
      body: { isGranted },
    })
    expect((await world.visitor().try(settings.grantBrandedApp, input(true))).status).toBe(401)
    expect((await firm.owner.client.try(settings.grantBrandedApp, input(true))).status).toBe(403)
    expect((await admin.client.try(settings.grantBrandedApp, input(true, 999_999_999))).status).toBe(404)
    expect(await rowOf(firm)).toBeUndefined()

    expect(await admin.client.call(settings.grantBrandedApp, input(true))).toMatchObject({ canPublish: true })
    expect(await rowOf(firm)).toMatchObject({ granted_by: admin.id, is_active: false })
    expect(await save(firm, { isActive: true })).toMatchObject({ isActive: true })
    expect(await admin.client.call(settings.grantBrandedApp, input(false))).toMatchObject({ isActive: false })
    expect(await rowOf(firm)).toMatchObject({ granted_by: null, granted_at: null, is_active: false })
  })
})

describe('the address (D138)', () => {
  it('that is taken is a 409 with a similar free one', async () => {
    const [firm, other] = [await grantedOrganization(world), await organization(world)]
    const taken = await slugOf(other)
    const before = await slugOf(firm)
    const reply = await trySave(firm, { slug: taken ?? '', tagline: 'Not kept' })
    expect([reply.status, reply.body]).toMatchObject([
      409,
      { code: 'slug_taken', field: 'slug', suggestion: `${taken}-2` },
    ])
    expect([await slugOf(firm), (await read(firm)).tagline]).toEqual([before, ''])
    expect((await save(firm, { slug: `${taken}-2` })).slug).toBe(`${taken}-2`)
    expect((await trySave(firm, { slug: taken ?? '' })).body).toMatchObject({ suggestion: `${taken}-3` })
  })

  it('that an organization had is reserved for 30 days, even from new organizations; it may take it back', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    await save(firm, { slug: 'harbor-light' })
    await save(firm, { slug: 'harbor-lights' })
    expect((await trySave(other, { slug: 'harbor-light' })).status).toBe(409)
    const paid = await paidOrganization(world, { organizationName: 'Harbor Light' })
    expect((await organizationsOf(world, paid))[0]?.slug).toBe('harbor-light-2')
    await save(firm, { slug: 'harbor-light' })
    expect(
      await world.sql('select slug from organization_former_slug where organization_id = $1 and slug like $2', [
        firm.id,
        'harbor%',
      ]),
    ).toEqual([{ slug: 'harbor-lights' }])
  })

  it('goes to one of two organizations that want it at once', async () => {
    const firms = [await organization(world), await organization(world)]
    const replies = await Promise.all(firms.map((firm) => trySave(firm, { slug: 'both-want-it' })))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})
