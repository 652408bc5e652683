import { searchable } from '#contract/identity/typed-text.ts'

/** A question and its answer. Links in the answer are written as `[words](address)`. */
export interface HelpQuestion {
  /** Its place in the address of the page. */
  id: string
  title: string
  answer: string
  /** Words that people search for and that stand in neither. */
  also?: string
}

export interface Topic {
  id: string
  title: string
  questions: readonly HelpQuestion[]
}

/** One piece of an answer: text, or a link. */
export interface AnswerPart {
  text: string
  href: string | null
}

/** Returns the pieces of an answer, in order. */
export function partsOf(answer: string): AnswerPart[] {
  return answer
    .split(/(\[[^\]]+\]\([^)]+\))/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(piece)
      return { text: link?.[1] ?? piece, href: link?.[2] ?? null }
    })
}

/** Returns the topics with the questions that contain every word, whatever their case and accents. */
export function findAnswers(topics: readonly Topic[], words: string): Topic[] {
  const wanted = searchable(words).split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return [...topics]
  return topics
    .map((topic) => ({ ...topic, questions: topic.questions.filter((question) => matches(topic, question, wanted)) }))
    .filter(({ questions }) => questions.length > 0)
}

function matches({ title: topic }: Topic, { title, answer, also = '' }: HelpQuestion, wanted: string[]): boolean {
  const said = partsOf(answer)
    .map(({ text }) => text)
    .join('')
  const all = searchable(`${topic} ${title} ${said} ${also}`)
  return wanted.every((word) => all.includes(word))
}
