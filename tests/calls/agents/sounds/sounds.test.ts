import * as adminAgents from '#contract/agents/admin-agents.ts'
import * as agents from '#contract/agents/agents.ts'
import { agentSamples } from '#contract/agents/sounds.ts'
import { orderMissingSounds } from '#server/agents/sounds/sounds.flow.ts'
import { checkVoices } from '#server/agents/voices/voices.flow.ts'
import { addAgent, describe, expect, it, ownWorld, platformAdmin, registered, subscriber } from '#tests/calls.ts'
import { assign, organization, switchTo } from '../../../kit/organizations/organizations.ts'

const world = await ownWorld({ AGENT_SOUNDS: 'on' })
const ada = await platformAdmin(world)

const sampleConversation = [{ question: 'Where do I start?', answer: 'With one step. Then take the next.' }]

async function heardAgent(more: object = {}): Promise<string> {
  const id = await addAgent(world, { firstMessage: 'Hello. What is on your mind?', sampleConversation, ...more })
  await orderMissingSounds(world.services)
  await made(id)
  return id
}

/** Waits until every line of an agent, as it was saved last, can be heard. */
async function made(id: string): Promise<void> {
  const behind = () =>
    world.sql(
      `select from agent left join agent_sounds_made as made on made.agent_id = agent.id
        where agent.id = $1 and made.revision is distinct from agent.revision`,
      [id],
    )
  await expect.poll(behind).toEqual([])
}

const pageOf = (id: string, { client } = ada) => client.call(agents.agentPage, { params: { agentId: id } })
const change = (id: string, body: object) => ada.client.call(adminAgents.changeAgent, { params: { id }, body })
const greetingUrl = async (id: string) => (await pageOf(id)).greetingUrl ?? ''

