import { describe, expect, it } from 'vitest'
import type { VoiceSession } from '#contract/conversations/voice.ts'
import { agentsOf, findConversations, readConversationFilters, splitCharged } from './conversation-filters.ts'

const nowMs = Date.parse('2026-11-21T12:00:00Z')

function conversation(id: string, agentName: string, daysAgo: number, hasTranscript = false): VoiceSession {
  return {
    id,
    userId: 'me',
    agentId: agentName.toLowerCase(),
    agentName,
    agentImageUrl: null,
    duration: 1,
    durationSeconds: 60,
    minutesUsed: 1,
    cost: 0,
    creditsDeducted: 1,
    secondsCharged: 60,
    startedAt: new Date(nowMs - daysAgo * 86_400_000).toISOString(),
    endedAt: null,
    status: 'completed',
    endReason: 'user',
    hasTranscript,
    firstWords: null,
  }
}

const all = [conversation('a', 'Coach', 20), conversation('b', 'Guide', 1, true), conversation('c', 'Coach', 40, true)]
const ids = (address: string, words = '', found: string[] = []) =>
  findConversations(all, readConversationFilters(new URLSearchParams(address)), words, new Set(found), nowMs).map(
    ({ id }) => id,
  )

it('calls that were not charged stand apart, the one that runs does not (D189)', () => {
  const [charged, free, live] = [
    conversation('a', 'Coach', 1),
    conversation('b', 'Coach', 2),
    conversation('c', 'Coach', 0),
  ]
  Object.assign(free, { secondsCharged: 0 })
  Object.assign(live, { secondsCharged: 0, status: 'active' })
  expect(splitCharged([live, charged, free])).toEqual({ conversations: [live, charged], free: [free] })
})

describe('the sessions that the list shows', () => {
  it('are all, the newest first, unless the address says otherwise', () => {
    expect(ids('')).toEqual(['b', 'a', 'c'])
    expect(ids('days=x&kept=yes')).toEqual(['b', 'a', 'c'])
  })

  it('are of one agent, of the last days, with a kept text', () => {
    expect(ids('agent=coach')).toEqual(['a', 'c'])
    expect(ids('days=30')).toEqual(['b', 'a'])
    expect(ids('kept=1&agent=coach')).toEqual(['c'])
    expect(ids('agent=nobody')).toEqual([])
  })

  it('are found by the name of the agent or by what was said, within the rest', () => {
    expect(ids('', ' COA ')).toEqual(['a', 'c'])
    expect(ids('', 'budget', ['b'])).toEqual(['b'])
    expect(ids('days=30', 'coach', ['c'])).toEqual(['a'])
  })
})

it('the agents to choose from stand once each, by name', () => {
  expect(agentsOf(all)).toEqual([
    { id: 'coach', name: 'Coach' },
    { id: 'guide', name: 'Guide' },
  ])
})
