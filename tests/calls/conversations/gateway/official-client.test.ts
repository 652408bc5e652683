import { WebSocket } from 'ws'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, endedRow, expect, moveTalkClock, providerRecord, sharedWorld, subscriber } from '#tests/calls.ts'
import { test, vi } from '#tests/calls.ts'

const world = await sharedWorld()
await world.control({ voiceService: { processingSeconds: 1 } })

/** Like a browser's, where each message is a task of its own, so that a listener added late misses none. */
class BrowserSocket extends WebSocket {
  constructor(url: string, protocols?: string[]) {
    super(url, protocols, { allowSynchronousEvents: false })
  }
}

/** In Node the client has no sound: `textOnly` disables its own audio, and ours and the provider's are unchanged. */
async function loadClient(): Promise<typeof import('@elevenlabs/client').Conversation> {
  vi.stubGlobal('WebSocket', BrowserSocket)
  // The package's entry is a bundle for browsers; this file of it runs in Node.
  const entry = new URL('../../../../node_modules/@elevenlabs/client/dist/index.js', import.meta.url)
  return ((await import(entry.href)) as typeof import('@elevenlabs/client')).Conversation
}

test("the provider's official client talks through the gateway", async () => {
  const Conversation = await loadClient()
  try {
    const person = await subscriber(world)
    const agentId = await addAgent(world)
    const { id, conversationId, signedUrl } = await person.client.call(voice.startConversation, { body: { agentId } })
    const said: string[] = []
    let ended: (reason: string) => void = () => undefined
    const disconnected = new Promise<string>((resolve) => (ended = resolve))
    const startMs = performance.now()
    const conversation = await Conversation.startSession({
      signedUrl,
      textOnly: true,
      onMessage: ({ message, source }) => said.push(`${source}: ${message}`),
      onDisconnect: ({ reason }) => ended(reason),
    })
    expect(conversation.getId()).toBe(conversationId)
    await expect.poll(() => said).toEqual(['ai: Hello, how can I help?'])
    conversation.sendUserMessage('I need a plan.')
    conversation.sendContextualUpdate('The person is on the dashboard.')
    conversation.sendUserActivity()
    await expect.poll(() => said.at(-1)).toBe('ai: Here is a plan for you.')
    // The client here has no sound that would show that the agent speaks.
    const spoke = async () => {
      world.services.live.find(id)?.renew()
      return world.sql('select from voice_session where id = $1 and agent_spoke', [id])
    }
    await expect.poll(spoke).toHaveLength(1)
    // Past the ten free seconds; the list shows the last tick.
    moveTalkClock(world, 11)
    await expect
      .poll(async () => (await person.client.call(voice.myConversations))[0]?.durationSeconds)
      .toBeGreaterThanOrEqual(11)
    await conversation.endSession()
    expect(await disconnected).toBe('user')
    const row = await endedRow(world, id)
    expect(row).toMatchObject({ status: 'completed', end_reason: 'user' })
    expect(row.charged_ms).toBe(Math.floor(row.used_ms / 1000) * 1000)
    const status = async () => (await providerRecord(world, conversationId)).status
    await expect.poll(status).not.toBe('in-progress')
    const lastedMs = performance.now() - startMs
    await expect.poll(status).toBe('done')
    const { metadata } = await providerRecord(world, conversationId)
    // In whole seconds: the provider's conversation encloses ours, and the client's encloses both.
    expect(metadata.call_duration_secs).toBeGreaterThanOrEqual(Math.round(row.used_ms / 1000) - 11)
    expect(metadata.call_duration_secs).toBeLessThanOrEqual(Math.round(lastedMs / 1000))
  } finally {
    vi.unstubAllGlobals()
  }
})