/** Requests a sound like a player without cookies. */
async function get(url: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(world.url + url, { method, headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, headers: response.headers, bytes }
}

describe('the sounds of an agent (D175)', () => {
  it('are its greeting and its sample conversation, in two voices, with the time of each word', async () => {
    const page = await pageOf(await heardAgent({ voiceId: 'miles' }), await registered(world))
    expect(page.greeting).toMatchObject({
      text: 'Hello. What is on your mind?',
      voice: { name: 'Miles', languages: ['en'] },
    })
    expect(page.greetingUrl).toBe(page.greeting?.url)
    const [turn] = page.sampleConversation
    expect(turn).toMatchObject({
      ...sampleConversation[0],
      sound: { text: sampleConversation[0]?.answer, voice: { name: 'Miles' } },
      questionSound: { text: sampleConversation[0]?.question, voice: { name: 'Clara' } },
    })
    expect(turn?.audioUrl).toBe(turn?.sound?.url)
    const { durationMs = 0, wordStartsMs = [] } = page.greeting ?? {}
    expect(wordStartsMs).toHaveLength(6)
    expect(wordStartsMs).toEqual(wordStartsMs.toSorted((one, other) => one - other))
    expect(wordStartsMs.at(-1)).toBeLessThan(durationMs)
    const listed = (await ada.client.call(agents.agents)).find(({ id }) => id === page.id)
    expect(listed).toMatchObject({ greetingUrl: page.greetingUrl, greeting: page.greeting })
  })

  it('play for a stranger: a type that browsers play, at most 130 kB for 12 s, unchanging, whole or in ranges', async () => {
    const url = await greetingUrl(await heardAgent())
    const whole = await get(url)
    expect(whole.status).toBe(200)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'audio/mpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'accept-ranges': 'bytes',
      'content-length': String(whole.bytes.length),
      'x-content-type-options': 'nosniff',
    })
    expect(whole.headers.get('set-cookie')).toBeNull()
    expect(whole.bytes.readUInt16BE(0) & 0xffe0).toBe(0xffe0)
    const part = await get(url, { range: 'bytes=0-1' })
    expect(part.status).toBe(206)
    expect(part.bytes).toEqual(whole.bytes.subarray(0, 2))
    expect(part.headers.get('content-range')).toBe(`bytes 0-1/${whole.bytes.length}`)
    expect(part.headers.get('content-length')).toBe('2')
    const beyond = await get(url, { range: 'bytes=9999999-' })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${whole.bytes.length}`])
    const head = await get(url, {}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(whole.bytes.length)])
    const tag = whole.headers.get('etag') ?? ''
    expect((await get(url, { 'if-none-match': tag })).status).toBe(304)
    expect((await get(url, { range: 'bytes=0-1', 'if-range': tag })).status).toBe(206)
    expect((await get(url, { range: 'bytes=0-1', 'if-range': '"another"' })).status).toBe(200)
  })

  it('of a private agent are for those who see it; for everybody else they do not exist', async () => {
    const firm = await organization(world)
    const id = await heardAgent({ isPrivate: true })
    await assign(world, firm, id)
    await switchTo(firm.owner, firm.id)
    const url = (await firm.owner.client.call(agents.agentPage, { params: { agentId: id } })).greetingUrl ?? ''
    expect((await get(url)).status).toBe(404)
    const stranger = await subscriber(world)
    expect((await stranger.client.request('GET', url)).status).toBe(404)
    const heard = await firm.owner.client.request('GET', url)
    expect(heard.status).toBe(200)
    expect(heard.headers.get('cache-control')).toBe('private, max-age=31536000, immutable')
  })

  it('exist only under their own agent, and never for a hash or an id that was made up', async () => {
    const [one, other] = [await heardAgent(), await heardAgent({ firstMessage: 'Good evening.' })]
    const hash = (await greetingUrl(one)).split('/').at(-1)
    for (const path of [`${other}/sounds/${hash}`, `${one}/sounds/none`, `none/sounds/${hash}`])
      expect((await get(`/api/agents/${path}`)).status).toBe(404)
  })

  it('are the same for the same words in the same voice, and are made once', async () => {
    const [one, other] = [await heardAgent(), await heardAgent()]
    const hash = (url: string) => url.split('/').at(-1)
    expect(hash(await greetingUrl(one))).toBe(hash(await greetingUrl(other)))
    const [{ created_at: before } = {}] = await world.sql('select created_at from sound where hash = $1', [
      hash(await greetingUrl(one)),
    ])
    await change(one, { description: 'Says the same in other words' })
    await made(one)
    expect(await world.sql('select created_at from sound where hash = $1', [hash(await greetingUrl(one))])).toEqual([
      { created_at: before },
    ])
  })

  it('cost nobody a minute', async () => {
    const id = await heardAgent()
    const person = await subscriber(world)
    const balance = () => world.sql('select monthly_ms, purchased_ms from account where user_id = $1', [person.id])
    const before = await balance()
    expect((await person.client.request('GET', await greetingUrl(id))).status).toBe(200)
    expect(await balance()).toEqual(before)
  })

  it('go with the agent', async () => {
    const id = await heardAgent({ firstMessage: 'I will be gone soon.' })
    const url = await greetingUrl(id)
    await ada.client.call(adminAgents.deleteAgent, { params: { id } })
    expect((await get(url)).status).toBe(404)
    expect(await world.sql("select from sound where text = 'I will be gone soon.'")).toEqual([])
  })
})

describe('a change of words or voice (D175)', () => {
  it('makes a new sound at a new address, and the old one is gone', async () => {
    const id = await heardAgent({ firstMessage: 'These are the old words.' })
    const before = await pageOf(id)
    await change(id, { firstMessage: 'These are the new words.' })
    await made(id)
    const after = await pageOf(id)
    expect(after.greeting?.text).toBe('These are the new words.')
    expect((await get(after.greetingUrl ?? '')).status).toBe(200)
    expect((await get(before.greetingUrl ?? '')).status).toBe(404)
    expect(after.sampleConversation[0]?.audioUrl).toBe(before.sampleConversation[0]?.audioUrl)
    await change(id, { voiceId: 'angus' })
    await made(id)
    expect((await pageOf(id)).greeting).toMatchObject({ text: after.greeting?.text, voice: { name: 'Angus' } })
  })

  it('leaves the old sound while the provider is away, and the job makes the new one when it is back', async () => {
    const id = await heardAgent({ firstMessage: 'Here before the outage.' })
    const before = await greetingUrl(id)
    await world.control({ apiFault: { elevenlabs: 'error' } })
    await change(id, { firstMessage: 'Here after the outage.' })
    const failed = () =>
      world.sql("select from pgboss.job where name = 'agent-sounds' and state = 'retry' and data->>'agentId' = $1", [
        id,
      ])
    await expect.poll(async () => (await failed()).length).toBe(1)
    expect(await greetingUrl(id)).toBe(before)
    expect((await get(before)).status).toBe(200)
    await world.control({ apiFault: { elevenlabs: null } })
    await made(id)
    expect((await pageOf(id)).greeting?.text).toBe('Here after the outage.')
  }, 40_000)

  it('waits for the hourly upkeep when the plan is used up', async () => {
    await world.control({ voiceService: { charactersLeft: 3 } })
    const id = await addAgent(world, { firstMessage: 'Too long for this month.' })
    await orderMissingSounds(world.services)
    const done = () =>
      world.sql(
        "select from pgboss.job where name = 'agent-sounds' and state = 'completed' and data->>'agentId' = $1",
        [id],
      )
    await expect.poll(async () => (await done()).length).toBe(1)
    expect(await pageOf(id)).toMatchObject({ greetingUrl: null, greeting: null })
    await world.control({ voiceService: { charactersLeft: null } })
    await orderMissingSounds(world.services)
    await made(id)
    expect((await get(await greetingUrl(id))).status).toBe(200)
  })

  it('follows a withdrawn voice to the one that speaks instead (D186)', async () => {
    const id = await heardAgent({ voiceId: 'victor', firstMessage: 'Who is speaking here?' })
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
})

describe('GET /api/agents/samples (D175)', () => {
  it('gives strangers public agents to hear: the named ones first, and a conversation in turns', async () => {
    const id = await heardAgent({ name: 'Heard First', voiceId: 'victor' })
    await heardAgent({ name: 'Heard In Private', isPrivate: true })
    const samples = await world.visitor().call(agentSamples, {
      query: { names: 'Nobody, heard first,Heard In Private', limit: '2' },
    })
    expect(samples.map((agent) => agent.id)[0]).toBe(id)
    expect(samples).toHaveLength(2)
    expect(samples.map(({ name }) => name)).not.toContain('Heard In Private')
    expect(samples[0]?.conversation.map(({ by, sound }) => [by, sound.text, sound.voice.name])).toEqual([
      ['agent', 'Hello. What is on your mind?', 'Victor'],
      ['person', 'Where do I start?', 'Clara'],
      ['agent', 'With one step. Then take the next.', 'Victor'],
    ])
    expect(JSON.stringify(samples)).not.toMatch(/SECRET-PROMPT|kal16|eleven/i)
    for (const { sound } of samples[0]?.conversation ?? []) expect((await get(sound.url)).status).toBe(200)
    const refused = await world.visitor().request('GET', '/api/agents/samples?limit=100')
    expect(refused.status).toBe(400)
  })
})
