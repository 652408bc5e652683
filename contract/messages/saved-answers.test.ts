import { expect, it } from 'vitest'
import { fillAnswer } from './saved-answers.ts'

it('fills every blank that has a value, and leaves the others to be seen', () => {
  const text = 'Hi {firstName}, {minutes} are back. Bye {firstName}'
  expect(fillAnswer(text, { firstName: 'Zoe', minutes: '0:41' })).toBe('Hi Zoe, 0:41 are back. Bye Zoe')
  expect(fillAnswer(text, { firstName: '' })).toBe(text)
})
