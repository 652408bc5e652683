import { expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { removeState, startStandin } from '@luna/fake-elevenlabs/testing/voice-client.ts'

const firstMessage = 'Hello, I am Marie, your cooking coach. What do you want to make?'
const prompt = { prompt: '## Sample answers\n- [bread, sourdough]: Feed your starter the evening before.' }
const settings = {
  name: 'Marie',
  conversation_config: { agent: { first_message: firstMessage, prompt } },
  // The official client always sends this override with textOnly.
  platform_settings: { overrides: { conversation_config_override: { conversation: { text_only: true } } } },
}

test('the official client talks a whole conversation through a signed URL', async () => {
  vi.stubGlobal('WebSocket', WebSocket)
  const standin = await startStandin()
  try {
    // The package's entry is a bundle for browsers; this file of it runs in Node.
    const entry = new URL('../../node_modules/@elevenlabs/client/dist/index.js', import.meta.url)
    const { Conversation } = (await import(entry.href)) as typeof import('@elevenlabs/client')
    const { signed_url: signedUrl, conversation_id: id } = await standin.signedUrl(await standin.createAgent(settings))
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
    const read = () => standin.ask('GET', `/conversations/${id}`)
    await expect.poll(read).toMatchObject({ body: { status: 'done' } })
  } finally {
    vi.unstubAllGlobals()
    await standin.close()
    removeState(standin)
  }
})
