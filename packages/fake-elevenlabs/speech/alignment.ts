/** When each character of a text is heard. */
import { sampleRateHz } from './speech.ts'

/** A part of a text that was spoken in one go, as 16-bit samples. */
export interface SpokenPiece {
  text: string
  samples: Int16Array
}

/** The provider's shape: three lists of the same length, times in seconds from the beginning of the sound. */
export interface Alignment {
  characters: string[]
  character_start_times_seconds: number[]
  character_end_times_seconds: number[]
}

const quiet = 400
const pauseWeights: Record<string, number> = {
  ' ': 0.4,
  ',': 4,
  ';': 4,
  ':': 4,
  '–': 4,
  '—': 4,
  '.': 2,
  '!': 2,
  '?': 2,
}

/**
 * Returns the times of a text's characters. The synthesizer reports none, so that each piece's voiced stretch is
 * measured and shared out among its characters by how long such characters usually take.
 */
export function alignmentOf(pieces: readonly SpokenPiece[]): Alignment {
  const alignment: Alignment = {
    characters: [],
    character_start_times_seconds: [],
    character_end_times_seconds: [],
  }
  let startSeconds = 0
  for (const { text, samples } of pieces) {
    const { fromSeconds, toSeconds } = voicedStretch(samples)
    const characters = Array.from(text)
    const weights = characters.map((character) =>
      /[\p{L}\p{N}]/u.test(character) ? 1 : (pauseWeights[character] ?? 0),
    )
    const total = weights.reduce((sum, weight) => sum + weight, 0) || 1
    let passed = 0
    for (const [place, character] of characters.entries()) {
      const at = (share: number): number =>
        round(startSeconds + fromSeconds + (share / total) * (toSeconds - fromSeconds))
      alignment.characters.push(character)
      alignment.character_start_times_seconds.push(at(passed))
      passed += weights[place] ?? 0
      alignment.character_end_times_seconds.push(at(passed))
    }
    startSeconds += samples.length / sampleRateHz
  }
  return alignment
}

function voicedStretch(samples: Int16Array): { fromSeconds: number; toSeconds: number } {
  const isLoud = (sample: number): boolean => Math.abs(sample) > quiet
  const from = Math.max(0, samples.findIndex(isLoud))
  const to = samples.findLastIndex(isLoud) + 1 || samples.length
  return { fromSeconds: from / sampleRateHz, toSeconds: to / sampleRateHz }
}

function round(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}
