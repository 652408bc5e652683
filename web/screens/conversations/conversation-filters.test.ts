import { expect, it } from 'vitest'
import type { VoiceSession } from '#contract/conversations/voice.ts'
import { agentsOf, findConversations, readConversationFilters, splitCharged } from './conversation-filters.ts'

const nowMs = Date.parse('2026-11-21T12:00:00Z')

function conversation(id: string, agentName: string, daysAgo: number, hasTranscript = false): VoiceSession {
  const agent = { agentId: agentName.toLowerCase(), agentName, agentImageUrl: null }
  const figures = { duration: 1, durationSeconds: 60, minutesUsed: 1, cost: 0, creditsDeducted: 1, secondsCharged: 60 }
  const startedAt = new Date(nowMs - daysAgo * 86_400_000).toISOString()
  const state = { status: 'completed', endReason: 'user', endedAt: null, hasTranscript, firstWords: null } as const
  return { id, userId: 'me', ...agent, ...figures, startedAt, ...state }
}

const all = [conversation('a', 'Coach', 20), conversation('b', 'Guide', 1, true), conversation('c', 'Coach', 40, true)]
const ids = (address: string, words = '', found: string[] = []) => {
  const filters = readConversationFilters(new URLSearchParams(address))
  return findConversations(all, filters, words, new Set(found), nowMs).map(({ id }) => id)
}

it('calls that were not charged are apart, the one that runs does not (D189)', () => {
  const charged = conversation('a', 'Coach', 1)
  const free = { ...conversation('b', 'Coach', 2), secondsCharged: 0 }
  const live = { ...conversation('c', 'Coach', 0), secondsCharged: 0, status: 'active' as const }
  expect(splitCharged([live, charged, free])).toEqual({ conversations: [live, charged], free: [free] })
})

it.each<[address: string, words: string, found: string[], shown: string[]]>([
  ['', '', [], ['b', 'a', 'c']],
  ['days=x&kept=yes', '', [], ['b', 'a', 'c']],
  ['agent=coach', '', [], ['a', 'c']],
  ['days=30', '', [], ['b', 'a']],
  ['kept=1&agent=coach', '', [], ['c']],
  ['agent=nobody', '', [], []],
  ['', ' COA ', [], ['a', 'c']],
  ['', 'budget', ['b'], ['b']],
  ['days=30', 'coach', ['c'], ['a']],
])('the list for "%s" and "%s", said in %j, is %j, the newest first', (address, words, found, shown) => {
  expect(ids(address, words, found)).toEqual(shown)
})

it('the agents to choose from are listed once each, by name', () => {
  expect(agentsOf(all)).toEqual([
    { id: 'coach', name: 'Coach' },
    { id: 'guide', name: 'Guide' },
  ])
})
