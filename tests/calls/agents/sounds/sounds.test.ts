import * as adminAgents from '#contract/agents/admin-agents.ts'
import * as agents from '#contract/agents/agents.ts'
import { agentSamples } from '#contract/agents/sounds.ts'
import { calls } from '#contract/index.ts'
import { orderMissingSounds } from '#server/agents/sounds/sounds.flow.ts'
import { checkVoices } from '#server/agents/voices/voices.flow.ts'
import { addAgent, assign, changeAgentAs, expect, expectRefused, it, organization, ownWorld } from '#tests/calls.ts'
import { platformAdmin, subscriber, switchTo, tags, vi } from '#tests/calls.ts'

const world = await ownWorld({ AGENT_SOUNDS: 'on' })
const [ada, person] = [await platformAdmin(world), await subscriber(world)]

const turn = { question: 'Where do I start?', answer: 'With one step. Then take the next.' }
const words = { firstMessage: 'Hello. What is on your mind?', sampleConversation: [turn] }
/** Its sounds are made once for all of these tests, because reading aloud takes much computing. */
const heard = await heardAgent({ ...words, name: 'Heard First', voiceId: 'miles' })

async function heardAgent(about: object): Promise<string> {
  const id = await addAgent(world, about)
  await orderMissingSounds(world.services)
  await made(id)
  return id
}

/** Waits until every line of an agent, as it was saved last, can be heard. */
async function made(id: string): Promise<void> {
  const behind = `select from agent left join agent_sounds_made as made on made.agent_id = agent.id
    where agent.id = $1 and made.revision is distinct from agent.revision`
  // Before the tests there is no polling expectation.
  await vi.waitFor(async () => expect(await world.sql(behind, [id])).toEqual([]), { timeout: 60_000 })
}

async function jobIs(state: string, id: string): Promise<void> {
  const jobs = "select from pgboss.job where name = 'agent-sounds' and state::text = $1 and data->>'agentId' = $2"
  await expect.poll(() => world.sql(jobs, [state, id])).toHaveLength(1)
}

const pageOf = (id: string, { client } = ada) => client.call(agents.agentPage, { params: { agentId: id } })
const change = (id: string, body: object) => changeAgentAs(ada, id, body)
const greetingUrl = async (id: string, by = ada) => (await pageOf(id, by)).greetingUrl ?? ''
const hashOf = (url: string) => url.split('/').at(-1)

/** Requests a sound like a player without cookies. */
async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(world.url + url, { method, headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

it('an agent has a greeting and a sample in two voices, with times of words', tags('D175'), async () => {
  const page = await pageOf(heard, person)
  const text = 'Hello. What is on your mind?'
  expect(page.greeting).toMatchObject({ text, url: page.greetingUrl, voice: { name: 'Miles', languages: ['en'] } })
  const sound = { text: turn.answer, voice: { name: 'Miles' } }
  const questionSound = { text: turn.question, voice: { name: 'Clara' } }
  const [sample] = page.sampleConversation
  expect(sample).toMatchObject({ ...turn, sound, questionSound })
  expect(sample?.audioUrl).toBe(sample?.sound?.url)
  const { durationMs = 0, wordStartsMs = [] } = page.greeting ?? {}
  expect(wordStartsMs).toHaveLength(6)
  expect(wordStartsMs).toEqual(wordStartsMs.toSorted((one, other) => one - other))
  expect(wordStartsMs.at(-1)).toBeLessThan(durationMs)
  const listed = (await ada.client.call(agents.agents)).find(({ id }) => id === page.id)
  expect(listed).toMatchObject({ greetingUrl: page.greetingUrl, greeting: page.greeting })
})

it('a stranger hears sounds, unchanging, whole or in ranges, at nobody’s cost', tags('D175'), async () => {
  const url = await greetingUrl(heard)
  const whole = await get(url)
  const size = whole.bytes.length
  expect(whole.status).toBe(200)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'cache-control': 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    'content-length': String(size),
    'x-content-type-options': 'nosniff',
  })
  expect(whole.headers.get('set-cookie')).toBeNull()
  expect(whole.bytes.readUInt16BE(0) & 0xffe0).toBe(0xffe0)
  const part = await get(url, { range: 'bytes=0-1' })
  expect([part.status, part.bytes]).toEqual([206, whole.bytes.subarray(0, 2)])
  expect([part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([`bytes 0-1/${size}`, '2'])
  const beyond = await get(url, { range: 'bytes=9999999-' })
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
  const head = await get(url, {}, 'HEAD')
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)])
  const tag = whole.headers.get('etag') ?? ''
  expect((await get(url, { 'if-none-match': tag })).status).toBe(304)
  expect((await get(url, { range: 'bytes=0-1', 'if-range': tag })).status).toBe(206)
  expect((await get(url, { range: 'bytes=0-1', 'if-range': '"another"' })).status).toBe(200)
  const balance = () => world.sql('select monthly_ms, purchased_ms from account where user_id = $1', [person.id])
  const before = await balance()
  expect((await person.client.request('GET', url)).status).toBe(200)
  expect(await balance()).toEqual(before)
})

