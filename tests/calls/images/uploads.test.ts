import { describe, expect, it } from 'vitest'
import sharp from 'sharp'
import * as adminAgents from '#contract/agents/admin-agents.ts'
import type { ProblemBody } from '#contract/call.ts'
import * as registration from '#contract/organizations/registration.ts'
import { addAgent, member, organization, ownWorld, platformAdmin, registered, type TestPerson } from '#tests/calls.ts'
import { variant } from '../../kit/organizations/organization-registrations.ts'
import { blackPng, noise, plain } from '../../kit/world/pictures.ts'

const world = await ownWorld()
const ada = await platformAdmin(world)

const png = () => plain(64, 48).png().toBuffer()
const fileOf = (bytes: Buffer, name = 'agent.png', type = 'image/png') =>
  new File([new Uint8Array(bytes)], name, { type })

interface Sent<Body> {
  status: number
  body: Body & ProblemBody
}

/** Sends a form as a browser does. */
async function post<Body>(person: TestPerson | null, path: string, fields: Record<string, File | string>) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const headers = person ? { cookie: person.client.cookieHeader() } : {}
  const answer = await fetch(`${world.url}${path}`, { method: 'POST', body: form, headers })
  const sent: Sent<Body> = { status: answer.status, body: (await answer.json()) as Body & ProblemBody }
  return sent
}

const upload = (person: TestPerson | null, bytes: Buffer) =>
  post<{ url: string; imageData: string }>(person, '/api/upload', { image: fileOf(bytes) })

const storedImages = () => world.sql<{ id: string }>('select id from image')

async function see(url: string) {
  const answer = await fetch(`${world.url}${url}`)
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}

describe('POST /api/upload (S602, D151 [S])', () => {
  it('is for platform admins and admins of organizations: 401 and 403 for others, who store nothing', async () => {
    const firm = await organization(world)
    const before = await storedImages()
    const replies = [
      await upload(null, await png()),
      await upload(await registered(world), await png()),
      await upload(await member(world, firm.id), await png()),
    ]
    expect(replies.map(({ status }) => status)).toEqual([401, 403, 403])
    expect(await storedImages()).toEqual(before)
    expect((await upload(firm.owner, await png())).status).toBe(201)
  })

  it.each(['jpeg', 'png'] as const)('answers a %s with its address and the same picture as data', async (format) => {
    const source = plain(900, 300).withMetadata({ exif: { IFD0: { Copyright: 'SECRET-PLACE' } } })
    const { status, body } = await upload(ada, await source.toFormat(format).toBuffer())
    expect(status).toBe(201)
    expect(body.url).toMatch(/^\/images\/[\w-]{43}$/)
    const { bytes } = await see(body.url)
    expect(body.imageData).toBe(`data:image/webp;base64,${bytes.toString('base64')}`)
    const read = await sharp(bytes).metadata()
    expect([read.width, read.height, read.exif, read.xmp, read.icc]).toEqual([
      1024,
      341,
      undefined,
      undefined,
      undefined,
    ])
    expect(bytes.includes('SECRET-PLACE')).toBe(false)
  })

  const wrongType = 'Please select a JPG, JPEG, or PNG image'
  const tooWide = 'Please select an image of at most 4,096 pixels per side'
  const damaged = 'This image is damaged. Please select another one.'
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')
  it.each<[string, () => Promise<Buffer>, number, string]>([
    [
      '6 MB (S532)',
      async () => Buffer.concat([await png(), Buffer.alloc(6_291_456)]),
      413,
      'Please select an image under 5MB',
    ],
    ['a WebP named .png (S534)', () => plain(64, 64).webp().toBuffer(), 400, wrongType],
    ['a GIF named .png (S533)', () => plain(64, 64).gif().toBuffer(), 400, wrongType],
    ['a text named .png (S533)', async () => Buffer.from('just words'), 400, wrongType],
    ['an SVG', async () => svg, 400, wrongType],
    ['a decompression bomb of 30,000 x 30,000 pixels', async () => blackPng(30_000), 400, tooWide],
    ['4,097 pixels', () => plain(4097, 8).png().toBuffer(), 400, tooWide],
    ['a truncated JPEG', async () => (await noise().jpeg().toBuffer()).subarray(0, 4000), 400, damaged],
  ])('refuses %s here and with a new agent, and stores nothing', async (_what, make, status, message) => {
    const firm = await organization(world)
    const stored = async () => [await storedImages(), await world.sql('select id from agent order by id')]
    const [before, bytes] = [await stored(), await make()]
    const agent = JSON.stringify({ name: `Refused ${crypto.randomUUID()}`, description: 'D', category: 'Systems' })
    const replies = [
      await upload(ada, bytes),
      await post(ada, '/api/admin/agents/with-access', {
        image: fileOf(bytes),
        agent,
        organizationIds: JSON.stringify([firm.id]),
      }),
    ]
    for (const reply of replies) expect([reply.status, reply.body.message]).toEqual([status, message])
    expect(await stored()).toEqual(before)
  })
})

