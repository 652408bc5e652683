import sharp from 'sharp'
import * as adminAgents from '#contract/agents/admin-agents.ts'
import * as registration from '#contract/organizations/registration.ts'
import type { Me } from '#contract/identity/people.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import { removePhoto } from '#contract/identity/profile.ts'
import { fileOf, see, sendForm } from '#tests/kit/identity/forms.ts'
import { variant } from '#tests/kit/organizations/organization-registrations.ts'
import { blackPng, noise, plain } from '#tests/kit/world/pictures.ts'
import * as kit from '#tests/calls.ts'

const { expect, expectRefused, it, registered } = kit
const world = await kit.ownWorld()
const ada = await kit.platformAdmin(world)
const firm = await kit.organization(world)
const organizationIds = JSON.stringify([firm.id])
const png = await plain(64, 48).png().toBuffer()
const upload = ({ client }: kit.TestPerson, bytes: Buffer) =>
  sendForm<{ url: string; imageData: string }>(client, 'POST', '/api/upload', { image: fileOf(bytes) })
const withAccess = ({ client }: kit.TestPerson, fields: Record<string, File | string>) =>
  sendForm<adminAgents.AdminAgentPage>(client, 'POST', '/api/admin/agents/with-access', fields)
const agent = (more: object = {}) => {
  return { name: `Seen ${crypto.randomUUID()}`, description: 'D', category: 'Systems', ...more }
}
const json = () => JSON.stringify(agent())
const create = (more: object) => ada.client.call(adminAgents.createAgent, { body: agent(more) })
const statusOf = async (url: string) => (await see(world, url)).status

const stored = async () => [
  await world.sql('select id from image order by id'),
  await world.sql('select id from agent order by id'),
]

const source = plain(900, 300).withMetadata({ exif: { IFD0: { Copyright: 'SECRET-PLACE' } } })

/** Checks that a stored picture is a WebP of this size, without what its file said about itself. */
async function expectClean(bytes: Buffer, width: number, height: number): Promise<void> {
  const { exif, xmp, icc, ...about } = await sharp(bytes).metadata()
  expect(about).toMatchObject({ format: 'webp', width, height })
  expect([exif, xmp, icc, bytes.includes('SECRET-PLACE')]).toEqual([undefined, undefined, undefined, false])
}

it.each(['jpeg', 'png'] as const)('answers a %s with its address and as data (S602, D151 [S])', async (format) => {
  const { status, body } = await upload(ada, await source.clone().toFormat(format).toBuffer())
  expect([status, body.url]).toEqual([201, expect.stringMatching(/^\/images\/[\w-]{43}$/)])
  const { bytes } = await see(world, body.url)
  expect(body.imageData).toBe(`data:image/webp;base64,${bytes.toString('base64')}`)
  await expectClean(bytes, 1024, 341)
})

it('an upload is for platform admins and admins of organizations (S602, D151 [S])', async () => {
  const before = await stored()
  for (const person of [await registered(world), await kit.member(world, firm.id)])
    expect((await upload(person, png)).status).toBe(403)
  expect(await stored()).toEqual(before)
  expect((await upload(firm.owner, png)).status).toBe(201)
})

const wrongType = 'Please select a JPG, JPEG, or PNG image'
const tooWide = 'Please select an image of at most 4,096 pixels per side'
const damaged = 'This image is damaged. Please select another one.'
const tooLarge = 'Please select an image under 5MB'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
const text = async (words: string) => Buffer.from(words)
it.each<[string, () => Promise<Buffer>, string, status?: number]>([
  ['6 MB (S532)', async () => Buffer.concat([png, Buffer.alloc(6_291_456)]), tooLarge, 413],
  ['a WebP named .png (S534)', () => plain(64, 64).webp().toBuffer(), wrongType],
  ['a GIF named .png (S533)', () => plain(64, 64).gif().toBuffer(), wrongType],
  ['a text named .png (S533)', () => text('just words'), wrongType],
  ['an SVG with a script', () => text(svg), wrongType],
  ['a page', () => text('<html><script>alert(1)</script></html>'), wrongType],
  ['an empty file', () => text(''), wrongType],
  ['a PNG of 30,000 x 30,000 pixels in few bytes', async () => blackPng(30_000), tooWide],
  ['4,097 pixels', () => plain(4097, 8).png().toBuffer(), tooWide],
  ['a JPG that was cut off', async () => (await noise().jpeg().toBuffer()).subarray(0, 4000), damaged],
  ['a PNG that was cut off', async () => (await noise().png().toBuffer()).subarray(0, 4000), damaged],
  ['the beginning of a JPG alone', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), damaged],
])(
  'refuses %s here, as a photo and with a new agent, and stores nothing',
  async (_what, make, message, status = 400) => {
    const [before, bytes] = [await stored(), await make()]
    const image = fileOf(bytes)
    for (const reply of [
      await upload(ada, bytes),
      await sendForm(ada.client, 'PUT', '/api/account/photo', { image }),
      await withAccess(ada, { image, agent: json(), organizationIds }),
    ])
      expect([reply.status, reply.body.message]).toEqual([status, message])
    expect(await stored()).toEqual(before)
  },
)

