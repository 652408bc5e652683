/**
 * One conversation's mind: what is said next, chosen from the prompt's own answers, the agent's documents, the notes
 * about the person, and what was said before.
 */
import type { Passage } from '../knowledge/retrieval.ts'
import { isSameWord, meaningfulWords } from '../words.ts'
import { readPromptNotes, type PromptNotes } from './prompt-notes.ts'
import { readRequest, type Request } from './requests.ts'
import { bestSample, type Fit, readSampleAnswers, type SampleAnswer } from './sample-answers.ts'
import { coverage, frames, headingsOf, sayFrom, sayOn } from './speech-from-text.ts'

/** What was found in the agent's documents for a question. */
export interface Reading {
  question: string
  /** What was retrieved, the nearest first. */
  passages: Passage[]
  /** What the answer was taken from: a passage, or a document that is part of the prompt. */
  used: Passage | null
  usedInPrompt: string | null
}

/** A document that is part of the prompt. */
export interface PromptDocument {
  id: string
  text: string
}

/** What an agent says next. */
export interface Turn {
  text: string
  endsCall: boolean
  /** A tool to call first; without an answer from it, `failed` is said instead. */
  call: { name: string; parameters: Record<string, string>; failed: string } | null
  reading: Reading | null
}

export interface DialogueParts {
  agentName: string
  prompt: string
  /** The day, as `YYYY-MM-DD`, when the prompt does not say it. */
  today: string
  /** Tools that the agent has. */
  tools: ReadonlySet<string>
  /** Returns the passages of the agent's documents that are near a question. */
  retrieve(question: string): Passage[]
  promptDocuments(): PromptDocument[]
  /** Everything that the agent may read, whose names are offered and whose headings can be heard. */
  documents(): { name: string; text: string }[]
}

const mostTopicsNamed = 6
/** More subjects make the recognizer slow, and mistake one for the other. */
const mostTopicsHeard = 200
/** The least share of a question's words that something must hold to be its answer. */
const leastShare = 0.5
/** The least share that an authored answer needs for a question; one shared word of many is chance. */
const leastOfQuestion = 0.25

export class Dialogue {
  private readonly parts: DialogueParts
  private readonly samples: SampleAnswer[]
  private readonly known: PromptNotes
  private readonly notes: ToldNotes
  private last = ''
  private rest: string[] = []
  private offered: string[] = []
  /** A note that contradicts another one, until the person says which is right. */
  private contradiction: { text: string; former: string } | null = null
  /** Steps that were noted in this conversation, in spoken words. */
  private readonly noted: string[] = []
  private wrapUp = false

  constructor(parts: DialogueParts) {
    this.parts = parts
    this.samples = readSampleAnswers(parts.prompt)
    this.known = readPromptNotes(parts.prompt)
    this.notes = new ToldNotes(this.known.notes)
  }

  /** What can be talked about: every keyword of the authored answers, and the names and headings of documents. */
  get topics(): string[] {
    const written = this.parts.documents().flatMap(({ name, text }) => [name, ...headingsOf(text)])
    return [...this.samples.flatMap((sample) => sample.keywords), ...written.slice(0, mostTopicsHeard)]
  }

  /** Makes the next answer the last one. */
  askToWrapUp(): void {
    this.wrapUp = true
  }

  /** Notes what the agent said by itself, so that it can be repeated. */
  noteSaid(text: string): void {
    this.last = text
  }

  /** Returns what is said to words that were typed or recognized. */
  hear(words: string): Turn {
    const request = readRequest(words, this.known.today ?? this.parts.today)
    const turn = this.toContradiction(request) ?? (request && this.toRequest(request, words)) ?? this.toSubject(words)
    return this.finish(turn)
  }

  /** Returns what is said to unrecognized speech: that it was not understood, and what would be. */
  hearNothing(): Turn {
    const said = `I heard you, but I did not understand. ${this.introduce()} You can also type to me.`
    return this.finish(plain(said))
  }

