import type { SoundLevels } from '#web/voice/conversation-state.ts'

/** How long speech takes, in characters: pauses count like characters. */
const wordGap = 1
const shortPause = 4
const longPause = 9

/** The usual pace of a voice, used until a whole response has arrived. */
const characterMs = 1000 / 14

export interface CaptionWord {
  /** The word with the space before it. */
  text: string
  /** Characters and pauses before it. */
  from: number
}

export interface CaptionWords {
  words: readonly CaptionWord[]
  /** Characters and pauses of the whole text. */
  weight: number
}

/** Splits a text into words, each with its place in the time that speaking takes. */
export function captionWords(text: string): CaptionWords {
  let weight = 0
  const words = text
    .trim()
    .split(/\s+/)
    .map((word, index) => {
      const from = weight
      weight += word.length + wordGap + pauseAfter(word)
      return { text: index === 0 ? word : ` ${word}`, from }
    })
  return { words, weight }
}

function pauseAfter(word: string): number {
  if (/[.!?…]["')\]]*$/.test(word)) return longPause
  return /[,;:–]$/.test(word) ? shortPause : 0
}

/**
 * Returns how many words have been heard. The provider sends no time per word, so the sound that has arrived is spread
 * over the text; the last words follow the sound exactly.
 */
export function heardCount(
  { words, weight }: CaptionWords,
  { heardMs, arrivedMs, isWhole }: Pick<SoundLevels, 'heardMs' | 'arrivedMs' | 'isWhole'>,
): number {
  if (isWhole && heardMs >= arrivedMs) return words.length
  const totalMs = isWhole ? arrivedMs : Math.max(arrivedMs, weight * characterMs)
  const reached = (heardMs / totalMs) * weight
  return words.filter(({ from }) => from < reached).length
}