it('no answer for everybody carries a cookie, whichever cookie was sent (D195 [S])', async () => {
  const signedIn = await subscriber(world)
  const [asset = ''] = /\/assets\/[\w.-]+/.exec((await get('/')).bytes.toString()) ?? []
  const open = calls.flatMap(({ call: { method, path, who } }) =>
    method === 'GET' && who === 'anyone' && !path.includes(':') ? [path] : [],
  )
  const pages = ['/', '/login', `/agents/${heard}`, '/robots.txt', '/sitemap.xml', '/favicon.svg', asset]
  const addresses = [await greetingUrl(heard), ...pages, ...open]
  const seen = { public: 0, cookies: 0 }
  let own = signedIn.client.cookieHeader()
  for (const address of addresses) {
    // The next request after a change of role brings a new cookie.
    await world.sql("update session set role_mark = 'admin 0 none' where user_id = $1", [signedIn.id])
    for (const cookie of [own, `luna=${'x'.repeat(43)}.${'y'.repeat(43)}`]) {
      const { headers } = await get(address, { cookie })
      const [caching, cookies] = [headers.get('cache-control') ?? '', headers.getSetCookie()]
      if (caching.includes('public')) seen.public++
      if (cookies.length > 0) seen.cookies++
      expect([address, cookies.length > 0 && caching !== 'no-store']).toEqual([address, false])
      own = cookies.find((text) => /^luna=[^;]/.test(text))?.split(';')[0] ?? own
    }
  }
  expect([seen.public >= 4, seen.cookies > 0]).toEqual([true, true])
})

it('strangers hear samples of public agents, the named ones first', tags('D175'), async () => {
  const query = { names: 'Nobody, heard first,Heard In Private', limit: '2' }
  const [sample] = await world.visitor().call(agentSamples, { query })
  expect(sample?.id).toBe(heard)
  expect(sample?.conversation.map(({ by, sound }) => [by, sound.text, sound.voice.name])).toEqual([
    ['agent', 'Hello. What is on your mind?', 'Miles'],
    ['person', turn.question, 'Clara'],
    ['agent', turn.answer, 'Miles'],
  ])
  expect(JSON.stringify(sample)).not.toMatch(/SECRET-PROMPT|rms|eleven/i)
  for (const { sound } of sample?.conversation ?? []) expect((await get(sound.url)).status).toBe(200)
  await expectRefused(agentSamples, [world.visitor(), { query: { limit: '100' } }, 400, {}])
})

