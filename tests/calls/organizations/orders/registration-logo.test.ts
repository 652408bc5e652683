import sharp from 'sharp'
import * as registration from '#contract/organizations/registration.ts'
import { expireRegistrations } from '#server/organizations/orders/registration.ts'
import * as kit from '#tests/calls.ts'
import { putImage } from '../../../kit/organizations/branded-apps.ts'
import { rowOf, variant } from '../../../kit/organizations/organization-registrations.ts'
import { blackPng, plain } from '../../../kit/world/pictures.ts'

const { describe, expect, it } = kit

const world = await kit.ownWorld()
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

  it('must be a suitable JPG or PNG from the browser that registered; others learn nothing', async () => {
    const { client, id } = await register()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
    for (const [who, which, bytes, ...expected] of [
      [world.visitor(), id, png, 404, 'registration_not_found'],
      [(await register()).client, id, png, 404, 'registration_not_found'],
      [client, crypto.randomUUID(), png, 404, 'registration_not_found'],
      [client, id, svg, 400, 'wrong_image_type'],
      [client, id, await plain(64, 64).webp().toBuffer(), 400, 'wrong_image_type'],
      [client, id, blackPng(5000), 400, 'image_too_wide'],
      [client, id, png.subarray(0, 60), 400, 'broken_image'],
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
