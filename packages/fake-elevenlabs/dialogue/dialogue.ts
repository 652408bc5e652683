/**
 * One conversation's mind: what is said next, chosen from the prompt's own answers, the agent's documents, the notes
 * about the person, and what was said before.
 */
import type { Passage } from '../knowledge/retrieval.ts'
import { meaningfulWords } from '../words.ts'
import { readPromptNotes, type PromptNotes } from './prompt-notes.ts'
import { readRequest, type Request } from './requests.ts'
import { RolePlay } from './role-play.ts'
import { bestSample, readSampleAnswers, type SampleAnswer } from './sample-answers.ts'
import { coverage, headingsOf, sayFrom, sayOn } from './speech-from-text.ts'

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
const frames = ['Here is what I have read. ', 'My papers say this. ', 'I looked it up for you. ']

export class Dialogue {
  private readonly parts: DialogueParts
  private readonly samples: SampleAnswer[]
  private readonly known: PromptNotes
  private last = ''
  private rest: string[] = []
  private offered: string[] = []
  private rolePlay: RolePlay | null = null
  private wrapUp = false

  constructor(parts: DialogueParts) {
    this.parts = parts
    this.samples = readSampleAnswers(parts.prompt)
    this.known = readPromptNotes(parts.prompt)
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
    const turn = (request && this.toRequest(request, words)) ?? this.toSubject(words)
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
        return this.goOn()
      case 'agreement':
        return this.takeUp(0)
      case 'choice':
        return this.takeUp(request.place)
      case 'step':
        return this.noteStep(request)
      case 'memory':
        return this.remember(request.text)
      case 'recall':
        return plain(listed('From earlier I know this about you.', this.known.notes, 'I know nothing about you yet.'))
      case 'open steps':
        return plain(listed('These steps are still open.', this.known.openSteps, 'I know of no open steps.'))
      case 'play':
        this.rolePlay = new RolePlay(
          request.role ?? 'other side',
          bestSample(this.samples, words)?.sample.answer ?? null,
        )
        return plain(this.rolePlay.opening)
      case 'end of play':
        return this.endPlay()
    }
  }

  private endPlay(): Turn | null {
    const said = this.rolePlay?.end()
    this.rolePlay = null
    return said === undefined ? null : plain(said)
  }

  private goOn(): Turn | null {
    if (this.rest.length === 0) return this.offered.length > 0 ? this.takeUp(0) : null
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
    return { ...plain(`Noted: ${title}${when}.`), call }
  }

  private remember(text: string): Turn {
    if (!this.parts.tools.has('remember')) return plain('I cannot keep notes about you in this conversation.')
    const call = { name: 'remember', parameters: { text }, failed: 'I do not keep notes about you at the moment.' }
    return { ...plain('I will suggest that as a note. You decide afterwards whether I keep it.'), call }
  }

  private toSubject(words: string): Turn {
    const sample = bestSample(this.samples, words)
    // A question about the agent's own subject is answered aside, and the role goes on.
    const isAside = isQuestion(words) && (sample?.share ?? 0) >= leastShare
    if (this.rolePlay && !isAside) return plain(this.rolePlay.answer())
    const noted = this.fromNotes(words)
    if (noted && noted.share > (sample?.share ?? 0)) return noted.turn
    const read = this.read(words, sample?.share ?? 0)
    if (read) return read
    if (!sample)
      return plain(`${isGreeting(words) ? 'Hello!' : 'I have no prepared answer to that.'} ${this.introduce()}`)
    this.rest = []
    return plain(sample.sample.answer)
  }

  private fromNotes(words: string): { turn: Turn; share: number } | null {
    const asked = meaningfulWords(words)
    const fits = this.known.notes.map((note) => ({ note, share: coverage(asked, note) }))
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
    const authored = this.samples.map((sample) => sample.keywords[0] ?? '')
    this.offered = [...authored, ...this.parts.documents().map(({ name }) => name)].slice(0, mostTopicsNamed)
    const offer =
      this.offered.length > 0
        ? `Ask me about ${new Intl.ListFormat('en', { type: 'disjunction' }).format(this.offered)}.`
        : 'Nobody has prepared answers for me yet, so I can only listen.'
    return `I am ${this.parts.agentName}, the offline demo voice. ${offer}`
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

function isGreeting(words: string): boolean {
  return /^\W*(hi|hello|hey|good (morning|afternoon|evening))\b/i.test(words)
}

function isQuestion(words: string): boolean {
  return /^\W*(what|how|when|where|which|who|why)\b/i.test(words)
}

function plain(text: string): Turn {
  return { text, endsCall: false, call: null, reading: null }
}

/** A day as people say it. */
const spokenDay = new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' })

function listed(heading: string, lines: readonly string[], otherwise: string): string {
  return lines.length === 0 ? otherwise : `${heading} ${lines.map((line) => line.replace(/[^.!?]$/, '$&.')).join(' ')}`
}
