import sharp from 'sharp'
import type { ProblemBody } from '#contract/call.ts'
import * as registration from '#contract/organizations/registration.ts'
import { expireRegistrations } from '#server/organizations/orders/registration.ts'
import { describe, expect, it, ownWorld, payWithCard, type TestClient } from '#tests/calls.ts'
import { rowOf, variant } from '../../../kit/organizations/organization-registrations.ts'
import { openPayment, registeredOrganization } from '../../../kit/organizations/paid-organizations.ts'
import { blackPng, plain } from '../../../kit/world/pictures.ts'
import { eventsWorkedOff } from '../../../kit/billing/subscriptions.ts'

const world = await ownWorld()

describe('the logo of a registration (D101 [S], D151 [S])', () => {
  async function register(): Promise<{ client: TestClient; id: string }> {
    const client = world.visitor()
    const { id } = await client.call(registration.registerOrganizationVariant, { body: variant })
    return { client, id }
  }

  async function upload(client: TestClient, id: string, bytes: Buffer) {
    const form = new FormData()
    form.set('image', new File([new Uint8Array(bytes)], 'logo.png', { type: 'image/png' }))
    const answer = await fetch(`${world.url}/api/organizations/registrations/${id}/logo`, {
      method: 'PUT',
      body: form,
      headers: { cookie: client.cookieHeader() },
    })
    return { status: answer.status, body: (await answer.json()) as ProblemBody }
  }

  const images = () => world.sql<{ id: string }>('select id from image')

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
    expect(await images()).toHaveLength(1)
  })

  it('is accepted only from the browser that registered: strangers and other registrations learn nothing', async () => {
    const { client, id } = await register()
    const other = await register()
    const png = await plain(64, 64).png().toBuffer()
    for (const [who, which] of [
      [world.visitor(), id],
      [other.client, id],
      [client, crypto.randomUUID()],
    ] as const) {
      const { status, body } = await upload(who, which, png)
      expect([status, body.code]).toEqual([404, 'registration_not_found'])
    }
    expect((await rowOf(world, id)).logo_url).toBeNull()
  })

  it('must be a JPG or PNG of a suitable size', async () => {
    const { client, id } = await register()
    const tries: [Buffer, number, string][] = [
      [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 400, 'wrong_image_type'],
      [await plain(64, 64).webp().toBuffer(), 400, 'wrong_image_type'],
      [blackPng(5000), 400, 'image_too_wide'],
      [(await plain(64, 64).png().toBuffer()).subarray(0, 60), 400, 'broken_image'],
      [Buffer.alloc(6 * 1024 * 1024, 1), 413, 'too_large'],
    ]
    for (const [bytes, status, code] of tries) {
      const refused = await upload(client, id, bytes)
      expect([refused.status, refused.body.code]).toEqual([status, code])
    }
    expect((await rowOf(world, id)).logo_url).toBeNull()
  })

  it('is deleted with a registration that was not paid within 14 days (D101)', async () => {
    const { client, id } = await register()
    const paid = await registeredOrganization(world)
    const png = await plain(64, 64).png().toBuffer()
    await upload(client, id, png)
    await upload(paid.client, paid.id, png)
    await payWithCard(world, await openPayment(paid))
    await eventsWorkedOff(world)
    const [row, paidRow] = [await rowOf(world, id), await rowOf(world, paid.id)]
    const days = row.expires_at.getTime() - row.created_at.getTime()
    expect(days).toBe(14 * 24 * 60 * 60_000)

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
