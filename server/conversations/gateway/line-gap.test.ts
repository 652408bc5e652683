import { expect, it } from 'vitest'
import { LineGap } from './charged-line.ts'

const moment = (second: number) => new Date(Date.UTC(2026, 10, 27, 9, 0, second))

it.each([
  ['none on a line that never died', '1 alive, 2 alive', null, null],
  ['begins when the line is first known to be dead', '5 dead, 7 dead', 5, null],
  ['ends when the line is first heard again', '5 dead, 9 alive, 11 alive', 5, 9],
  ['is the latest of several', '5 dead, 9 alive, 20 dead', 20, null],
  ['stays as it was at the end', '5 dead, 20 end, 21 alive', 5, null],
  ['does not begin when the sockets close', '20 end, 21 dead', null, null],
])('the last gap in a line: %s', (_what, signs, lost, back) => {
  let second = 0
  const gap = new LineGap(() => moment(second))
  for (const [at, sign] of signs.split(', ').map((one) => one.split(' '))) {
    second = Number(at)
    gap[sign as 'alive' | 'dead' | 'end']()
  }
  expect(gap.last).toEqual({ lostAt: lost && moment(lost), backAt: back && moment(back) })
})
