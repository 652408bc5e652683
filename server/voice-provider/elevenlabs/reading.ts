import * as z from 'zod/mini'
import { speechModel } from './agent.ts'

/** A text read aloud, in the provider's format and in ours. */

/** Plays in every browser; 12 seconds are 96 kB. */
export const soundFormat = 'mp3_44100_64'
const bytesPerMs = 8

/** What makes a sound besides voice and text. */
export const soundMadeBy = `${speechModel} ${soundFormat}`

const alignment = z.object({
  characters: z.array(z.string()),
  character_start_times_seconds: z.array(z.number()),
})

export const readingAnswer = z.object({
  audio_base64: z.string(),
  alignment: z.optional(z.nullable(alignment)),
})

export interface Reading {
  type: string
  bytes: Buffer
  durationMs: number
  /** When each word begins; words are parted by white space. */
  wordStartsMs: number[]
}

export function toReading(answer: z.output<typeof readingAnswer>, text: string): Reading {
  const bytes = Buffer.from(answer.audio_base64, 'base64')
  const durationMs = Math.round(bytes.length / bytesPerMs)
  return { type: 'audio/mpeg', bytes, durationMs, wordStartsMs: wordStarts(answer.alignment, text, durationMs) }
}

/** Without times, or with those of other words, each word gets its share of the sound by its length. */
function wordStarts(times: z.output<typeof alignment> | null | undefined, text: string, durationMs: number): number[] {
  const words = text.split(/\s+/)
  const { characters = [], character_start_times_seconds: seconds = [] } = times ?? {}
  const isBlank = (place: number): boolean => /^\s*$/.test(characters[place] ?? '')
  const starts = characters.flatMap((_, place) => {
    if (isBlank(place) || !isBlank(place - 1)) return []
    return [Math.round((seconds[place] ?? 0) * 1000)]
  })
  if (starts.length === words.length) return starts
  let passed = 0
  return words.map((word) => {
    const start = Math.round((passed / text.length) * durationMs)
    passed += word.length + 1
    return start
  })
}