it('the picture of an agent is deleted with the last agent that shows it (S427)', async () => {
  const [first, second] = [(await upload(ada, png)).body, (await upload(ada, png)).body]
  const made = await create({ imageUrl: first.url })
  expect(made).toMatchObject({ imageUrl: first.url, imageData: first.imageData })
  const change = (imageUrl: string | null) =>
    ada.client.call(adminAgents.changeAgent, { params: { id: made.id }, body: { imageUrl } })
  await change(second.url)
  expect([await statusOf(first.url), await statusOf(second.url)]).toEqual([404, 200])
  const other = await create({ imageUrl: second.url })
  expect(await change(null)).toMatchObject({ imageUrl: null, imageData: null })
  expect(await statusOf(second.url)).toBe(200)
  await ada.client.call(adminAgents.deleteAgent, { params: { id: other.id } })
  expect(await statusOf(second.url)).toBe(404)
})

it('the picture of an agent can be data; it is none that was not uploaded (S427)', async () => {
  const data = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
  expect((await create({ imageData: data(png) })).imageUrl).toMatch(/^\/images\//)
  const elsewhere = 'https://elsewhere.example/a.png'
  const refuse = (more: object, code: string): kit.Refusal => [
    ada,
    { body: agent(more) },
    400,
    { code, field: Object.keys(more)[0] },
  ]
  await expectRefused(
    adminAgents.createAgent,
    refuse({ imageData: data(await plain(9, 9).webp().toBuffer()) }, 'wrong_image_type'),
    refuse({ imageData: elsewhere }, 'wrong_image_type'),
    refuse({ imageUrl: elsewhere }, 'unknown_image'),
    refuse({ imageUrl: `/images/${'A'.repeat(43)}` }, 'unknown_image'),
  )
})

it('an agent with access is a form with JSON texts (S601)', async () => {
  const image = fileOf(png)
  const before = await stored()
  for (const wrong of [{ agent: '{"name": ' }, { organizationIds: 'all of them' }, { organizationIds: '[]' }])
    expect((await withAccess(ada, { image, agent: json(), organizationIds, ...wrong })).status).toBe(400)
  expect(await stored()).toEqual(before)
  const { status, body } = await withAccess(ada, { image, agent: json(), organizationIds })
  expect([status, body]).toMatchObject([201, { isPrivate: true, organizations: [{ id: firm.id }] }])
  expect(await statusOf(body.imageUrl ?? '')).toBe(200)
})

it('the hourly upkeep removes an upload that nothing has shown for a day', async () => {
  const agentId = await kit.addAgent(world)
  const order = await world.visitor().call(registration.registerOrganizationVariant, { body: variant })
  const add = async () => (await upload(ada, png)).body.url
  const urls = [await add()]
  for (const [statement, id] of [
    ['update users set profile_image_url = $1 where id = $2', ada.id],
    ['update agent set image_url = $1 where id = $2', agentId],
    ["update organization set logo_url = 'https://luna.test' || $1 where id = $2", firm.id],
    [
      `insert into pwa_setting (organization_id, app_name, logo_url, created_at, updated_at)
       values ($2, 'App', $1, now(), now())`,
      firm.id,
    ],
    ['update business_registration set logo_url = $1 where id = $2', order.id],
  ] as const) {
    urls.push(await add())
    await world.sql(statement, [urls.at(-1), id])
  }
  const hour = 60 * 60_000
  await world.services.clock.setOffset(23 * hour)
  expect(await Promise.all(urls.map(statusOf))).toEqual([200, 200, 200, 200, 200, 200])
  await world.services.clock.setOffset(25 * hour)
  expect(await Promise.all(urls.map(statusOf))).toEqual([404, 200, 200, 200, 200, 200])
})

const photoPath = '/api/account/photo'
const uploadPhoto = ({ client }: kit.TestPerson, bytes = png) =>
  sendForm<Me>(client, 'PUT', photoPath, { image: fileOf(bytes) })
const urlOf = async (person: kit.TestPerson, bytes = png) =>
  (await uploadPhoto(person, bytes)).body.profileImageUrl ?? ''

it('a photo is a square of 512 pixels without metadata (D25, D151 [S])', async () => {
  const person = await registered(world)
  const { status, body } = await uploadPhoto(person, await source.clone().jpeg().toBuffer())
  expect([status, body.profileImageUrl]).toEqual([200, expect.stringMatching(/^\/images\/[\w-]{43}$/)])
  expect(await person.client.call(currentUser)).toMatchObject({ profileImageUrl: body.profileImageUrl })
  const { headers, bytes } = await see(world, body.profileImageUrl)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  })
  expect(headers.getSetCookie()).toEqual([])
  await expectClean(bytes, 512, 512)
})

