import { expect, it } from 'vitest'
import { deadlineText, reasonText } from './dispute-words.ts'

const at = new Date('2026-11-26T12:00:00Z')

it.each([
  ['2026-12-05T12:00:00Z', '9 days left', false],
  ['2026-11-27T13:00:00Z', '1 day left', true],
  ['2026-11-26T13:00:00Z', 'Less than a day left', true],
  ['2026-11-26T11:00:00Z', 'Overdue', true],
  [null, 'None', false],
])('the deadline of a dispute, %s, is "%s", and gone once evidence was submitted', (dueAt, text, isUrgent) => {
  expect(deadlineText('needs_response', dueAt, at)).toEqual({ text, isUrgent })
  expect(deadlineText('under_review', dueAt, at)).toEqual({ text: 'None', isUrgent: false })
})

it('the reason of a dispute is in words', () => {
  expect(reasonText('fraudulent')).toBe('The cardholder did not make this payment')
  expect(reasonText('something_new')).toBe('Something new')
})
