import { describe, expect, it } from 'vitest'
import { deadlineText, reasonText } from './dispute-words.ts'

const at = new Date('2026-11-26T12:00:00Z')

describe('the deadline of a dispute', () => {
  it.each([
    ['2026-12-05T12:00:00Z', '9 days left', false],
    ['2026-11-27T13:00:00Z', '1 day left', true],
    ['2026-11-26T13:00:00Z', 'Less than a day left', true],
    ['2026-11-26T11:00:00Z', 'Overdue', true],
    [null, 'None', false],
  ])('%s is "%s"', (dueAt, text, isUrgent) => {
    expect(deadlineText('needs_response', dueAt, at)).toEqual({ text, isUrgent })
  })

  it('is gone once evidence was submitted', () => {
    expect(deadlineText('under_review', '2026-11-20T12:00:00Z', at)).toEqual({ text: 'None', isUrgent: false })
  })
})

describe('the reason of a dispute', () => {
  it.each([
    ['fraudulent', 'The cardholder did not make this payment'],
    ['something_new', 'Something new'],
  ])('%s is "%s"', (reason, words) => {
    expect(reasonText(reason)).toBe(words)
  })
})
