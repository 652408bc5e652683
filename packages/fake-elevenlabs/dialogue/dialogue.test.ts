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
  ['a good red wine please', 'red wine'],
  ['a good wine please', 'wine'],
  ['El café, por favor', 'cafe'],
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
    text: 'I do not know that. I am Kim, the offline demo voice. Ask me about tea, bread, or Handbook.',
    reading: null,
  })
  expect(dialogue.hear('And then?').text).toBe('I have nothing to add to that. Ask me about tea, bread, or Handbook.')
})

test.each([
  ['How many customers does a salesperson close per month?', 'close'],
  ['Who approves a trip longer than six hours?', 'hours'],
  ['Who makes the tea?', 'tea'],
])('%s needs more than the word %s for an answer', (words, keyword) => {
  const prompt = `## Sample answers\n- [${keyword}]: Something else.`
  const { text } = plainDialogue('Kim', prompt).hear(words)
  expect(text).toMatch(keyword === 'tea' ? /^Something else/ : /^I do not know that\./)
})

test.each([
  ['Am I talking to a robot?', 'I am an AI, not a person.'],
  ['Who are you?', 'I am an AI, not a person.'],
  ['Great, thanks!', 'You are welcome!'],
  ["I'll see", 'I have no answer to that.'],
])('%s is answered with: %s', (words, answer) => {
  const { text } = plainDialogue('Kim', `${samples}\n- [ill]: Rest.`).hear(words)
  expect(text.startsWith(answer)).toBe(true)
})

test.each([
  ['Remind me to call Anna on Friday', 'Call Anna', '2026-11-27'],
  ['Remind me to book a room in two weeks', 'Book a room', '2026-12-10'],
  ['Remind me to ask Ben next Thursday', 'Ask Ben', '2026-12-03'],
  ['Remind me tomorrow to send the kickoff agenda', 'Send the kickoff agenda', '2026-11-27'],
  ['I need to send the offer to Carla tomorrow', 'Send the offer to Carla', '2026-11-27'],
  ['I have to finish the report by Friday at 3 pm.', 'Finish the report at 3 pm', '2026-11-27'],
  ['Do not let me forget to pay the rent on 1 December', 'Pay the rent', '2026-12-01'],
  ["Don't let me forget the dentist on Monday", 'The dentist', '2026-11-30'],
  ['Set a reminder for Monday: call the bank', 'Call the bank', '2026-11-30'],
  ['Remind me about the talk to Anna', 'The talk to Anna', null],
  ['Could you remind me that the rent is due on Friday?', 'The rent is due', '2026-11-27'],
  ['Remind me at Christmas to call Anna', 'Call Anna at Christmas', null],
  ['I have to pay on the 31st', 'Pay on the 31st', null],
  ["I'll call Anna by Monday and then I will write to Bo", 'Call Anna', '2026-11-30'],
  ['Please add buy stamps to my list', 'Buy stamps', null],
  ['Put milk on my list for Saturday', 'Milk', '2026-11-28'],
  ['I will call the bank next week', 'Call the bank next week', null],
])('%s', (words, title, due) => {
  const call = plainDialogue('Kim', samples, { tools: new Set(['add_next_step']) }).hear(words).call
  expect(call).toMatchObject({ name: 'add_next_step', parameters: { title, ...(due === null ? {} : { due }) } })
  expect(Object.keys(call?.parameters ?? {})).toEqual(due === null ? ['title'] : ['title', 'due'])
  const refusal = { call: null, text: 'I cannot keep a list in this conversation.' }
  expect(plainDialogue('Kim', samples).hear(words)).toMatchObject(refusal)
})

test.each([
  'I will think about it',
  'I need to understand my budget today',
  'Should I call Anna tomorrow?',
  'Can you remind me how to make tea?',
  'I must say that I like tea',
  'See you tomorrow',
])('%s is no step', (words) => {
  const dialogue = plainDialogue('Kim', samples, { tools: new Set(['add_next_step']) })
  expect(dialogue.hear(words).call).toBeNull()
})

test('knows the day from its prompt, and the person from the notes in it', () => {
  const prompt =
    'Today is Monday, 2027-03-01.\nNotes: <<- The dog is called Bello.\nOpen next step: Call Anna (2027-03-05)>>'
  const dialogue = plainDialogue('Kim', prompt, { tools: new Set(['add_next_step', 'remember']) })
  expect(dialogue.hear('Remind me to call Anna on Friday').call?.parameters).toMatchObject({ due: '2027-03-05' })
  const known = 'From earlier I know this about you: The dog is called Bello.'
  expect(dialogue.hear('What do you know about me?').text).toBe(known)
  expect(dialogue.hear('What is my dog called?').text).toBe('You told me this earlier: The dog is called Bello.')
  const open = 'These steps are still open: Call Anna (2027-03-05). Call Anna, by Friday, March 5.'
  expect(dialogue.hear('What are my open steps?').text).toBe(open)
  const call = { name: 'remember', parameters: { text: 'I live in Graz.' } }
  expect(dialogue.hear('Please remember that I live in Graz').call).toMatchObject(call)
  expect(dialogue.hear('What do you know about me?').text).toBe(
    `${known} In this conversation you told me this: I live in Graz.`,
  )
  const stranger = plainDialogue('Kim', 'Notes: <<>>')
  expect(stranger.hear('What do you know about me?').text).toBe('I know nothing about you yet.')
})

test('asks which of two contradicting notes is right, and replaces the former one only then', () => {
  const begin = () => {
    const dialogue = plainDialogue('Kim', 'Notes: <<- My budget is 500>>', { tools: new Set(['remember']) })
    const question = { call: null, text: 'You told me something else before: My budget is 500. Shall I replace that?' }
    expect(dialogue.hear('Remember that my budget is 900')).toMatchObject(question)
    return dialogue
  }
  const text = 'My budget is 900.'
  const replacing = begin()
  expect(replacing.hear('Yes').call?.parameters).toEqual({ text, replaces: 'My budget is 500' })
  expect(replacing.hear('What do you know about me?').text).toBe(`In this conversation you told me this: ${text}`)
  expect(begin().hear('No, keep both').call?.parameters).toEqual({ text })
  expect(begin().hear('Goodbye')).toMatchObject({ call: null, endsCall: true })
  const other = plainDialogue('Kim', 'Notes: <<- I live in Graz>>', { tools: new Set(['remember']) })
  expect(other.hear('Remember that I work in Graz').call?.parameters).toEqual({ text: 'I work in Graz.' })
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
