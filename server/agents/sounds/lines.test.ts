import { expect, it } from 'vitest'
import { linesOf, type Script, spokenPart } from './lines.ts'

const clara = { id: 'clara', providerVoiceId: 'slt' }
const miles = { id: 'miles', providerVoiceId: 'rms' }
const script: Script = {
  firstMessage: 'Hello. What is on your mind?',
  sampleConversation: [{ question: 'Where do I start?', answer: 'With one step.' }],
  voice: miles,
  askingVoice: clara,
}
const hashes = (changed: Partial<Script>, madeBy = 'model') =>
  linesOf({ ...script, ...changed }, madeBy).map(({ hash }) => hash)

it("reads greeting and answers with the agent's voice, the questions with another (D175)", () => {
  expect(linesOf(script, 'model').map(({ line, text, voice }) => [line, text, voice.id])).toEqual([
    ['greeting', 'Hello. What is on your mind?', 'miles'],
    ['question-0', 'Where do I start?', 'clara'],
    ['answer-0', 'With one step.', 'miles'],
  ])
})

it('reads only what has a voice and words (D175)', () => {
  expect(linesOf({ ...script, askingVoice: null }, 'model').map(({ line }) => line)).toEqual(['greeting', 'answer-0'])
  expect(linesOf({ ...script, firstMessage: ' … ' }, 'model').map(({ line }) => line)).not.toContain('greeting')
  expect(linesOf({ ...script, voice: null, askingVoice: null }, 'model')).toEqual([])
})

it('names a sound by voice, model and text, so that each is made once (D175)', () => {
  const [greeting, question, answer] = hashes({})
  expect(greeting).toMatch(/^[\w-]{32}$/)
  expect(hashes({})).toEqual([greeting, question, answer])
  expect(hashes({ firstMessage: 'Good morning.' }).slice(1)).toEqual([question, answer])
  expect(hashes({ voice: { id: 'angus', providerVoiceId: 'awb' } })[1]).toBe(question)
  for (const other of [...hashes({ voice: { id: 'angus', providerVoiceId: 'awb' } }), ...hashes({}, 'newer model')])
    expect([greeting, answer]).not.toContain(other)
})

it('reads at most 220 characters: whole sentences, or whole words of one that is longer (D175)', () => {
  const sentence = 'Every word counts, and this sentence has a few. '.repeat(4)
  expect(spokenPart(` ${sentence}`)).toBe(sentence.trim())
  expect(spokenPart(`${sentence}One more sentence that does not fit into the time.`)).toBe(sentence.trim())
  const endless = 'word '.repeat(100)
  expect(spokenPart(endless)).toBe('word '.repeat(44).trim())
})
