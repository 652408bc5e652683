import { describe, expect, it } from 'vitest'
import { LineGap } from './line-gap.ts'

const moment = (second: number) => new Date(Date.UTC(2026, 10, 27, 9, 0, second))

function watched() {
  let second = 0
  const gap = new LineGap(() => moment(second))
  return {
    gap,
    at: (next: number) => {
      second = next
      return gap
    },
  }
}

describe('the last gap in a line', () => {
  it('does not exist on a line that never died, however often it is heard', () => {
    const { gap } = watched()
    gap.alive()
    gap.alive()
    expect(gap.last).toEqual({ lostAt: null, backAt: null })
  })

  it('begins when the line is first known to be dead and ends when it is first heard again', () => {
    const { at, gap } = watched()
    at(5).dead()
    at(7).dead()
    expect(gap.last).toEqual({ lostAt: moment(5), backAt: null })
    at(9).alive()
    at(11).alive()
    expect(gap.last).toEqual({ lostAt: moment(5), backAt: moment(9) })
  })

  it('is the latest of several', () => {
    const { at, gap } = watched()
    at(5).dead()
    at(9).alive()
    at(20).dead()
    expect(gap.last).toEqual({ lostAt: moment(20), backAt: null })
  })

  it('stays as it was at the end, when the sockets close', () => {
    const { at, gap } = watched()
    at(5).dead()
    at(20).end()
    at(21).alive()
    expect(gap.last).toEqual({ lostAt: moment(5), backAt: null })
    const quiet = watched()
    quiet.at(20).end()
    quiet.at(21).dead()
    expect(quiet.gap.last).toEqual({ lostAt: null, backAt: null })
  })
})
