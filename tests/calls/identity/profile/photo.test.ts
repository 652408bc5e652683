import sharp from 'sharp'
import type { Me } from '#contract/identity/people.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { removePhoto } from '#contract/identity/profile.ts'
import { fileOf, see, sendForm } from '#tests/kit/identity/forms.ts'
import { plain } from '#tests/kit/world/pictures.ts'
import { expect, it, ownWorld, registered, sharedWorld, type TestPerson } from '#tests/calls.ts'

const world = await sharedWorld()
const path = '/api/account/photo'
const png = fileOf(await plain(64, 48).png().toBuffer())

const upload = ({ client }: TestPerson, file = png) => sendForm<Me>(client, 'PUT', path, { image: file })
const urlOf = async (person: TestPerson, file = png) => (await upload(person, file)).body.profileImageUrl
const statusOf = async (url: string | null) => (await see(world, url)).status

// tests/calls/images/uploads.test.ts covers the files that are refused.
it.each(['jpeg', 'png'] as const)(
  'a photo is a square of 512 pixels without metadata of a %s (D25, D151 [S])',
  async (format) => {
    const person = await registered(world)
    const source = plain(900, 300).withMetadata({ exif: { IFD0: { Copyright: 'SECRET-PLACE' } } })
    const { status, body } = await upload(person, fileOf(await source.toFormat(format).toBuffer()))
    expect([status, body.profileImageUrl]).toEqual([200, expect.stringMatching(/^\/images\/[\w-]{43}$/)])
    expect(await person.client.call(currentUser)).toMatchObject({ profileImageUrl: body.profileImageUrl })

    const { headers, bytes } = await see(world, body.profileImageUrl)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(headers.getSetCookie()).toEqual([])
    const read = await sharp(bytes).metadata()
    expect(read).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect([read.exif, read.icc, read.xmp]).toEqual([undefined, undefined, undefined])
    expect(bytes.includes('SECRET-PLACE')).toBe(false)
  },
)

it('a photo is rotated the way its camera was held (D25)', async () => {
  const white = sharp({ create: { width: 300, height: 100, channels: 3, background: 'white' } })
  const top = { input: await white.png().toBuffer(), left: 0, top: 0 }
  // Orientation 3: upside down.
  const held = await plain(300, 300).composite([top]).withMetadata({ orientation: 3 }).jpeg().toBuffer()
  const { bytes } = await see(world, await urlOf(await registered(world), fileOf(held)))
  const data = await sharp(bytes).extract({ left: 256, top: 500, width: 1, height: 1 }).raw().toBuffer()
  expect(data[0]).toBeGreaterThan(240)
})

it('a photo replaces the one before, also of two at once (D25, D151 [S])', async () => {
  const person = await registered(world)
  const images = async () => (await world.sql('select id from image')).length
  const before = await images()
  const [first, second] = [await urlOf(person), await urlOf(person)]
  expect(second).not.toBe(first)
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
  expect(await Promise.all([upload(person), upload(person)])).toMatchObject([{ status: 200 }, { status: 200 }])
  expect(await images()).toBe(before + 1)
})

it('a photo has up to 4,096 pixels, and outlasts a refused one (D25, D151 [S])', async () => {
  const person = await registered(world)
  const url = await urlOf(person, fileOf(await plain(4096, 8).png().toBuffer()))
  expect((await upload(person, fileOf(Buffer.from('no picture')))).status).toBe(400)
  expect(await person.client.call(currentUser)).toMatchObject({ profileImageUrl: url })
  expect(await statusOf(url)).toBe(200)
})

it('a photo is one file of a form of our own site (D16 [S], D25)', async () => {
  const { client } = await registered(world)
  const form = { 'content-type': 'multipart/form-data' }
  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  const two: [string, File][] = [
    ['image', png],
    ['image', png],
  ]
  expect([
    await client.request('PUT', path, { image: 'x' }),
    await client.request('PUT', path, 'no form at all', form),
    await sendForm(client, 'PUT', path, { another: png }),
    await sendForm(client, 'PUT', path, two),
    await sendForm(client, 'PUT', path, { image: png }, foreign),
    // No other call takes forms.
    await sendForm(client, 'PATCH', '/api/account/names', { firstName: 'A' }),
  ]).toMatchObject([
    { status: 415, body: { code: 'wrong_type' } },
    { status: 400 },
    { status: 400, body: { field: 'image' } },
    { status: 400 },
    { status: 403, body: { code: 'bad_origin' } },
    { status: 415 },
  ])
})

it('a photo is limited to 20 an hour (D25, D151 [S])', async () => {
  const strict = await ownWorld({ RATE_LIMIT_FACTOR: '1' })
  const person = await registered(strict)
  strict.clock.holdReal()
  await upload(person, fileOf(Buffer.from('no picture')))
  await strict.sql('update rate_limit set hits = 20 where key = $1', [`photo:${person.id}`])
  expect(await upload(person)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
}, 40_000)

it('a photo is removed by its person, and by nobody else; 200 without one (D164)', async () => {
  const [person, other] = [await registered(world), await registered(world)]
  const [own, foreign] = [await urlOf(person), await urlOf(other)]
  for (const _ of [1, 2]) expect(await person.client.call(removePhoto)).toMatchObject({ profileImageUrl: null })
  expect([await statusOf(own), await statusOf(foreign)]).toEqual([404, 200])
  for (const id of ['x', 'A'.repeat(43), '..%2f..%2fetc%2fpasswd']) expect(await statusOf(`/images/${id}`)).toBe(404)
})
