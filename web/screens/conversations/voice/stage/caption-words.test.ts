import { describe, expect, it } from 'vitest'
import { captionWords, heardCount } from './caption-words.ts'

const text = 'Yes. Which of them, in your view, pays best?'
const caption = captionWords(text)

describe('the words of a caption', () => {
  it('are the whole text', () => {
    expect(caption.words.map((word) => word.text).join('')).toBe(text)
  })

  it('wait for the pauses of speech', () => {
    const [yes, which, of] = caption.words
    // "Yes." takes 5, and its pause 9 more; "Which" has no pause.
    expect([yes?.from, which?.from, of?.from]).toEqual([0, 14, 20])
  })

  it('need no more than one word', () => {
    expect(captionWords(' Hello ')).toEqual({ words: [{ text: 'Hello', from: 0 }], weight: 6 })
  })
})

describe('the words that have been heard', () => {
  const heard = (heardMs: number, arrivedMs: number, isWhole: boolean) =>
    heardCount(caption, { heardMs, arrivedMs, isWhole })

  it('are none before the sound, and all at its end', () => {
    expect(heard(0, 3000, true)).toBe(0)
    expect(heard(3000, 3000, true)).toBe(9)
  })

  it('grow with the sound and never shrink', () => {
    const counts = Array.from({ length: 31 }, (_, step) => heard(step * 100, 3000, true))
    expect(counts).toEqual(counts.toSorted((one, other) => one - other))
    expect(new Set(counts)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
  })

  it('follow a quick voice once all its sound has arrived', () => {
    expect(heard(1000, 2000, true)).toBeGreaterThan(heard(1000, 2000, false))
  })

  it('do not run ahead while only the beginning has arrived', () => {
    expect(heard(400, 400, false)).toBe(1)
  })
})
