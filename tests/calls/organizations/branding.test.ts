import { describe, expect, it } from 'vitest'
import sharp from 'sharp'
import * as organizationManagement from '#contract/organizations/management.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import { member, organization, platformAdmin, sharedWorld, type TestPerson } from '#tests/calls.ts'

const world = await sharedWorld()

const png = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
const rowOf = async (id: number) => (await world.sql('select * from organization where id = $1', [id]))[0]

describe('PATCH /api/organizations/{id}/branding (S508, S509, S564, D136, D137 [S])', () => {
  const change = (client: TestPerson['client'], id: number, body: object) =>
    client.try(organizationManagement.changeBranding, { params: { organizationId: String(id) }, body })

  it('saves what its admins choose, and shows it to its people', async () => {
    const firm = await organization(world)
    const chosen = {
      logoUrl: 'https://cdn.acme.test/logo.png',
      primaryColor: '#A1b2C3',
      secondaryColor: '#112233',
      websiteUrl: 'acme.test',
    }
    const stored = { ...chosen, websiteUrl: 'https://acme.test' }
    expect(await change(firm.owner.client, firm.id, chosen)).toMatchObject({ status: 200, body: stored })
    const { client } = await member(world, firm.id)
    expect((await client.call(organizations.userOrganization)).organization).toMatchObject({
      logoUrl: chosen.logoUrl,
      primaryColor: '#A1b2C3',
    })
    // Omitted fields stay; an emptied address goes.
    expect((await change(firm.owner.client, firm.id, { logoUrl: '' })).body).toMatchObject({
      ...stored,
      logoUrl: null,
    })
    expect((await change((await platformAdmin(world)).client, firm.id, { websiteUrl: '' })).body.websiteUrl).toBeNull()
  })

  it("accepts a picture as the logo, but not somebody else's picture (D151)", async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const upload = async ({ id, owner }: typeof firm) => {
      const form = new FormData()
      form.set('image', new File([new Uint8Array(await png())], 'logo.png', { type: 'image/png' }))
      const answer = await fetch(`${world.url}/api/organizations/${id}/logo`, {
        method: 'PUT',
        body: form,
        headers: { cookie: owner.client.cookieHeader() },
      })
      return ((await answer.json()) as { logoUrl: string }).logoUrl
    }
    const statusOf = async (url: string) => (await fetch(world.url + url)).status
    const [first, foreign] = [await upload(firm), await upload(other)]
    expect((await rowOf(firm.id))?.logo_url).toBe(first)
    expect(await statusOf(first)).toBe(200)
    const stolen = await change(firm.owner.client, firm.id, { logoUrl: foreign })
    expect([stolen.status, stolen.body.field, stolen.body.message]).toEqual([
      400,
      'logoUrl',
      'Please enter a valid URL',
    ])
    expect((await change(firm.owner.client, firm.id, { logoUrl: first, primaryColor: '#010203' })).status).toBe(200)
    const second = await upload(firm)
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
    await change(firm.owner.client, firm.id, { logoUrl: '' })
    expect([await statusOf(second), await statusOf(foreign)]).toEqual([404, 200])
  })

  it('is only for its admins and platform admins', async () => {
    const [firm, other] = [await organization(world), await organization(world)]
    const body = { primaryColor: '#000000' }
    const plain = await member(world, firm.id, { accessLevel: 'admin-only' })
    expect((await change(world.visitor(), firm.id, body)).status).toBe(401)
    expect((await change(other.owner.client, firm.id, body)).status).toBe(404)
    expect((await change(plain.client, firm.id, body)).status).toBe(403)
    expect(await rowOf(firm.id)).toMatchObject({ primary_color: '#9334ea' })
  })

  it.each([
    [{ primaryColor: '#abc' }, 'Please enter a valid hex color'],
    [{ secondaryColor: 'red' }, 'Please enter a valid hex color'],
    [{ websiteUrl: 'x' }, 'Please enter a valid URL'],
    [{ websiteUrl: 'javascript:alert(1)' }, 'Please enter a valid URL'],
    [{ logoUrl: 'javascript:alert(1)' }, 'Please enter a valid URL'],
    [{ logoUrl: 'http://acme.test/logo.png' }, 'Please enter a valid URL'],
    [{ logoUrl: 'https://acme.test/logo.SVG?v=2' }, 'Please enter a valid URL'],
    [{ logoUrl: 'data:image/svg+xml,<svg/>' }, 'Please enter a valid URL'],
    [{ logoUrl: '/images/../api' }, 'Please enter a valid URL'],
  ])('refuses %o', async (body, message) => {
    const firm = await organization(world)
    const reply = await change(firm.owner.client, firm.id, body)
    expect(reply).toMatchObject({ status: 400, body: { field: Object.keys(body)[0], message } })
    expect(await rowOf(firm.id)).toMatchObject({ logo_url: null, website_url: null, primary_color: '#9334ea' })
  })
})
