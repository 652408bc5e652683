import type { Answer } from '#contract/call.ts'
import type { allConversations, organizationUsage } from '#contract/organizations/usage.ts'
import type { organizationHoursSaved } from '#contract/results/hours-saved.ts'
import { coach, hiringPartner, mia } from './organization.ts'

type Usage = Answer<typeof organizationUsage>

/** Thirty days; Mia talked on two of them. */
export const days: Usage['days'] = Array.from({ length: 30 }, (_, index) => {
  const date = new Date(Date.UTC(2026, 9, 24 + index)).toISOString().slice(0, 10)
  const seconds = index === 27 ? 30 : index === 28 ? 90 : 0
  return { date, seconds, minutes: seconds / 60, sessions: seconds ? 1 : 0 }
})

export const usage = {
  days,
  members: [{ userId: mia.id, userName: 'Mia Member', minutes: 2, seconds: 120, sessions: 2, cost: 0.27 }],
  agents: [
    { agentId: coach.agentId, agentName: 'Mindset Coach', minutes: 1.5, seconds: 90, sessions: 1, cost: 0.2 },
    { agentId: hiringPartner.agentId, agentName: 'Hiring Partner', minutes: 0.5, seconds: 30, sessions: 1, cost: 0.07 },
  ],
  minuteRate: 0.135,
} satisfies Usage

/** The hours that a running month has saved so far. */
export const present = {
  month: '2026-11',
  conversations: 40,
  counted: { savedMinutes: 705, answers: 17, people: 6 },
  hasWaiting: true,
  agentsFrom: '2026-12-10T00:00:00.000Z',
  agents: null,
} satisfies Answer<typeof organizationHoursSaved>

export const talk = {
  id: '10000000-0000-4000-8000-000000000001',
  userId: mia.id,
  userName: 'Mia Member',
  agentId: coach.agentId,
  agentName: 'Mindset Coach',
  agentImageUrl: null,
  duration: 0.5,
  durationSeconds: 30,
  startedAt: '2026-11-20T09:00:00.000Z',
  endedAt: '2026-11-20T09:00:30.000Z',
  status: 'completed',
} satisfies Answer<typeof allConversations>[number]