it('sounds exist only under their agent, for those who see it, and go with it', tags('D175'), async () => {
  const firm = await organization(world)
  const hidden = { name: 'Heard In Private', isPrivate: true, firstMessage: 'Gone soon.', sampleConversation: [turn] }
  const id = await heardAgent(hidden)
  await assign(world, firm, id)
  await switchTo(firm.owner, firm.id)
  const url = await greetingUrl(id, firm.owner)
  expect([(await get(url)).status, (await person.client.request('GET', url)).status]).toEqual([404, 404])
  const query = { names: 'Heard In Private, Heard First', limit: '2' }
  expect((await world.visitor().call(agentSamples, { query })).map((sample) => sample.id)).toEqual([heard])
  const reply = await firm.owner.client.request('GET', url)
  const kept = 'private, max-age=31536000, immutable'
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, kept])
  const paths = [`${id}/sounds/${hashOf(url)}`, `${heard}/sounds/${hashOf(url)}`, `${id}/private-sounds/none`]
  for (const path of [...paths, `none/private-sounds/${hashOf(url)}`])
    expect((await firm.owner.client.request('GET', `/api/agents/${path}`)).status).toBe(404)
  await ada.client.call(adminAgents.deleteAgent, { params: { id } })
  expect((await firm.owner.client.request('GET', url)).status).toBe(404)
  expect(await world.sql("select from sound where text = 'Gone soon.'")).toEqual([])
})

it('sounds are made once for the same words and voice, and new for others', tags('D175'), async () => {
  const madeAt = async (url: string) => world.sql('select created_at from sound where hash = $1', [hashOf(url)])
  const first = await madeAt(await greetingUrl(heard))
  const id = await heardAgent({ ...words, voiceId: 'miles' })
  const before = await pageOf(id)
  const url = before.greetingUrl ?? ''
  expect([first.length, hashOf(url)]).toEqual([1, hashOf(await greetingUrl(heard))])
  expect(await madeAt(url)).toEqual(first)
  await change(id, { firstMessage: 'New words.' })
  await made(id)
  const after = await pageOf(id)
  expect(after.greeting?.text).toBe('New words.')
  expect([(await get(after.greetingUrl ?? '')).status, (await get(url)).status]).toEqual([200, 404])
  expect(after.sampleConversation[0]?.audioUrl).toBe(before.sampleConversation[0]?.audioUrl)
  expect(await madeAt(await greetingUrl(heard))).toEqual(first)
  await change(id, { voiceId: 'angus', sampleConversation: [] })
  await made(id)
  expect((await pageOf(id)).greeting).toMatchObject({ text: 'New words.', voice: { name: 'Angus' } })
})

it('the old sound stays while the provider is away', tags('D175'), async () => {
  const id = await heardAgent({ firstMessage: 'Before.' })
  const before = await greetingUrl(id)
  await world.control({ apiFault: { elevenlabs: 'error' } })
  await change(id, { firstMessage: 'After.' })
  await jobIs('retry', id)
  expect([await greetingUrl(id), (await get(before)).status]).toEqual([before, 200])
  await world.control({ apiFault: { elevenlabs: null } })
  await world.sql("update pgboss.job set start_after = now() where name = 'agent-sounds' and state = 'retry'")
  await made(id)
  expect((await pageOf(id)).greeting?.text).toBe('After.')
})

it('a sound waits for the hourly upkeep when the plan is used up', tags('D175'), async () => {
  await world.control({ voiceService: { charactersLeft: 3 } })
  const id = await addAgent(world, { firstMessage: 'Too long.' })
  await orderMissingSounds(world.services)
  await jobIs('completed', id)
  expect(await pageOf(id)).toMatchObject({ greetingUrl: null, greeting: null })
  await world.control({ voiceService: { charactersLeft: null } })
  await orderMissingSounds(world.services)
  await made(id)
  expect((await get(await greetingUrl(id))).status).toBe(200)
})

it('a sound follows a withdrawn voice to the one that speaks instead', tags('D175 D186'), async () => {
  const id = await heardAgent({ voiceId: 'victor', firstMessage: 'Who is it?' })
  await world.control({ voiceService: { withdrawnVoices: ['kal16'] } })
  try {
    await checkVoices(world.services)
    await orderMissingSounds(world.services)
    await expect.poll(async () => (await pageOf(id)).greeting?.voice.name).toBe('Clara')
  } finally {
    await world.control({ voiceService: { withdrawnVoices: [] } })
    await checkVoices(world.services)
  }
})