describe('the picture of an agent (S427)', () => {
  const agent = (more: object) => ({
    name: `Seen ${crypto.randomUUID()}`,
    description: 'D',
    category: 'Systems',
    ...more,
  })

  it('is the uploaded one; another replaces it, and a picture that nothing shows is deleted', async () => {
    const [first, second] = [(await upload(ada, await png())).body, (await upload(ada, await png())).body]
    const made = await ada.client.call(adminAgents.createAgent, { body: agent({ imageUrl: first.url }) })
    expect(made).toMatchObject({ imageUrl: first.url, imageData: first.imageData })
    const params = { id: made.id }
    await ada.client.call(adminAgents.changeAgent, { params, body: { imageUrl: second.url } })
    expect([(await see(first.url)).status, (await see(second.url)).status]).toEqual([404, 200])
    const bare = await ada.client.call(adminAgents.changeAgent, { params, body: { imageUrl: null } })
    expect([bare.imageUrl, bare.imageData, (await see(second.url)).status]).toEqual([null, null, 404])
  })

  it('stays while another agent shows it', async () => {
    const { url } = (await upload(ada, await png())).body
    const [one] = [
      await ada.client.call(adminAgents.createAgent, { body: agent({ imageUrl: url }) }),
      await ada.client.call(adminAgents.createAgent, { body: agent({ imageUrl: url }) }),
    ]
    await ada.client.call(adminAgents.deleteAgent, { params: { id: one.id } })
    expect((await see(url)).status).toBe(200)
  })

  it('can be sent as data, through the same checks; an address that was not uploaded is refused', async () => {
    const data = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
    const made = await ada.client.call(adminAgents.createAgent, { body: agent({ imageData: data(await png()) }) })
    expect(made.imageUrl).toMatch(/^\/images\//)
    const attempts = [
      [{ imageData: data(await plain(9, 9).webp().toBuffer()) }, 'wrong_image_type'],
      [{ imageData: 'https://elsewhere.example/a.png' }, 'wrong_image_type'],
      [{ imageUrl: 'https://elsewhere.example/a.png' }, 'unknown_image'],
      [{ imageUrl: `/images/${'A'.repeat(43)}` }, 'unknown_image'],
    ] as const
    for (const [more, code] of attempts) {
      const reply = await ada.client.try(adminAgents.createAgent, { body: agent(more) })
      expect([reply.status, reply.body.code]).toEqual([400, code])
    }
  })
})

describe('POST /api/admin/agents/with-access as a form (S601)', () => {
  const path = '/api/admin/agents/with-access'
  const agent = () => JSON.stringify({ name: `Form ${crypto.randomUUID()}`, description: 'D', category: 'Systems' })

  it('accepts image, agent and organizationIds as JSON texts', async () => {
    const firm = await organization(world)
    const fields = { image: fileOf(await png()), agent: agent(), organizationIds: JSON.stringify([firm.id]) }
    const { status, body } = await post<adminAgents.AdminAgentPage>(ada, path, fields)
    expect(status).toBe(201)
    expect(body).toMatchObject({ isPrivate: true, organizations: [{ id: firm.id }] })
    expect((await see(body.imageUrl ?? '')).status).toBe(200)
  })

  it('refuses broken JSON, a broken picture, and strangers, and stores nothing', async () => {
    const firm = await organization(world)
    const before = [await storedImages(), await world.sql('select id from agent order by id')]
    const organizationIds = JSON.stringify([firm.id])
    const image = fileOf(await png())
    const replies = [
      await post(ada, path, { image, agent: '{"name": ', organizationIds }),
      await post(ada, path, { image, agent: agent(), organizationIds: 'all of them' }),
      await post(ada, path, { image, agent: agent(), organizationIds: '[]' }),
      await post(ada, path, { image: fileOf(Buffer.from('no picture')), agent: agent(), organizationIds }),
      await post(ada, path, { image: fileOf(Buffer.alloc(6_291_456)), agent: agent(), organizationIds }),
      await post(firm.owner, path, { image, agent: agent(), organizationIds }),
      await post(null, path, { image, agent: agent(), organizationIds }),
    ]
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 400, 413, 403, 401])
    expect([await storedImages(), await world.sql('select id from agent order by id')]).toEqual(before)
  })
})

describe('the hourly upkeep', () => {
  it('removes an upload that nothing has shown for a day, and none that is shown anywhere', async () => {
    const firm = await organization(world)
    const agentId = await addAgent(world)
    const order = await world.visitor().call(registration.registerOrganizationVariant, { body: variant })
    const bytes = await png()
    const add = async () => (await upload(ada, bytes)).body.url
    const unused = await add()
    const shown = [
      ['update users set profile_image_url = $1 where id = $2', ada.id],
      ['update agent set image_url = $1 where id = $2', agentId],
      ["update organization set logo_url = 'https://luna.test' || $1 where id = $2", firm.id],
      [
        "insert into pwa_setting (organization_id, app_name, logo_url, created_at, updated_at) values ($2, 'App', $1, now(), now())",
        firm.id,
      ],
      ['update business_registration set logo_url = $1 where id = $2', order.id],
    ] as const
    const urls: string[] = []
    for (const [statement, id] of shown) {
      const url = await add()
      await world.sql(statement, [url, id])
      urls.push(url)
    }
    const states = async () => Promise.all([unused, ...urls].map(async (url) => (await see(url)).status))

    const { clock } = world.services
    await clock.setOffset(23 * 60 * 60_000)
    expect(await states()).toEqual([200, 200, 200, 200, 200, 200])
    await clock.setOffset(25 * 60 * 60_000)
    expect(await states()).toEqual([404, 200, 200, 200, 200, 200])
  })
})
