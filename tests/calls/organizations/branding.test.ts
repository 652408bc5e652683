import { changeBranding } from '#contract/organizations/management.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import * as kit from '#tests/calls.ts'
import { get, putImage } from '../../kit/organizations/branded-apps.ts'
import { plain } from '../../kit/world/pictures.ts'

const { describe, expect, expectRefused, it, organization } = kit

const world = await kit.sharedWorld()

const input = ({ id }: kit.TestOrganization, body: object) => ({ params: { organizationId: String(id) }, body })
const change = (firm: kit.TestOrganization, body: object, { client } = firm.owner) =>
  client.call(changeBranding, input(firm, body))
const rowOf = async ({ id }: kit.TestOrganization) =>
  (await world.sql('select * from organization where id = $1', [id]))[0]

describe('PATCH /api/organizations/{id}/branding (S508, S509, S564, D136, D137 [S])', () => {
  it('saves what its admins choose, and shows it to its people', async () => {
    const firm = await organization(world)
    const logoUrl = 'https://cdn.acme.test/logo.png'
    const chosen = { logoUrl, primaryColor: '#A1b2C3', secondaryColor: '#112233', websiteUrl: 'acme.test' }
    const stored = { ...chosen, websiteUrl: 'https://acme.test' }
    expect(await change(firm, chosen)).toMatchObject(stored)
    const { client } = await kit.member(world, firm.id)
    const shown = { logoUrl, primaryColor: '#A1b2C3' }
    expect((await client.call(userOrganization)).organization).toMatchObject(shown)
    // Omitted fields stay; an emptied address goes.
    expect(await change(firm, { logoUrl: '' })).toMatchObject({ ...stored, logoUrl: null })
    expect((await change(firm, { websiteUrl: '' }, await kit.platformAdmin(world))).websiteUrl).toBeNull()
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
    await expectRefused(changeBranding, [firm.owner, input(firm, { logoUrl: foreign }), 400, problem])
    expect(await change(firm, { logoUrl: first, primaryColor: '#010203' })).toMatchObject({ logoUrl: first })
    const second = await upload(firm)
    expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
    await change(firm, { logoUrl: '' })
    expect([await statusOf(second), await statusOf(foreign)]).toEqual([404, 200])
  })

  it('refuses wrong colors and addresses', async () => {
    const firm = await organization(world)
    for (const [body, message] of [
      [{ primaryColor: '#abc' }, 'Please enter a valid hex color'],
      [{ secondaryColor: 'red' }, 'Please enter a valid hex color'],
      [{ websiteUrl: 'x' }, 'Please enter a valid URL'],
      [{ websiteUrl: 'javascript:alert(1)' }, 'Please enter a valid URL'],
      [{ logoUrl: 'javascript:alert(1)' }, 'Please enter a valid URL'],
      [{ logoUrl: 'http://acme.test/logo.png' }, 'Please enter a valid URL'],
      [{ logoUrl: 'https://acme.test/logo.SVG?v=2' }, 'Please enter a valid URL'],
      [{ logoUrl: 'data:image/svg+xml,<svg/>' }, 'Please enter a valid URL'],
      [{ logoUrl: '/images/../api' }, 'Please enter a valid URL'],
    ] as const) {
      const problem = { field: Object.keys(body)[0], message }
      await expectRefused(changeBranding, [firm.owner, input(firm, body), 400, problem])
    }
    expect(await rowOf(firm)).toMatchObject({ logo_url: null, website_url: null, primary_color: '#9334ea' })
  })
})
