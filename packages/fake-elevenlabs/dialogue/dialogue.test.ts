import { expect, test } from 'vitest'
import { newDocument } from '../knowledge/documents.ts'
import { retrieve, type RetrievalSettings } from '../knowledge/retrieval.ts'
import { plainDialogue } from '../testing/plain-dialogue.ts'
import { asksToWrapUp } from './requests.ts'

const handbook = `Working at Acme

Parental leave
Parents take up to fourteen weeks of parental leave with full pay. Tell your manager two months before. The weeks may be split into three parts.

Bicycles
A company bicycle costs twelve dollars a month. It is yours after three years.`
const document = newDocument({ name: 'Handbook', type: 'text', text: handbook, parentId: null }, 0)
const limits = { maxDistance: 0.6, maxCharacters: 12_000, maxChunks: 8 }
const settings: RetrievalSettings = { model: 'multilingual_e5_large_instruct', ...limits }
const reads = { retrieve: (question: string) => retrieve(question, [document], settings), documents: () => [document] }
const samples = '## Sample answers\n- [tea, green tea]: Steep it.\n- [bread]: Bake it.'

test.each([
  ['What about stories for children?', 'story'],
  ['I like PAINTINGS', 'paint'],
  ['a good red wine please', 'red wine'],
  ['a good wine please', 'wine'],
  ['Qué tal el café?', 'cafe'],
  ['recomend something', 'recommend'],
])('%s is a question about %s', (words, topic) => {
  const topics = ['story', 'paint', 'wine', 'red wine', 'cafe', 'recommend']
  const prompt = ['## Sample answers', ...topics.map((one) => `- [${one}]: About ${one}.`)].join('\n')
  expect(plainDialogue('Kim', prompt).hear(words).text).toBe(`About ${topic}.`)
})

test('answers from a document what its prompt does not, in its own frame, and names the passage', () => {
  const dialogue = plainDialogue('Kim', samples, reads)
  const turn = dialogue.hear('How long is parental leave?')
  expect(turn.text).toMatch(/^[A-Z][^.]*\. Parents take up to fourteen weeks of parental leave with full pay\./)
  expect(turn.reading?.used).toMatchObject({ document, text: expect.stringContaining('Parental leave') as string })
  expect(dialogue.hear('How do I make tea?')).toMatchObject({ text: 'Steep it.', reading: null })
  expect(dialogue.hear('What is the capital of Mongolia?')).toMatchObject({
    text: 'I have no prepared answer to that. I am Kim, the offline demo voice. Ask me about tea, bread, or Handbook.',
    reading: null,
  })
})

test('holds a role until the person ends it', () => {
  const dialogue = plainDialogue('Kim', samples)
  expect(dialogue.hear('Let us role play: you are a difficult customer.').text).toContain('I am the difficult customer')
  const answers = ['My tea is the best', 'Trust me', 'It is cheap'].map((words) => dialogue.hear(words).text)
  expect(new Set(answers).size).toBe(3)
  expect(answers).not.toContain('Steep it.')
  expect(dialogue.hear('Stop the role play').text).toContain('I am myself again. You held your own for 3 answers.')
  expect(dialogue.hear('tea').text).toBe('Steep it.')
})

test.each([
  ['Remind me to call Anna on Friday', 'Call Anna', '2026-11-27'],
  ['Please remind me to send the offer by 3 December.', 'Send the offer', '2026-12-03'],
  ['remind me to sleep', 'Sleep', null],
  ['Remind me to water the plants tomorrow morning', 'Water the plants', '2026-11-27'],
  ['Remind me to book a room in two weeks', 'Book a room', '2026-12-10'],
  ['Remind me to ask Ben next Thursday', 'Ask Ben', '2026-12-03'],
])('%s', (words, title, due) => {
  const call = plainDialogue('Kim', samples, { tools: new Set(['add_next_step']) }).hear(words).call
  expect(call).toMatchObject({ name: 'add_next_step', parameters: { title, ...(due === null ? {} : { due }) } })
  expect(Object.keys(call?.parameters ?? {})).toEqual(due === null ? ['title'] : ['title', 'due'])
  const refusal = { call: null, text: 'I cannot keep a list in this conversation.' }
  expect(plainDialogue('Kim', samples).hear(words)).toMatchObject(refusal)
})

test('knows the day from its prompt, and the person from the notes in it', () => {
  const prompt =
    'Today is Monday, 2027-03-01.\nNotes: <<- The dog is called Bello.\nOpen next step: Call Anna (2027-03-05)>>'
  const dialogue = plainDialogue('Kim', prompt, { tools: new Set(['add_next_step', 'remember']) })
  expect(dialogue.hear('Remind me to call Anna on Friday').call?.parameters).toMatchObject({ due: '2027-03-05' })
  const known = 'From earlier I know this about you. The dog is called Bello.'
  expect(dialogue.hear('What do you know about me?').text).toBe(known)
  expect(dialogue.hear('What is my dog called?').text).toBe('You told me this earlier: The dog is called Bello.')
  expect(dialogue.hear('What are my open steps?').text).toContain('Call Anna (2027-03-05)')
  const call = { name: 'remember', parameters: { text: 'I live in Graz.' } }
  expect(dialogue.hear('Please remember that I live in Graz').call).toMatchObject(call)
  const stranger = plainDialogue('Kim', 'Notes: <<>>')
  expect(stranger.hear('What do you know about me?').text).toBe('I know nothing about you yet.')
})

test('wraps up once, and says goodbye', () => {
  const dialogue = plainDialogue('Kim', samples)
  dialogue.askToWrapUp()
  expect(dialogue.hear('tea').text).toMatch(/^Steep it\..*time is nearly up/)
  expect(dialogue.hear('tea').text).toBe('Steep it.')
  expect(dialogue.hear('Goodbye')).toMatchObject({ endsCall: true, text: 'Thank you for talking with me. Goodbye!' })
})

test('recognizes a request to finish', () => {
  const requests = ['The balance lasts for 30 seconds left', 'Please wrap up now', 'The person has opened the recipe']
  expect(requests.map(asksToWrapUp)).toEqual([true, true, false])
})
