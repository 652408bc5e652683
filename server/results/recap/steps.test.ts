import { describe, expect, it } from 'vitest'
import { excerptOf, isSameStep, momentOf, readSteps } from './steps.ts'

const lines = [
  { speaker: 'agent' as const, text: 'Hello. What will you do?', atSeconds: 0 },
  { speaker: 'you' as const, text: 'I will call Anna on Friday.', atSeconds: 5 },
  { speaker: 'agent' as const, text: 'Good.', atSeconds: 8 },
  { speaker: 'agent' as const, text: 'Anything else?', atSeconds: 9 },
  { speaker: 'agent' as const, text: 'Take your time.', atSeconds: 12 },
  { speaker: 'you' as const, text: 'I will write the offer to Bo', atSeconds: 31 },
]
const read = (...texts: string[]) => readSteps(texts, lines, '2026-11-26')

describe('the next steps of an analysis (D184)', () => {
  it('have their title, the day that was said, and the moment in the text', () => {
    expect(read('Call Anna (2026-11-27)', 'Write the offer to Bo.')).toEqual([
      { title: 'Call Anna', dueOn: '2026-11-27', atSecond: 5 },
      { title: 'Write the offer to Bo', dueOn: null, atSecond: 31 },
    ])
  })

  it('have no day where none was said nearby (B7)', () => {
    expect(read('Write the offer to Bo (2026-12-01)', 'Rest more (2026-12-01)')).toEqual([
      { title: 'Write the offer to Bo', dueOn: null, atSecond: 31 },
      { title: 'Rest more', dueOn: null, atSecond: null },
    ])
  })

  it.each([
    ['I may call Anna, on second thoughts', null],
    ['I will call Anna in May', '2027-05-01'],
    ['I will call Anna on the first', '2027-05-01'],
  ])('have a day only where the words name one: "%s"', (text, dueOn) => {
    const said = [{ speaker: 'you' as const, text, atSeconds: 1 }]
    expect(readSteps(['Call Anna (2027-05-01)'], said, '2026-11-26')).toMatchObject([{ dueOn }])
  })

  it.each(['2026-11-25', '2026-02-30', '2031-01-01', '2026-13-01'])('have no impossible day: %s', (day) => {
    expect(read(`Call Anna (${day})`)).toEqual([{ title: 'Call Anna', dueOn: null, atSecond: 5 }])
  })

  it('keep other brackets, and are cut to what a title may hold', () => {
    expect(read('Call Anna (sales)', '   ', '.')).toMatchObject([{ title: 'Call Anna (sales)' }])
    expect(read('a'.repeat(300))[0]?.title).toHaveLength(120)
  })

  it('are the same in nearly the same words', () => {
    expect(isSameStep('Call Anna', 'call Anna about the offer')).toBe(true)
    expect(isSameStep('Call Anna', 'Call Bo')).toBe(false)
  })
})

it('a moment is that of the same words nearby, else of the nearest line of the same speaker', () => {
  expect(momentOf({ speaker: 'agent', text: 'Good.', atSeconds: 60 }, lines)).toBe(8)
  expect(momentOf({ speaker: 'you', text: 'I phone Anna.', atSeconds: 7 }, lines)).toBe(5)
  expect(momentOf({ speaker: 'you', text: 'Hm.', atSeconds: 7 }, [])).toBe(7)
})

describe('an excerpt', () => {
  const passage = `Parental leave\n\nTell your manager early. ${'We plan the time together. '.repeat(20)}Parents take up to fourteen weeks with full pay. Ask us.`

  it('begins where the answer was taken from, and holds whole sentences', () => {
    const found = excerptOf(passage, 'Up to fourteen weeks with full pay.')
    expect(found).toBe('… Parents take up to fourteen weeks with full pay. Ask us.')
    expect(excerptOf('The office opens at eight.', 'It opens at eight.')).toBe('The office opens at eight.')
  })

  it('has 300 characters at most', () => {
    const early = excerptOf(passage, 'nothing alike')
    expect(early.length).toBeLessThanOrEqual(300)
    expect(early).toMatch(/^Parental leave.*together\.$/s)
    const long = excerptOf('word '.repeat(200), 'word')
    expect(long).toHaveLength(300)
    expect(long).toMatch(/…$/)
  })
})
