import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { Recogniser } from './recogniser.ts'
import { toSentence } from './grammar.ts'
import { usualService } from '../service-switches.ts'
import { Speech, type VoiceSound } from '../speech/speech.ts'
import { standinOfFile } from '../testing/standin-of-file.ts'
import { questionSamples } from '../testing/voice-client.ts'

const sampleRateHz = 16_000
const prompt = `You are a coach.

## Sample answers
- [role play, rehearsal, practice]: I am the customer now.
- [the price, too expensive, discount]: Say what it is worth first.
`
const topics = ['role play', 'rehearsal', 'practice', 'the price', 'too expensive', 'discount', 'cold call', 'xlookup']

// Recognizing speech takes computing, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

const standin = standinOfFile()
let agentId: string
const speech = new Speech()
const recogniser = new Recogniser()

beforeAll(async () => {
  agentId = await standin.createAgent({
    name: 'Sam',
    conversation_config: {
      agent: { first_message: '', prompt: { prompt } },
      conversation: { client_events: ['audio', 'agent_response', 'user_transcript', 'agent_tool_response', 'ping'] },
    },
  })
})

afterAll(() => Promise.all([speech.close(), recogniser.close()]))

/** Returns a turn as the stand-in hears it: 300 ms of quiet, the words, and the quiet that ends it. */
async function spoken(words: string, voice: VoiceSound['voice'] = 'rms'): Promise<Int16Array> {
  const pcm = await speech.say(words, { voice, slowness: 1 })
  const samples = new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length / 2)
  const turn = new Int16Array(samples.length + 1.3 * sampleRateHz)
  turn.set(samples, 0.3 * sampleRateHz)
  return turn
}

/** Says a turn in a new conversation. Returns what was understood of it. */
async function say(words: string | Int16Array) {
  const client = await standin.open(agentId)
  await client.next('conversation_initiation_metadata')
  await client.speak(typeof words === 'string' ? await spoken(words) : words)
  return { client, heard: String((await client.next('user_transcript', 60_000)).event['user_transcript']) }
}

describe('a spoken question', () => {
  test('is transcribed and answered by its content, aloud', async () => {
    const question = 'What do you think about the price?'
    const { client, heard } = await say(question)
    expect(heard).toBe(question)
    expect((await client.next('agent_response')).event['agent_response']).toBe('Say what it is worth first.')
    await client.next('audio')
    client.close()
  })

  test('recorded at 48 kHz and converted to 16 kHz is understood', async () => {
    const { client, heard } = await say(questionSamples(0, 3800))
    expect(heard).toMatch(/can you help me with/)
    client.close()
  })

  test('a spoken goodbye ends the conversation', async () => {
    const { client, heard } = await say('Thank you, goodbye.')
    expect(heard).toMatch(/goodbye/i)
    expect((await client.closed).code).toBe(1000)
  })

  test('the agent says when it did not understand, which can be switched on', async () => {
    const { client, heard } = await say('Purple elephants juggle bananas.')
    expect(heard).toMatch(/^\(speech, \d\.\d s\)$/)
    const { event } = await client.next('agent_response')
    expect(event['agent_response']).toMatch(/^I heard you, but I did not understand/)
    client.close()
    standin.faults.service = { ...usualService, understandsSpeech: false }
    const deaf = await say('Tell me about role play.')
    expect(deaf.heard).toMatch(/^\(speech/)
    deaf.client.close()
  })
})

describe('the recognizer', () => {
  test.each(['slt', 'awb', 'kal16'] as const)('hears other voices: %s', async (voice) => {
    const words = 'Tell me about role play.'
    expect(await recogniser.recognise(await spoken(words, voice), topics)).toBe(words)
  })

  test('hears nothing outside its grammar', async () => {
    const others = await spoken('The Byzantine empire flourished in those centuries.')
    expect(await recogniser.recognise(others, topics)).toBeNull()
  })

  const seconds = (duration: number, sampleAt: (index: number) => number): Int16Array =>
    Int16Array.from({ length: duration * sampleRateHz }, (_, index) => Math.round(sampleAt(index) * 32_767))
  let seed = 1
  const random = (): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 1_073_741_824 - 1
  }

  test.each([
    ['silence', seconds(2, () => 0)],
    ['white noise', seconds(2, () => random() * 0.2)],
    ['knocking', seconds(2, (index) => (index % 8000 < 2500 ? random() * 0.3 : 0))],
    ['a tone', seconds(2, (index) => 0.3 * Math.sin((index * 2 * Math.PI * 440) / sampleRateHz))],
  ])('recognizes no phrase in %s', async (_name, turn) => {
    expect(await recogniser.recognise(turn, topics)).toBeNull()
  })

  test('leaves the caller free while it computes, and gives up rather than making turns wait', async () => {
    const turn = await spoken('Tell me about role play.')
    const [before, ownBefore] = [process.cpuUsage(), process.threadCpuUsage()]
    const all = await Promise.all(Array.from({ length: 6 }, () => recogniser.recognise(turn, topics)))
    const [spent, own] = [process.cpuUsage(before), process.threadCpuUsage(ownBefore)]
    expect(all.filter((words) => words === 'Tell me about role play.')).toHaveLength(4)
    expect(all.slice(4)).toEqual([null, null])
    expect(own.user + own.system).toBeLessThan((spent.user + spent.system) / 10)
  })
})

test.each([
  ['how do i open', 'How do I open?'],
  ['hello what can you do', 'Hello what can you do?'],
  ['tell me about it', 'Tell me about it.'],
])('writes %s as %s', (words, sentence) => {
  expect(toSentence(words)).toBe(sentence)
})
