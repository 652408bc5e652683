import { msToMinutes, talkCostDollars } from '#contract/amounts.ts'
import { agents } from '#contract/agents/agents.ts'
import type { Answer } from '#contract/call.ts'
import { communications } from '#contract/messages/messages.ts'
import { firstTimeEligible } from '#contract/billing/purchases.ts'
import { referrals } from '#contract/billing/referrals.ts'
import { agentRequests, type AgentRequest } from '#contract/agents/requests.ts'
import { talkTime, talkTimePeriods } from '#contract/conversations/talk-time.ts'
import { transcriptSettings } from '#contract/conversations/transcripts.ts'
import { nextSteps } from '#contract/results/next-steps.ts'
import { myConversations, userStats, type VoiceSession } from '#contract/conversations/voice.ts'
import type { FakeServer } from '../fake-server.ts'
import { subscriberMe } from '../people.ts'
import { coach, serveAgents } from '../agents/agents.ts'
import { fakeOf } from '../fake-answer.ts'

/** The time of these tests, where it matters. */
export const now = new Date('2026-11-20T10:00:00.000Z')

export function hoursBefore(hours: number): string {
  return new Date(now.getTime() - hours * 3_600_000).toISOString()
}

const agentNames = [
  'Growth Strategist',
  'Hiring Partner',
  'Leadership Mentor',
  'Mindset Coach',
  'Pipeline Keeper',
  'Sales Call Coach',
  'Systems Architect',
] as const
type AgentName = (typeof agentNames)[number]

export function idOfAgent(name: AgentName): string {
  return `7a1f0c52-0000-4000-8000-${String(agentNames.indexOf(name) + 1).padStart(12, '0')}`
}

/** Returns a past conversation as the server lists it; each of a person began in another hour. */
export function talk(agent: AgentName, hoursAgo: number, seconds: number, hasTranscript = false): VoiceSession {
  const charged = seconds < 10 ? 0 : seconds
  const minutes = msToMinutes(charged * 1000)
  return {
    id: `5e550000-0000-4000-8000-${String(hoursAgo).padStart(12, '0')}`,
    userId: subscriberMe.id,
    agentId: idOfAgent(agent),
    agentName: agent,
    agentImageUrl: `/agents/${agent.toLowerCase().replaceAll(' ', '-')}.svg`,
    duration: minutes,
    durationSeconds: charged,
    minutesUsed: minutes,
    cost: talkCostDollars(charged * 1000),
    creditsDeducted: minutes,
    secondsCharged: charged,
    startedAt: hoursBefore(hoursAgo),
    endedAt: new Date(Date.parse(hoursBefore(hoursAgo)) + seconds * 1000).toISOString(),
    status: 'completed',
    endReason: 'user',
    hasTranscript,
    firstWords: hasTranscript ? 'Where do I begin?' : null,
  }
}

export function request(agentName: string, hoursAgo: number): AgentRequest {
  return fakeOf(agentRequests, {
    id: `4e900000-0000-4000-8000-${String(hoursAgo).padStart(12, '0')}`,
    userId: subscriberMe.id,
    agentName,
    description: 'Plays a hard buyer.',
    useCase: 'Sales Training',
    priority: 'medium',
    status: 'received',
    history: [{ status: 'received', note: null, changedAt: hoursBefore(hoursAgo) }],
    createdAt: hoursBefore(hoursAgo),
    updatedAt: hoursBefore(hoursAgo),
  })
}

/** Figures of a person who has not talked. */
export const noStats = fakeOf(userStats, {})

/** Returns the server's days of talk time up to `now`, with talk only on the given ones. */
export function talkedOn(
  period: (typeof talkTimePeriods)[number],
  talked: Readonly<Record<string, { seconds: number; sessions: number }>> = {},
): Answer<typeof talkTime>['days'] {
  return Array.from({ length: Number(period) }, (_, day) => {
    const date = hoursBefore((Number(period) - 1 - day) * 24).slice(0, 10)
    const { seconds, sessions: count } = talked[date] ?? { seconds: 0, sessions: 0 }
    return { date, seconds, minutes: msToMinutes(seconds * 1000), sessions: count }
  })
}

/** Answers everything that the dashboard reads, for a person who has done nothing yet. */
export function serveDashboard(server: FakeServer): void {
  server.answer(nextSteps, [])
  server.answer(userStats, noStats)
  server.answer(agents, [])
  server.answer(myConversations, [])
  server.answer(talkTime, ({ query: { days } }) => ({ days: talkedOn(days), agents: [] }))
  server.answer(agentRequests, [])
  server.answer(communications, [])
  server.answer(referrals, { offer: null, referrals: [] })
}

/** Whether texts are kept, for a person who never chose. */
export const keepsNothing = {
  save: false,
  keptDays: 90,
  isAllowedHere: true,
} satisfies Answer<typeof transcriptSettings>

export function serveSessions(server: FakeServer, all: readonly VoiceSession[]): void {
  server.answer(myConversations, [...all])
  server.answer(transcriptSettings, keepsNothing)
}

/** Answers what the marketplace reads, with one agent. */
export const serveMarketplace = (server: FakeServer): void =>
  serveAgents(server, () => [{ ...coach, id: idOfAgent('Growth Strategist'), name: 'Growth Strategist' }])

/** Answers what the choice of packages reads, after the first one was bought. */
export function serveCheckout(server: FakeServer): void {
  server.answer(firstTimeEligible, { isFirstTime: false, bonusPercent: 0 })
}
