import * as voice from '#contract/conversations/voice.ts'
import { addAgent, endTalk, expect, it, ownWorld, subscriber, tags } from '#tests/calls.ts'

const world = await ownWorld()
const person = await subscriber(world)
const agentId = await addAgent(world)
const start = () => person.client.try(voice.startConversation, { body: { agentId } })
const { id } = await start().then((reply) => reply.body)
await endTalk(person, id)

const fault = (elevenlabs: string | null) => world.control({ apiFault: { elevenlabs } })
const readiness = async () => (await world.visitor().request('GET', '/readyz')).body
const measured = async () => (await world.visitor().request<string>('GET', '/metrics')).body

/** Returns how many calls the provider has answered or missed. */
async function asked(): Promise<number> {
  const lines = (await measured()).matchAll(/^luna_outside_call_seconds_count\{service="voice".*\} (\d+)$/gm)
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0)
}

/** Returns what those starts have left: nothing charged, nothing held, nothing active. */
const left = () =>
  world.sql(
    `select (select count(*)::int from voice_session where user_id = $1 and (status = 'active' or charged_ms > 0)) as live,
       held_ms from account where user_id = $1`,
    [person.id],
  )

it('a provider gets no calls after five failures until it answers a probe', tags('D68 D71'), async () => {
  expect(await readiness()).toEqual({ status: 'ready', voice: 'up' })
  await fault('error')
  for (let i = 0; i < 5; i++) expect(await start()).toMatchObject({ status: 503, body: { code: 'voice_unavailable' } })
  expect(await readiness()).toEqual({ status: 'ready', voice: 'away', degraded: ['voice'] })
  // It answers nothing at all now, which would cost each start eight seconds.
  await fault('hang')
  const before = await asked()
  const refused = await Promise.all(Array.from({ length: 5 }, start))
  // None of them, but perhaps a probe.
  expect((await asked()) - before).toBeLessThan(2)
  const message = 'Unable to start voice session. Please try again.'
  const refusals = refused.filter(({ status }) => status === 503)
  expect(refusals.length).toBeGreaterThan(0)
  for (const { body } of refusals) expect(body).toMatchObject({ code: 'voice_unavailable', message })
  expect(await measured()).toContain('luna_voice_provider_up 0')
  expect(await left()).toEqual([{ live: 0, held_ms: 0 }])
  await fault(null)
  await expect.poll(readiness).toEqual({ status: 'ready', voice: 'up' })
  // More than ten starts have failed in this hour, but not through the person's fault (D71).
  const started = await start()
  expect(started.status).toBe(201)
  await endTalk(person, started.body.id)
  expect(await measured()).toContain('luna_voice_provider_up 1')
})

it.each([
  ['busy', 'voice_busy'],
  ['unauthorized', 'voice_unavailable'],
])('a provider counts as reachable while it answers: %s', async (answer, code) => {
  await fault(answer)
  for (let i = 0; i < 6; i++) expect(await start()).toMatchObject({ status: 503, body: { code } })
  expect(await readiness()).toEqual({ status: 'ready', voice: 'up' })
  await fault(null)
  const started = await start()
  expect(started.status).toBe(201)
  await endTalk(person, started.body.id)
  expect(await left()).toEqual([{ live: 0, held_ms: 0 }])
})
