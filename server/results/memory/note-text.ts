import { longestNote } from '#contract/results/memory.ts'

/** The words of notes. They come from speech or a form, and go into a prompt, so they are information and nothing else. */

/** The most that an agent gets about a person, in characters. */
export const longestMemory = 2000
/** The most of it that open steps take, so that there is room for notes. */
export const longestSteps = 600

/** Marks of templates and of the fence in the prompt. */
const marks = /\{{2,}|\}{2,}|<{2,}|>{2,}/gu
const control = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu

/** Returns the text of a note in one line, without template marks, fence marks and control characters, cut to its limit. */
export function cleanNote(text: string): string {
  let clean = text.replaceAll(control, ' ')
  // What is left may form a mark again.
  for (let before = ''; before !== clean;) {
    before = clean
    clean = clean.replaceAll(marks, '')
  }
  const oneLine = clean.replaceAll(/\s+/gu, ' ').trim()
  return Array.from(oneLine).slice(0, longestNote).join('').trim()
}

/** Returns what two notes share that say the same: their letters and digits. */
export function subjectOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '') || text
}

export interface KnownStep {
  title: string
  /** The day that was said, such as `2026-12-04`. */
  dueOn: string | null
}

/**
 * Returns what an agent gets about a person: the open steps, then the notes in the given order, in whole lines. What does
 * not fit is left out, and what is shorter may follow.
 */
export function writeMemory<N extends { text: string }>(
  steps: readonly KnownStep[],
  notes: readonly N[],
): { text: string; used: N[] } {
  const lines: string[] = []
  const used: N[] = []
  let length = 0
  const add = (line: string, longest: number): boolean => {
    if (length + line.length + 1 > longest) return false
    lines.push(line)
    length += line.length + 1
    return true
  }
  for (const { title, dueOn } of steps) {
    add(`Open next step: ${cleanNote(title)}${dueOn ? ` (${dueOn})` : ''}`, longestSteps)
  }
  for (const note of notes) {
    if (add(`- ${cleanNote(note.text)}`, longestMemory)) used.push(note)
  }
  return { text: lines.join('\n'), used }
}
