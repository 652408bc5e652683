import { expect, it } from 'vitest'
import { captionWords, heardCount } from './captions.tsx'

const text = 'Yes. Which of them, in your view, pays best?'
const caption = captionWords(text)

it('the words of a caption are the whole text and wait for the pauses of speech', () => {
  expect(caption.words.map((word) => word.text).join('')).toBe(text)
  // "Yes." takes 5, and its pause 9 more; "Which" has no pause.
  expect(caption.words.slice(0, 3).map(({ from }) => from)).toEqual([0, 14, 20])
  expect(captionWords(' Hello ')).toEqual({ words: [{ text: 'Hello', from: 0 }], weight: 6 })
})

it('the words that have been heard grow with the sound, and no faster than it has arrived', () => {
  const heard = (heardMs: number, arrivedMs: number, isWhole: boolean) =>
    heardCount(caption, { heardMs, arrivedMs, isWhole })
  expect([heard(0, 3000, true), heard(3000, 3000, true)]).toEqual([0, 9])
  const counts = Array.from({ length: 31 }, (_, step) => heard(step * 100, 3000, true))
  expect(counts).toEqual(counts.toSorted((one, other) => one - other))
  expect(new Set(counts)).toEqual(new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
  // They follow a quick voice once all its sound has arrived, and do not run ahead of the beginning.
  expect(heard(1000, 2000, true)).toBeGreaterThan(heard(1000, 2000, false))
  expect(heard(400, 400, false)).toBe(1)
})