  private toRequest(request: Request, words: string): Turn | null {
    switch (request.kind) {
      case 'goodbye':
        return { ...plain('Thank you for talking with me. Goodbye!'), endsCall: true }
      case 'again':
        return this.last ? plain(this.last) : null
      case 'onward':
        return this.goOn(words)
      case 'refusal':
        return null
      case 'agreement':
        return this.takeUp(0)
      case 'choice':
        return this.takeUp(request.place)
      case 'step':
        return this.noteStep(request)
      case 'memory':
        return this.remember(request.text)
      case 'recall':
        return plain(this.notes.describe())
      case 'open steps':
        return plain(
          listed('These steps are still open', [...this.known.openSteps, ...this.noted]) || 'I know of no open steps.',
        )
      case 'identity':
        return plain(`I am an AI, not a person. ${this.introduce()}`)
    }
  }

  private goOn(words: string): Turn | null {
    if (this.rest.length === 0) {
      // An authored answer may be about what comes next.
      return this.findSample(words) ? null : plain(`I have nothing to add to that. ${this.offer()}`)
    }
    const { said, rest } = sayOn(this.rest)
    this.rest = rest
    return plain(said)
  }

  /** Takes up a subject that the agent offered itself. */
  private takeUp(place: number): Turn | null {
    const topic = this.offered[place]
    if (topic === undefined) return null
    this.offered = []
    return this.toSubject(topic)
  }

  private noteStep({ due, title }: { due: string | null; title: string }): Turn {
    const when = due === null ? '' : `, by ${spokenDay.format(new Date(due))}`
    if (!this.parts.tools.has('add_next_step')) return plain('I cannot keep a list in this conversation.')
    const parameters = { title, ...(due === null ? {} : { due }) }
    const call = { name: 'add_next_step', parameters, failed: 'I could not note that down. Please try again later.' }
    this.noted.push(`${title}${when}`)
    return { ...plain(`Noted: ${title}${when}.`), call }
  }

  private remember(text: string): Turn {
    if (!this.parts.tools.has('remember')) return plain('I cannot keep notes about you in this conversation.')
    const former = this.notes.findContradicted(text)
    if (former === null) return this.suggest(text, null)
    this.contradiction = { text, former }
    return plain(`You told me something else before: ${former.replace(/[^.!?]$/, '$&.')} Shall I replace that?`)
  }

  /** Answers what the person says to the question about two notes; null when there was none. */
  private toContradiction(request: Request | null): Turn | null {
    const asked = this.contradiction
    this.contradiction = null
    if (!asked || (request?.kind !== 'agreement' && request?.kind !== 'refusal')) return null
    return this.suggest(asked.text, request.kind === 'agreement' ? asked.former : null)
  }

  private suggest(text: string, replaces: string | null): Turn {
    this.notes.add(text, replaces)
    const parameters = { text, ...(replaces === null ? {} : { replaces }) }
    const call = { name: 'remember', parameters, failed: 'I do not keep notes about you at the moment.' }
    const how = replaces === null ? 'as a note' : 'in its place'
    return { ...plain(`I will suggest that ${how}. You decide afterwards whether I keep it.`), call }
  }

  private toSubject(words: string): Turn {
    const sample = this.findSample(words)
    const noted = this.fromNotes(words)
    if (noted && noted.share > (sample?.share ?? 0)) return noted.turn
    const read = this.read(words, sample?.share ?? 0)
    if (read) return read
    this.rest = []
    if (!sample && isThanks(words)) return plain('You are welcome!')
    if (!sample) return plain(`${withoutAnswer(words)} ${this.introduce()}`)
    return plain(sample.sample.answer)
  }

  /** Returns the authored answer to what was said; a question for a fact needs more words in common than others. */
  private findSample(words: string): Fit | null {
    const best = bestSample(this.samples, words)
    const least = asksForFact(words) ? leastShare : isQuestion(words) ? leastOfQuestion : 0
    return best && best.share >= least ? best : null
  }

  private fromNotes(words: string): { turn: Turn; share: number } | null {
    const asked = meaningfulWords(words)
    const fits = this.notes.all.map((note) => ({ note, share: coverage(asked, note) }))
    const best = fits.toSorted((a, b) => b.share - a.share)[0]
    if (!best || best.share < leastShare) return null
    return { turn: plain(`You told me this earlier: ${best.note}`), share: best.share }
  }