it('a photo is rotated the way its camera was held (D25)', async () => {
  const white = sharp({ create: { width: 300, height: 100, channels: 3, background: 'white' } })
  const top = { input: await white.png().toBuffer(), left: 0, top: 0 }
  // Orientation 3: upside down.
  const held = await plain(300, 300).composite([top]).withMetadata({ orientation: 3 }).jpeg().toBuffer()
  const { bytes } = await see(world, await urlOf(await registered(world), held))
  const data = await sharp(bytes).extract({ left: 256, top: 500, width: 1, height: 1 }).raw().toBuffer()
  expect(data[0]).toBeGreaterThan(240)
})

it('a photo replaces the one before, and outlasts a refused one (D25, D151 [S])', async () => {
  const person = await registered(world)
  const images = async () => (await world.sql('select id from image')).length
  const before = await images()
  const [first, second] = [await urlOf(person), await urlOf(person, await plain(4096, 8).png().toBuffer())]
  expect(second).not.toBe(first)
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
  expect((await uploadPhoto(person, Buffer.from('no picture'))).status).toBe(400)
  expect(await person.client.call(currentUser)).toMatchObject({ profileImageUrl: second })
  const replies = await Promise.all([uploadPhoto(person), uploadPhoto(person)])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(await images()).toBe(before + 1)
})

it('a photo is one file of a form of our own site (D16 [S], D25)', async () => {
  const { client } = await registered(world)
  const image = fileOf(png)
  const form = { 'content-type': 'multipart/form-data' }
  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  const two: [string, File][] = [
    ['image', image],
    ['image', image],
  ]
  expect([
    await client.request('PUT', photoPath, { image: 'x' }),
    await client.request('PUT', photoPath, 'no form at all', form),
    await sendForm(client, 'PUT', photoPath, { another: image }),
    await sendForm(client, 'PUT', photoPath, two),
    await sendForm(client, 'PUT', photoPath, { image }, foreign),
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
  const person = await registered(world)
  kit.useStrictLimits(world)
  await uploadPhoto(person, Buffer.from('no picture'))
  await world.sql('update rate_limit set hits = 20 where key = $1', [`photo:${person.id}`])
  expect(await uploadPhoto(person)).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } })
})

it('a photo is removed by its person, and by nobody else; 200 without one (D164)', async () => {
  const [person, other] = [await registered(world), await registered(world)]
  const [own, foreign] = [await urlOf(person), await urlOf(other)]
  for (const _ of [1, 2]) expect(await person.client.call(removePhoto)).toMatchObject({ profileImageUrl: null })
  expect([await statusOf(own), await statusOf(foreign)]).toEqual([404, 200])
  for (const id of ['x', 'A'.repeat(43), '..%2f..%2fetc%2fpasswd']) expect(await statusOf(`/images/${id}`)).toBe(404)
})
