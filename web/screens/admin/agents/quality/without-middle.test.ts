import { expect, test } from 'vitest'
import { withoutMiddle } from './version-view.tsx'

const long = Array.from({ length: 100 }, (_, place) => `word${place}`).join(' ')

test('a short text stays whole, wherever it stands', () => {
  for (const isFirst of [true, false])
    for (const isLast of [true, false]) expect(withoutMiddle('Be brief.\n', { isFirst, isLast })).toBe('Be brief.\n')
})

test('of a long text the words beside a change stay, cut between words', () => {
  const start = withoutMiddle(long, { isFirst: true, isLast: false })
  expect(start).toMatch(/^… word\d+ .* word99$/)
  const end = withoutMiddle(long, { isFirst: false, isLast: true })
  expect(end).toMatch(/^word0 .* word\d+ …$/)
  const middle = withoutMiddle(long, { isFirst: false, isLast: false })
  expect(middle).toMatch(/^word0 .* word\d+ …\n… word\d+ .* word99$/)
  for (const shown of [start, end, middle]) expect(shown.length).toBeLessThan(260)
})
