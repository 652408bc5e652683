import { expect, it } from 'vitest'
import { makeDoneToken, readDoneToken } from './done-links.ts'

const at = new Date('2026-11-27T07:00:00Z')
const later = (days: number) => new Date(at.getTime() + days * 86_400_000)
const id = '0199b1c2-1111-7222-8333-444455556666'
const token = makeDoneToken('secret', id, at)
const changed = (place: number) =>
  `${token.slice(0, place)}${token[place] === 'A' ? 'B' : 'A'}${token.slice(place + 1)}`

it('names its step for sixty days', () => {
  expect(readDoneToken(['secret'], token, at)).toBe(id)
  expect(readDoneToken(['secret'], token, later(59))).toBe(id)
  expect(readDoneToken(['secret'], token, later(60))).toBeNull()
})

it('outlives a change of the secret while the former one is known', () => {
  expect(readDoneToken(['new', 'secret'], token, at)).toBe(id)
  expect(readDoneToken(['new'], token, at)).toBeNull()
})

it.each([
  ['another step', changed(3)],
  ['another end', changed(24)],
  ['another signature', changed(50)],
  ['more behind it', `${token}a`],
  ['less', token.slice(0, -4)],
  ['nothing', ''],
])('is refused with %s', (_what, given) => {
  expect(readDoneToken(['secret'], given, at)).toBeNull()
})
