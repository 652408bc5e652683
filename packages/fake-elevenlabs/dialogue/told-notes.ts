/** The agent's knowledge of the person: notes from earlier, and those from this conversation. */
import { isSameWord, meaningfulWords } from '../words.ts'

export class ToldNotes {
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
export function listed(heading: string, lines: readonly string[]): string {
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
