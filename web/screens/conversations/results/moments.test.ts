import { expect, test } from 'vitest'
import { placeOf } from './moments.tsx'

const lines = [
  { speaker: 'agent' as const, atSeconds: 0 },
  { speaker: 'you' as const, atSeconds: 5 },
  { speaker: 'agent' as const, atSeconds: 5 },
  { speaker: 'agent' as const, atSeconds: 9 },
]

test('a moment is the line of its second, of the right speaker if there are two', () => {
  expect(placeOf(lines, 5, 'you')).toBe(1)
  expect(placeOf(lines, 5, 'agent')).toBe(2)
})

test('between two lines it is the earlier one, and before the first there is none', () => {
  expect(placeOf(lines, 7, 'you')).toBe(2)
  expect(placeOf(lines, 60, 'you')).toBe(3)
  expect(placeOf([{ speaker: 'agent', atSeconds: 3 }], 1, 'agent')).toBeNull()
  expect(placeOf([], 1, 'agent')).toBeNull()
})
