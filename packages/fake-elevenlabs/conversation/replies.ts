/** What the demo voice says, chosen from the agent's own prompt by the words that it received. */

/** One authored answer and the words that trigger it. */
export interface SampleAnswer {
  keywords: string[]
  answer: string
}

const sampleHeading = /^#+\s*sample answers\s*$/i
const sampleLine = /^-\s*\[([^\]]+)\]\s*:\s*(.+)$/
const farewell = /\b(good ?-?bye|bye|see you( later| soon)?|hang up|end (the|this) (call|conversation))\b/i
const greeting = /^\W*(hi|hello|hey|good (morning|afternoon|evening))\b/i
const mostTopicsNamed = 6

/**
 * Returns the authored answers of a prompt: the lines `- [keyword, key words]: Answer.` under the heading `## Sample
 * answers`, up to the next heading.
 */
export function readSampleAnswers(prompt: string): SampleAnswer[] {
  const samples: SampleAnswer[] = []
  let inBlock = false
  for (const line of prompt.split('\n').map((text) => text.trim())) {
    if (line.startsWith('#')) inBlock = sampleHeading.test(line)
    const found = inBlock ? sampleLine.exec(line) : null
    if (!found) continue
    const keywords = (found[1] ?? '').split(',').map((keyword) => keyword.trim())
    samples.push({ keywords: keywords.filter(Boolean), answer: (found[2] ?? '').trim() })
  }
  return samples
}

/** Returns whether the person says goodbye, so that the agent may hang up after its answer. */
export function saysGoodbye(words: string): boolean {
  return farewell.test(words)
}

/** Returns whether a contextual update asks the agent to finish. */
export function asksToWrapUp(update: string): boolean {
  return /\bwrap(ping)?[ -]?up\b|\bseconds?( are)? (left|remain)|\bcome to an end\b|\bmore seconds\b|\bout of time\b/i.test(
    update,
  )
}

/** The replies of one conversation. */
export class Replies {
  private readonly agentName: string
  private readonly samples: SampleAnswer[]
  private wrapUp = false

  constructor(agentName: string, prompt: string) {
    this.agentName = agentName
    this.samples = readSampleAnswers(prompt)
  }

  /** Every keyword of the authored answers. */
  get topics(): string[] {
    return this.samples.flatMap((sample) => sample.keywords)
  }

  /** Makes the next answer the last one. */
  askToWrapUp(): void {
    this.wrapUp = true
  }

  /** Returns the answer to words that were typed or recognized. */
  toWords(words: string): string {
    if (saysGoodbye(words)) return 'Thank you for talking with me. Goodbye!'
    return this.finish(bestAnswer(this.samples, words) ?? this.withoutAnswer(words))
  }

  /** Returns the answer to unrecognized speech: it says so, and what would be understood. */
  toUnknownWords(): string {
    return this.finish(`I heard you, but I did not understand. ${this.introduce()} You can also type to me.`)
  }

  private withoutAnswer(words: string): string {
    const opening = greeting.test(words) ? 'Hello!' : 'I have no prepared answer to that.'
    return `${opening} ${this.introduce()}`
  }

  private introduce(): string {
    const topics = this.samples.map((sample) => sample.keywords[0] ?? '').slice(0, mostTopicsNamed)
    const offer =
      topics.length > 0
        ? `Ask me about ${new Intl.ListFormat('en', { type: 'disjunction' }).format(topics)}.`
        : 'Nobody has prepared answers for me yet, so I can only listen.'
    return `I am ${this.agentName}, the offline demo voice. ${offer}`
  }

  private finish(answer: string): string {
    if (!this.wrapUp) return answer
    this.wrapUp = false
    return `${answer} Our time is nearly up, so let us leave it there. Thank you for talking with me.`
  }
}

/**
 * Returns the answer whose keywords occur most. A keyword of several words counts as many; among equals the first wins.
 */
function bestAnswer(samples: SampleAnswer[], words: string): string | undefined {
  const heard = wordsOf(words)
  let best: { answer: string; hits: number } | undefined
  for (const sample of samples) {
    const hits = sample.keywords.reduce((sum, keyword) => sum + hitsOf(wordsOf(keyword), heard), 0)
    if (hits > (best?.hits ?? 0)) best = { answer: sample.answer, hits }
  }
  return best?.answer
}

function hitsOf(keyword: string[], heard: string[]): number {
  const whole = keyword.length > 0 && keyword.every((part) => heard.some((word) => isSameWord(part, word)))
  return whole ? keyword.length : 0
}

/** Returns words in lower case, without accents and plural endings. */
function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f']/g, '')
    .toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(singular)
}

function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && /(s|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}

/**
 * Returns whether two words are the same. Words from five letters on may differ by an ending (paint, painting) or a
 * typo: one letter, two from nine letters on.
 */
function isSameWord(a: string, b: string): boolean {
  if (a === b) return true
  const [shorter, longer] = a.length < b.length ? [a, b] : [b, a]
  if (shorter.length < 5) return false
  if (longer.startsWith(shorter) && longer.length - shorter.length <= 3) return true
  return editDistance(a, b) <= (shorter.length < 9 ? 1 : 2)
}

function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [row, letter] of Array.from(a).entries()) {
    const current = [row + 1]
    for (const [column, other] of Array.from(b).entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
