import { expect, it } from 'vitest'
import { LineGap } from './line-gap.ts'

const moment = (second: number | null) => second && new Date(Date.UTC(2026, 10, 27, 9, 0, second))

it.each<[string, [second: number, sign: 'alive' | 'dead' | 'end'][], number | null, number | null]>([
  [
    'a line that never died',
    [
      [1, 'alive'],
      [2, 'alive'],
    ],
    null,
    null,
  ],
  [
    'begins when the line is first known to be dead',
    [
      [5, 'dead'],
      [7, 'dead'],
    ],
    5,
    null,
  ],
  [
    'ends when the line is first heard again',
    [
      [5, 'dead'],
      [9, 'alive'],
      [11, 'alive'],
    ],
    5,
    9,
  ],
  [
    'is the latest of several',
    [
      [5, 'dead'],
      [9, 'alive'],
      [20, 'dead'],
    ],
    20,
    null,
  ],
  [
    'stays as it was at the end',
    [
      [5, 'dead'],
      [20, 'end'],
      [21, 'alive'],
    ],
    5,
    null,
  ],
  [
    'does not begin when the sockets close',
    [
      [20, 'end'],
      [21, 'dead'],
    ],
    null,
    null,
  ],
])('the last gap in a line: %s', (_what, signs, lost, back) => {
  let second = 0
  const gap = new LineGap(() => moment(second) || new Date(0))
  for (const [at, sign] of signs) {
    second = at
    gap[sign]()
  }
  expect(gap.last).toEqual({ lostAt: moment(lost), backAt: moment(back) })
})
