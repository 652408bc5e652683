/**
 * What an agent can understand in speech: its own topics, among the phrases and small words with which people ask. It
 * is a grammar in the Java Speech Grammar Format, a loop over weighted pieces.
 */

/** Longer pieces are likelier than the single words in them. */
const pieceWeight = 20
const topicWordWeight = 2
const smallWordWeight = 1

/** Phrases around a topic; without a topic they are still understood. */
const phrases = [
  'how do i | how can i | how do we | how should i | how do you | how does | how do | how much | how many | how long',
  'what is | what are | what is a | what is the | what do i | what do i do | what should i do | what can i do',
  'what should i do about | what do you think about | what can you tell me about | what about | what now | what does',
  'what do i say | what do i answer | what belongs in | what is the first step | how often | which | why do | why is',
  'tell me about | tell me more about | tell me something about | let us talk about | can we talk about | can we',
  'can you help me with | can you tell me about | can you explain | please explain | could you | help me with',
  'i have a question about | i have a problem with | i need help with | i want to talk about | i would like to | i want to',
  'i need to | i am | i have a | i have | i do not | we have | we are | we have a | my | our | they say | they are',
  'is it | is there | is the | should i | should we | where do i | where do we | where is | why do i | when do we',
  'when should i | give me | give me some advice about | what can you help me with | who are you | what can you do',
  'what can i ask you | how do i handle | how should i handle | how do i deal with | how do i improve | how can i improve',
  'how do i use | how do i make | how do i write | how do i build | how do i find | how do i start',
].flatMap(piecesOf)

/** How people ask to be reminded, with the names and days that are understood. */
const reminders = [
  'remind me to | please remind me to | remind me to call | remind me to write to | remind me to ask | remind me to meet',
  'remind me to finish | remind me to send | on monday | on tuesday | on wednesday | on thursday | on friday | tomorrow',
  'anna | ben | tom | maria | john | sarah | the offer | the report | the invoice',
].flatMap(piecesOf)

/** What people say without asking anything. */
const courtesies = piecesOf(
  'hello | hi | good morning | good evening | thank you | thanks | yes | no | okay | goodbye | bye',
)

const smallWords = `a about after all an and any as at be because before between but by can could did do does for from
  get go good had has have help here how if in into is it just keep know last like made make many me mean more most much
  never new next not now of off on one or other out over people please right say so some start still take tell than that
  the their them then there they thing things think this time to too two up us use want was we week well when where who
  will with without work would year you your`.split(/\s+/)

/** A grammar, and the pieces of which at least one must be heard, because small words alone may be noise. */
export interface SpokenGrammar {
  text: string
  meaningful: string[]
}

/** Returns the grammar of an agent with these topics; words that `isKnown` does not know cannot be heard. */
export function grammarOf(topics: readonly string[], isKnown: (word: string) => boolean): SpokenGrammar {
  const spoken = topics.map(wordsOf).filter((words) => words.length > 0)
  const whole = spoken.filter((words) => words.every(isKnown)).map((words) => words.join(' '))
  const words = spoken.flat().filter((word) => isKnown(word) && !smallWords.includes(word))
  const pieces = unique([...phrases, ...reminders, ...courtesies, ...whole])
  const topicWords = unique(words).filter((word) => !pieces.includes(word))
  const choices = [
    ...pieces.map((piece) => weigh(piece, pieceWeight)),
    ...topicWords.map((word) => weigh(word, topicWordWeight)),
    ...smallWords.map((word) => weigh(word, smallWordWeight)),
  ]
  const meaningful = [...pieces.filter((piece) => piece.includes(' ') || !phrases.includes(piece)), ...topicWords]
  return { text: `#JSGF V1.0;\ngrammar turn;\npublic <turn> = (${choices.join(' | ')})+;\n`, meaningful }
}

/** Returns words as a written sentence, with a capital and a final mark. */
export function toSentence(words: string): string {
  const written = words.replace(/\bi\b/g, 'I')
  const asks =
    /^((hello|hi|good morning|good evening|okay|thanks|thank you) )*(what|how|why|when|where|who|which|can|could|should|is|are|do|does)\b/
  return `${written.charAt(0).toUpperCase()}${written.slice(1)}${asks.test(words) ? '?' : '.'}`
}

function weigh(piece: string, weight: number): string {
  return `/${weight}/ ${piece}`
}

function piecesOf(line: string): string[] {
  return line.split(' | ')
}

function wordsOf(topic: string): string[] {
  return topic.toLowerCase().match(/[a-z']+/g) ?? []
}

function unique(words: readonly string[]): string[] {
  return [...new Set(words)]
}
