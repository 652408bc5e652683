import { expect, it } from 'vitest'
import { answerableUntil, refuseAnswer } from './answers.ts'

const endedAt = new Date('2026-11-20T10:00:00Z')
const charged = { isTest: false, status: 'completed', chargedMs: 61_000, endedAt } as const
const lastMoment = new Date('2026-11-27T10:00:00Z')

it('a charged conversation is answered for seven days after its end', () => {
  expect(answerableUntil(charged)).toEqual(lastMoment)
  expect(refuseAnswer(charged, endedAt)).toBeNull()
  expect(refuseAnswer(charged, lastMoment)).toBeNull()
  expect(refuseAnswer(charged, new Date(lastMoment.getTime() + 1))).toBe('answer_too_late')
})

it.each([
  ['runs', { status: 'active', endedAt: null }],
  ['cost nothing', { chargedMs: 0 }],
  ['was a test', { isTest: true }],
] as const)('a conversation that %s is not asked about (D56, D189)', (_what, change) => {
  expect(answerableUntil({ ...charged, ...change })).toBeNull()
  expect(refuseAnswer({ ...charged, ...change }, endedAt)).toBe('answer_not_asked')
})
