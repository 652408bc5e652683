import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { removeState, startStandin, type TestStandin } from '@luna/fake-elevenlabs/testing/voice-client.ts'

const firstMessage = 'Hello, I am Marie, your cooking coach. What do you want to make?'

let standin: TestStandin
let agentId: string

beforeAll(async () => {
  standin = await startStandin()
  agentId = await standin.createAgent({
    name: 'Marie',
    conversation_config: {
      agent: {
        first_message: firstMessage,
        prompt: { prompt: '## Sample answers\n- [bread, sourdough]: Feed your starter the evening before.' },
      },
    },
    // The official client always sends this override with textOnly.
    platform_settings: { overrides: { conversation_config_override: { conversation: { text_only: true } } } },
  })
})

afterAll(async () => {
  await standin.close()
  removeState(standin)
})

async function readStatus(conversationId: string): Promise<string> {
  const answer = await standin.call('GET', `/conversations/${conversationId}`)
  return ((await answer.json()) as { status: string }).status
}

test('the official client talks a whole conversation through a signed URL', async () => {
  vi.stubGlobal('WebSocket', WebSocket)
  try {
    // The package's entry is a bundle for browsers; this file of it runs in Node.
    const entry = new URL('../../node_modules/@elevenlabs/client/dist/index.js', import.meta.url)
    const { Conversation } = (await import(entry.href)) as typeof import('@elevenlabs/client')
    const { signed_url: signedUrl, conversation_id: id } = await standin.signedUrl(agentId)
    const said: string[] = []
    let ended: (reason: string) => void = () => undefined
    const disconnected = new Promise<string>((resolve) => (ended = resolve))
    const conversation = await Conversation.startSession({
      signedUrl,
      textOnly: true,
      onMessage: ({ message, source }) => said.push(`${source}: ${message}`),
      onDisconnect: ({ reason }) => ended(reason),
    })
    expect(conversation.getId()).toBe(id)
    conversation.sendUserMessage('Tell me about sourdough.')
    await expect.poll(() => said).toEqual([`ai: ${firstMessage}`, 'ai: Feed your starter the evening before.'])
    await conversation.endSession()
    expect(await disconnected).toBe('user')
    await expect.poll(() => readStatus(id), { timeout: 3000 }).toBe('done')
  } finally {
    vi.unstubAllGlobals()
  }
})
