import { maxTranscriptLines } from './constants.ts'

export interface TranscriptLine {
  /** Unique within the conversation, increasing. */
  id: number
  role: 'user' | 'agent'
  text: string
  /** The provider's id of the turn, if it sent one. */
  eventId?: number
  /** Whether it was typed. */
  typed?: boolean
  /** Whether it was cut to what was heard before an interruption. */
  isCorrected?: boolean
}

type Lines = readonly TranscriptLine[]

/** Appends a line and drops the oldest beyond 500. A typed line that the provider repeats is kept once. */
export function addLine(lines: Lines, line: Omit<TranscriptLine, 'id'>): Lines {
  const last = lines.at(-1)
  if (last?.typed && line.role === 'user' && !line.typed && line.text === last.text) return lines
  return [...lines, { ...line, id: (last?.id ?? 0) + 1 }].slice(-maxTranscriptLines)
}

/**
 * Replaces what the agent meant to say with what it said before it was interrupted (D85). The line is found by event
 * id, else by its text, else it is the agent's latest; an empty correction removes the line.
 */
export function correctLine(lines: Lines, corrected: string, original?: string, eventId?: number): Lines {
  const agent = (line: TranscriptLine) => line.role === 'agent'
  const found =
    lines.findLast((line) => agent(line) && eventId !== undefined && line.eventId === eventId) ??
    lines.findLast((line) => agent(line) && line.text === original) ??
    lines.findLast(agent)
  if (!found) return lines
  if (corrected.trim() === '') return lines.filter((line) => line !== found)
  return lines.map((line) => (line === found ? { ...line, text: corrected, isCorrected: true } : line))
}
