import { describe, expect, it } from 'vitest'
import { factsOf, type StoredTalk } from './conversation-facts.ts'

const moment = (seconds: number) => new Date(Date.UTC(2026, 10, 26, 14, 3, seconds))

/** Opened at 0:00, counted from 0:04 on, over at 1:02, and 0:17 of it without a line. */
const times = { createdAt: moment(0), connectedAt: moment(4), endedAt: moment(62), usedMs: 41_300, freeMs: 17_200 }
const line = { lineLostAt: moment(45), lineBackAt: null, agentSpoke: true, firstSoundAt: moment(6), isTest: false }
const charged = { chargedMs: 41_000, monthMs: 30_000, providerMs: 43_900, givenBackMs: 0, creditedMs: 0 }
const talk: StoredTalk = { ...times, ...line, ...charged }

describe('what a conversation amounts to', () => {
  it('is given in whole seconds, rounded down as it is charged', () => {
    const heard = { heardAfter: 6, wasHeard: true, lostAfter: 45, backAfter: null }
    const shown = { open: 62, waited: 4, measured: 41, free: 17, ...heard }
    const charge = { charged: 41, fromMonth: 30, fromPurchased: 11, provider: 43, givenBack: 0, credited: 0 }
    expect(factsOf(talk, moment(99))).toEqual({ ...shown, ...charge, freeReason: null })
  })

  it('says when the line last died and came back, from the start on', () => {
    const back = { ...talk, lineLostAt: moment(20), lineBackAt: moment(31) }
    expect(factsOf(back, moment(99))).toMatchObject({ lostAfter: 20, backAfter: 31 })
    expect(factsOf({ ...talk, lineLostAt: null }, moment(99))).toMatchObject({ lostAfter: null, backAfter: null })
  })

  it('runs until now while it is live', () => {
    const live = { ...talk, endedAt: null, chargedMs: null, monthMs: null, providerMs: null }
    expect(factsOf(live, moment(30))).toMatchObject({ open: 30, charged: null, fromMonth: null, freeReason: null })
  })

  it('says nothing about the buckets of a charge from before they were stored', () => {
    expect(factsOf({ ...talk, monthMs: null }, moment(99))).toMatchObject({ fromMonth: null, fromPurchased: null })
  })

  it('is never shorter than nothing when a clock was set back', () => {
    const early = { ...talk, endedAt: moment(-5), connectedAt: moment(-1) }
    expect(factsOf(early, moment(99))).toMatchObject({ open: 0, waited: 0 })
  })

  it.each<[string, Partial<StoredTalk>, ReturnType<typeof factsOf>['freeReason']]>([
    ['a test, whatever else is true of it (D56)', { isTest: true, connectedAt: null, agentSpoke: false }, 'test'],
    ['one that never reached the provider', { connectedAt: null, agentSpoke: false, usedMs: 0 }, 'not_started'],
    ['one without a sound of the agent', { agentSpoke: false }, 'silent'],
    ['one under 10 seconds', { usedMs: 9_999 }, 'short'],
    ['one of 10 seconds or more that no hold paid', { usedMs: 10_000 }, null],
  ])('is free for its own reason: %s (D71)', (_what, stored, reason) => {
    const nothing = { charged: 0, fromMonth: 0, fromPurchased: 0 }
    const free = factsOf({ ...talk, ...stored, chargedMs: 0, monthMs: 0 }, moment(99))
    expect(free).toMatchObject({ ...nothing, freeReason: reason })
  })
})
