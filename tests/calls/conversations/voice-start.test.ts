import * as agents from '#contract/agents/agents.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, endTalk, expect, expectRefused, it, registered, setBalance, sharedWorld } from '#tests/calls.ts'
import { subscriber, tags, type TestPerson } from '#tests/calls.ts'

const world = await sharedWorld()
const agentId = await addAgent(world)

const start = (person: TestPerson, agent = agentId) =>
  person.client.call(voice.startConversation, { body: { agentId: agent } })
const refused = (person: TestPerson, agent: string, status: number, problem: string | object) =>
  expectRefused(voice.startConversation, [person, { body: { agentId: agent } }, status, problem])
const setActive = (agent: string, isActive: boolean) =>
  world.sql('update agent set is_active = $2 where id = $1', [agent, isActive])

/** Returns the states of a person's conversations, and what is held for them in ms. */
async function stateOf({ id }: TestPerson) {
  const rows = await world.sql<{ status: string }>('select status from voice_session where user_id = $1', [id])
  const [account] = await world.sql<{ held_ms: number }>('select held_ms from account where user_id = $1', [id])
  return [rows.map(({ status }) => status).join(), account?.held_ms]
}

it('a start is refused in the order of D68, and leaves nothing', tags('D54 D68'), async () => {
  const [person, guest] = [await subscriber(world), await registered(world)]
  const premium = await addAgent(world, { isPremium: true })
  const [hidden, archived] = [await addAgent(world, { isPrivate: true }), await addAgent(world)]
  await setActive(archived, false)
  for (const agent of [crypto.randomUUID(), hidden, archived]) await refused(guest, agent, 404, 'agent_not_found')
  await refused(guest, premium, 403, 'subscription_required')
  await world.sql('update users set voice_consent_version = null where id = $1', [person.id])
  await refused(person, premium, 403, 'agent_locked')
  await person.client.call(agents.unlockAgent, { params: { agentId: premium } })
  await setActive(premium, false)
  await refused(person, premium, 409, 'agent_paused')
  await setActive(premium, true)
  await refused(person, premium, 403, 'consent_required')
  for (const each of [guest, person]) expect(await stateOf(each)).toEqual(['', 0])
  await person.client.call(voice.giveVoiceConsent, { body: { version: voice.voiceNotice.version } })
  await start(person, premium)
})

it('more than 10 uncharged conversations an hour are refused before the balance', tags('D71'), async () => {
  const person = await subscriber(world)
  const ended = await endTalk(person, (await start(person)).id)
  expect(ended).toMatchObject({ status: 'failed', endReason: 'user', creditsDeducted: 0 })
  for (let count = 1; count < 10; count++) await endTalk(person, (await start(person)).id)
  await setBalance(world, person.id, 59)
  await refused(person, agentId, 429, 'too_many_short_sessions')
  const older = "update voice_session set created_at = created_at - interval '61 minutes' where user_id = $1"
  await world.sql(older, [person.id])
  await refused(person, agentId, 402, 'insufficient_credits')
  const lines = await person.client.call(voice.usage)
  expect(lines).toHaveLength(10)
  expect(lines[0]).toMatchObject({ creditsDeducted: 0, notes: 'Not charged: the conversation did not start' })
})

it('60 seconds are enough for a start, and 59 are not', tags('D69 S223'), async () => {
  const [person, poor] = [await subscriber(world), await subscriber(world)]
  await setBalance(world, person.id, 60)
  await start(person)
  await setBalance(world, poor.id, 59)
  const message = expect.stringContaining('Insufficient credits') as string
  await refused(poor, agentId, 402, { code: 'insufficient_credits', message })
  expect([await stateOf(person), await stateOf(poor)]).toEqual([
    ['active', 60_000],
    ['', 0],
  ])
})

it.each([
  ['refuses the agent', { voiceFaults: (name: string) => ({ [name]: 'refuse' }), apiFault: {} }],
  ['fails', { voiceFaults: () => ({}), apiFault: { elevenlabs: 'error' } }],
])('when the provider %s, nothing is held or active', async (_, { voiceFaults, apiFault }) => {
  const person = await subscriber(world)
  const name = `Unwilling ${person.email}`
  const agent = await addAgent(world, { name })
  await world.control({ voiceFaults: voiceFaults(name), apiFault })
  await refused(person, agent, 503, 'voice_unavailable')
  await world.control({ voiceFaults: { [name]: null }, apiFault: { elevenlabs: null } })
  expect(await stateOf(person)).toEqual(['failed', 0])
  await start(person, agent)
})

it('16 starts at once are one conversation, and 15 refusals name it', tags('D69 D74'), async () => {
  const person = await subscriber(world)
  const attempt = () => person.client.try(voice.startConversation, { body: { agentId } })
  const replies = await Promise.all(Array.from({ length: 16 }, attempt))
  const [started, ...more] = replies.filter(({ status }) => status === 201)
  expect(more).toEqual([])
  const active = { status: 409, body: { code: 'session_active', sessionId: started?.body.id } }
  for (const reply of replies) if (reply !== started) expect(reply).toMatchObject(active)
  expect(await stateOf(person)).toEqual(['active', 60_000])
  await endTalk(person, started?.body.id ?? '')
  await start(person)
})