  /** Returns an answer from the agent's documents if they hold more of the question than `share`. */
  private read(words: string, share: number): Turn | null {
    const asked = meaningfulWords(words)
    const passages = this.parts.retrieve(words)
    const candidates = [
      ...passages.map((used) => ({ text: used.text, used, usedInPrompt: null })),
      ...this.parts.promptDocuments().map(({ id, text }) => ({ text, used: null, usedInPrompt: id })),
    ].map((found) => ({ ...found, share: coverage(asked, found.text) }))
    const best = candidates.toSorted((a, b) => b.share - a.share)[0]
    if (!best || best.share < leastShare || best.share <= share) return null
    const { said, rest } = sayFrom(best.text, words)
    this.rest = rest
    const frame = frames[words.length % frames.length] ?? ''
    const { used, usedInPrompt } = best
    return { ...plain(`${frame}${said}`), reading: { question: words, passages, used, usedInPrompt } }
  }

  private introduce(): string {
    return `I am ${this.parts.agentName}, the offline demo voice. ${this.offer()}`
  }

  private offer(): string {
    const authored = this.samples.map((sample) => sample.keywords[0] ?? '')
    this.offered = [...authored, ...this.parts.documents().map(({ name }) => name)].slice(0, mostTopicsNamed)
    return this.offered.length > 0
      ? `Ask me about ${new Intl.ListFormat('en', { type: 'disjunction' }).format(this.offered)}.`
      : 'Nobody has prepared answers for me yet, so I can only listen.'
  }

  private finish(turn: Turn): Turn {
    const ended = this.wrapUp && !turn.endsCall
    this.wrapUp &&= !ended
    const text = ended
      ? `${turn.text} Our time is nearly up, so let us leave it there. Thank you for talking with me.`
      : turn.text
    this.last = turn.text
    return { ...turn, text }
  }
}

/** Returns the first words to a sentence that no answer fits. */
function withoutAnswer(words: string): string {
  if (/^\W*(hi|hello|hey|good (morning|afternoon|evening)|how are you|what can (you|i))\b/i.test(words)) return 'Hello!'
  return isQuestion(words) || words.trim().endsWith('?') ? 'I do not know that.' : 'I have no answer to that.'
}

function isThanks(words: string): boolean {
  return /^[^?]*\b(thanks|thank you|thx)\b[^?]*$/i.test(words)
}

function asksForFact(words: string): boolean {
  return /^\W*(who|whom|how (many|much))\b/i.test(words)
}

function isQuestion(words: string): boolean {
  return /^\W*(what|how|when|where|which|who|why)\b/i.test(words)
}

function plain(text: string): Turn {
  return { text, endsCall: false, call: null, reading: null }
}

/** A day as people say it. */
const spokenDay = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })

/** The agent's knowledge of the person: notes from earlier, and those from this conversation. */
class ToldNotes {
  private earlier: string[]
  private told: string[] = []

  constructor(earlier: readonly string[]) {
    this.earlier = [...earlier]
  }

  get all(): string[] {
    return [...this.told, ...this.earlier]
  }

  /** Notes what the person says of themselves, in place of a note that it corrects. */
  add(text: string, replaced: string | null): void {
    this.earlier = this.earlier.filter((note) => note !== replaced)
    this.told = [...this.told.filter((note) => note !== replaced && note !== text), text]
  }

  /** Returns the note that a new one contradicts. */
  findContradicted(text: string): string | null {
    return this.all.find((note) => contradicts(note, text)) ?? null
  }

  /** Returns everything that is known, in spoken words. */
  describe(): string {
    const parts = [
      listed('From earlier I know this about you', this.earlier),
      listed('In this conversation you told me this', this.told),
    ].filter(Boolean)
    return parts.length > 0 ? parts.join(' ') : 'I know nothing about you yet.'
  }
}

/** Returns lines under a heading, as sentences; nothing without lines. */
function listed(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${heading}: ${lines.map((line) => line.replace(/[^.!?]$/, '$&.')).join(' ')}`
}

/** Both begin with the same subject and share half of their words, and each has a word that the other lacks. */
function contradicts(one: string, other: string): boolean {
  const [a, b] = [meaningfulWords(one), meaningfulWords(other)]
  const isIn = (words: readonly string[], word: string) => words.some((each) => isSameWord(each, word))
  const shared = a.filter((word) => isIn(b, word)).length
  const isSameSubject = a[0] !== undefined && b[0] !== undefined && isSameWord(a[0], b[0])
  return isSameSubject && shared * 2 >= Math.min(a.length, b.length) && shared < a.length && shared < b.length
}
