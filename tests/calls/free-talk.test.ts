import { afterAll, beforeAll, expect, test } from 'vitest'
import * as voice from '#contract/voice.ts'
import { endedRow, startHeardTalk } from '../conversations.ts'
import { expectInvariants } from '../invariants.ts'
import { addAgent, subscriber } from '../people.ts'
import { VoiceClient, wait } from '../standins/voice-client.ts'
import { openWorld, type World } from '../world.ts'

// What somebody hears is charged, however they come and go: real seconds, about 40 s for this file.
let world: World
let agentId: string
beforeAll(async () => {
  world = await openWorld()
  agentId = await addAgent(world)
})
afterAll(async () => {
  await expectInvariants(world)
  await world.close()
})

test('silent listening with reconnects is charged in full (D176)', async () => {
  const person = await subscriber(world)
  const { id, client } = await startHeardTalk(person, agentId)
  const beganMs = performance.now()
  let line = client
  for (let turn = 0; turn < 4; turn++) {
    // One typed turn; then not a byte, the answers to the provider's pings neither, while the agent speaks.
    line.answersPings = false
    line.send({ type: 'user_message', text: 'A plan, please' })
    await line.next('agent_response')
    await line.next('audio')
    await wait(3300)
    const { signedUrl } = await person.client.call(voice.reconnectSession, { params: { id } })
    line = new VoiceClient(signedUrl, false)
    await line.next('conversation_initiation_metadata')
  }
  const heardMs = performance.now() - beganMs
  expect(heardMs).toBeGreaterThan(13_000)
  await person.client.call(voice.endSession, { params: { id }, body: {} })
  const row = await endedRow(world, id)
  expect(row.used_ms).toBeGreaterThan(heardMs)
  expect(row.used_ms).toBeLessThan(client.elapsedMs())
  expect(row.charged_ms).toBe(Math.floor(row.used_ms / 1000) * 1000)
}, 60_000)
