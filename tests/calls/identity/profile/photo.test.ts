import sharp from 'sharp'
import { currentUser } from '#contract/identity/current-user.ts'
import type { ProblemBody } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import * as profile from '#contract/identity/profile.ts'
import { describe, expect, it, ownWorld, registered, type TestPerson } from '#tests/calls.ts'
import { blackPng, noise, plain } from '../../../kit/world/pictures.ts'

/** Limits as in production. */

const world = await ownWorld()
const strict = await ownWorld({ RATE_LIMIT_FACTOR: '1' })

const png = () => plain(64, 48).png().toBuffer()

/** Sends a file in a form as a browser does. */
async function upload(person: TestPerson | null, bytes: Buffer, name = 'me.png', type = 'image/png', field = 'image') {
  const form = new FormData()
  form.set(field, new File([new Uint8Array(bytes)], name, { type }))
  const headers = person ? { cookie: person.client.cookieHeader() } : {}
  const answer = await fetch(`${person?.client.url ?? world.url}/api/account/photo`, {
    method: 'PUT',
    body: form,
    headers,
  })
  return { status: answer.status, body: (await answer.json()) as Me & ProblemBody }
}

function storedImages() {
  return world.sql<{ id: string }>('select id from image')
}

async function see(url: string | null) {
  const answer = await fetch(`${world.url}${url}`)
  return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe('PUT /api/account/photo (D25, D151 [S])', () => {
  it('is closed to strangers', async () => {
    expect((await upload(null, await png())).status).toBe(401)
  })

  it.each([
    ['a JPG', 'jpeg'],
    ['a PNG', 'png'],
  ] as const)('makes a square of 512 pixels without metadata from %s', async (_kind, format) => {
    const person = await registered(world)
    const source = plain(900, 300).withMetadata({ exif: { IFD0: { Copyright: 'SECRET-PLACE' } } })
    const { status, body } = await upload(person, await source.toFormat(format).toBuffer())
    expect(status).toBe(200)
    expect(body.profileImageUrl).toMatch(/^\/images\/[\w-]{43}$/)
    expect(await person.client.call(currentUser)).toMatchObject({ profileImageUrl: body.profileImageUrl })

    const { answer, bytes } = await see(body.profileImageUrl)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.getSetCookie()).toEqual([])
    const read = await sharp(bytes).metadata()
    expect(read).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect([read.exif, read.icc, read.xmp]).toEqual([undefined, undefined, undefined])
    expect(bytes.includes('SECRET-PLACE')).toBe(false)
  })

  it('rotates a photo the way its camera was held', async () => {
    const person = await registered(world)
    const top = {
      input: await sharp({ create: { width: 300, height: 100, channels: 3, background: 'white' } })
        .png()
        .toBuffer(),
      left: 0,
      top: 0,
    }
    // Orientation 3: upside down.
    const held = await plain(300, 300).composite([top]).withMetadata({ orientation: 3 }).jpeg().toBuffer()
    const { bytes } = await see((await upload(person, held, 'me.jpg', 'image/jpeg')).body.profileImageUrl)
    const { data } = await sharp(bytes)
      .extract({ left: 256, top: 500, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[0]).toBeGreaterThan(240)
  })

  it('replaces the one before, which is deleted', async () => {
    const person = await registered(world)
    const first = (await upload(person, await png())).body.profileImageUrl
    const second = (await upload(person, await png())).body.profileImageUrl
    expect(second).not.toBe(first)
    expect((await see(first)).answer.status).toBe(404)
    expect((await see(second)).answer.status).toBe(200)
  })

  it('leaves one picture of two that arrive at once', async () => {
    const person = await registered(world)
    const before = (await storedImages()).length
    const bytes = await png()
    const replies = await Promise.all([upload(person, bytes), upload(person, bytes)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect(await storedImages()).toHaveLength(before + 1)
  })

  it('accepts a picture of exactly 4,096 pixels', async () => {
    const person = await registered(world)
    expect((await upload(person, await plain(4096, 8).png().toBuffer())).status).toBe(200)
  })

  const wrongType = 'Please select a JPG, JPEG, or PNG image'
  const damaged = 'This image is damaged. Please select another one.'
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  )
  it.each<[string, () => Promise<Buffer>, number, string]>([
    [
      '6 MB',
      async () => Buffer.concat([await png(), Buffer.alloc(6 * 1024 * 1024)]),
      413,
      'Please select an image under 5MB',
    ],
    ['a WebP that is called .png', () => plain(64, 64).webp().toBuffer(), 400, wrongType],
    ['a GIF that is called .png', () => plain(64, 64).gif().toBuffer(), 400, wrongType],
    ['an SVG with a script', async () => svg, 400, wrongType],
    ['a page', async () => Buffer.from('<html><script>alert(1)</script></html>'), 400, wrongType],
    ['an empty file', async () => Buffer.alloc(0), 400, wrongType],
    [
      'a PNG of 30,000 x 30,000 pixels in few bytes',
      async () => blackPng(30_000),
      400,
      'Please select an image of at most 4,096 pixels per side',
    ],
    [
      '4,097 pixels',
      () => plain(4097, 8).png().toBuffer(),
      400,
      'Please select an image of at most 4,096 pixels per side',
    ],
    ['a JPG that was cut off', async () => (await noise().jpeg().toBuffer()).subarray(0, 4000), 400, damaged],
    ['a PNG that was cut off', async () => (await noise().png().toBuffer()).subarray(0, 4000), 400, damaged],
    ['the beginning of a JPG alone', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 400, damaged],
  ])('refuses %s and stores nothing', async (_what, make, status, message) => {
    const person = await registered(world)
    const before = await storedImages()
    const reply = await upload(person, await make())
    expect([reply.status, reply.body.message]).toEqual([status, message])
    expect(await storedImages()).toEqual(before)
    expect(await person.client.call(currentUser)).toMatchObject({ profileImageUrl: null })
  })

  it('keeps the current picture when another one is refused', async () => {
    const person = await registered(world)
    const { profileImageUrl } = (await upload(person, await png())).body
    await upload(person, Buffer.from('no picture'))
    expect(await person.client.call(currentUser)).toMatchObject({ profileImageUrl })
    expect((await see(profileImageUrl)).answer.status).toBe(200)
  })

  it('accepts one file of a form and no JSON (D16)', async () => {
    const person = await registered(world)
    const json = await person.client.request<ProblemBody>('PUT', '/api/account/photo', { image: 'x' })
    expect([json.status, json.body.code]).toEqual([415, 'wrong_type'])
    const other = await upload(person, await png(), 'me.png', 'image/png', 'another')
    expect([other.status, other.body.field]).toEqual([400, 'image'])
    const headers = { 'content-type': 'multipart/form-data' }
    const broken = await person.client.request('PUT', '/api/account/photo', 'no form at all', headers)
    expect(broken.status).toBe(400)
    const two = new FormData()
    for (const name of ['image', 'image']) two.append(name, new File([new Uint8Array(await png())], 'me.png'))
    const answer = await fetch(`${world.url}/api/account/photo`, {
      method: 'PUT',
      body: two,
      headers: { cookie: person.client.cookieHeader() },
    })
    expect(answer.status).toBe(400)
    await answer.text()
    // No other call takes forms.
    const form = new FormData()
    form.set('firstName', 'A')
    const names = await fetch(`${world.url}/api/account/names`, {
      method: 'PATCH',
      body: form,
      headers: { cookie: person.client.cookieHeader() },
    })
    expect(names.status).toBe(415)
    await names.text()
  })

  it('refuses a form from another site (D16 [S])', async () => {
    const person = await registered(world)
    const headers = {
      cookie: person.client.cookieHeader(),
      origin: 'https://elsewhere.example',
      'sec-fetch-site': 'cross-site',
    }
    const form = new FormData()
    form.set('image', new File([new Uint8Array(await png())], 'me.png'))
    const answer = await fetch(`${world.url}/api/account/photo`, { method: 'PUT', body: form, headers })
    expect([answer.status, ((await answer.json()) as ProblemBody).code]).toEqual([403, 'bad_origin'])
  })

  it('is limited to 20 an hour', async () => {
    const person = await registered(strict)
    strict.clock.holdReal()
    await upload(person, Buffer.from('no picture'))
    await strict.sql('update rate_limit set hits = 20 where key = $1', [`photo:${person.id}`])
    const reply = await upload(person, await png())
    expect([reply.status, reply.body.code]).toEqual([429, 'too_many_attempts'])
  }, 40_000)
})

describe('DELETE /api/account/photo', () => {
  it("removes the person's own picture and nobody else’s; 200 even without one", async () => {
    const [person, other] = [await registered(world), await registered(world)]
    const own = (await upload(person, await png())).body.profileImageUrl
    const foreign = (await upload(other, await png())).body.profileImageUrl
    expect((await world.visitor().try(profile.removePhoto)).status).toBe(401)
    for (let i = 0; i < 2; i++) {
      expect(await person.client.call(profile.removePhoto)).toMatchObject({ profileImageUrl: null })
    }
    expect((await see(own)).answer.status).toBe(404)
    expect((await see(foreign)).answer.status).toBe(200)
  })
})

it('an unknown picture is a 404 (D164)', async () => {
  for (const id of ['x', 'A'.repeat(43), '..%2f..%2fetc%2fpasswd'])
    expect((await see(`/images/${id}`)).answer.status).toBe(404)
})
