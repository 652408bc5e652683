import { expect, test } from 'vitest'
import { differenceOf } from './text-difference.ts'

test.each([
  ['Be brief.', 'Be kind.', { start: 'Be ', own: 'brief.', end: '' }],
  ['Be brief and kind.', 'Be kind.', { start: 'Be ', own: 'brief and ', end: 'kind.' }],
  ['Be kind.', 'Be brief and kind.', { start: 'Be ', own: '', end: 'kind.' }],
  ['same same', 'same', { start: 'same', own: ' same', end: '' }],
  ['Ask first.\nThen answer.', 'Ask first.\n\nThen answer.', { start: 'Ask first.', own: '\n', end: 'Then answer.' }],
  ['', 'Be kind.', { start: '', own: '', end: '' }],
])('of %j beside %j its own words are marked off (D187)', (text, other, difference) => {
  expect(differenceOf(text, other)).toEqual(difference)
})

test('of long texts the shared words stay beside the difference alone, cut between words (D187)', () => {
  const shared = 'Never speak of prices. '.repeat(20)
  const text = `${shared}Name our product. ${shared}Thank them.`
  const { start, own, end } = differenceOf(text, `${shared}Name our boats. ${shared}Thank them.`)
  expect(start).toMatch(/^… (Never|speak|of|prices\.) .* prices\. Name our $/)
  expect(own).toBe('product.')
  expect(end).toMatch(/^ Never speak of prices\. .*\S …$/)
  expect(start.length + end.length).toBeLessThan(140)
  // The whitespace shows as it was written.
  expect(text).toContain(start.slice(2) + own + end.slice(0, -2))
})
