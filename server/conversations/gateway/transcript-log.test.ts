import { expect, test } from 'vitest'
import { TranscriptLog } from './transcript-log.ts'

function correction(original: string, corrected: string) {
  return {
    type: 'agent_response_correction' as const,
    agent_response_correction_event: { original_agent_response: original, corrected_agent_response: corrected },
  }
}

function answer(text: string) {
  return { type: 'agent_response' as const, agent_response_event: { agent_response: text } }
}

test('D85 an interrupted answer is kept as far as it was spoken, if at all', () => {
  const log = new TranscriptLog()
  log.take(answer('Hello, what shall we look at?'), 0)
  log.take(correction('Hello, what shall we look at?', ''), 1)
  // The database refuses a zero character and half an emoji.
  log.addTyped('Prices\0 \uD83E', 2.9)
  log.take(answer('Raise them slowly\0.'), 3)
  log.take(correction('Raise them slowly\0.', 'Raise them'), 4)
  expect(log.lines).toEqual([
    { speaker: 'you', text: 'Prices \uFFFD', atSeconds: 2 },
    { speaker: 'agent', text: 'Raise them', atSeconds: 3 },
  ])
})

test('a correction without words changes nothing and throws nothing', () => {
  const log = new TranscriptLog()
  log.take(answer('Raise them slowly.'), 3)
  for (const text of [undefined, null, 7]) log.take(correction('Raise them slowly.', text as unknown as string), 4)
  expect(log.lines).toMatchObject([{ text: 'Raise them slowly.' }])
})
