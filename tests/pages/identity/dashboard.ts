import { communications } from '#contract/messages.ts'
import { referrals } from '#contract/referrals.ts'
import { agentRequests } from '#contract/requests.ts'
import { talkTime } from '#contract/talk-time.ts'
import { sessions, userStats } from '#contract/voice.ts'
import type { FakeServer } from '../fake-server.ts'

/** Answers what the dashboard reads of somebody who has done nothing yet. */
export function serveEmptyDashboard(server: FakeServer): void {
  server.answer(userStats, {
    totalSessions: 0,
    agentsRequested: 0,
    minutesUsed: 0,
    secondsUsed: 0,
    averageSessionSeconds: 0,
    creditsUsed: 0,
  })
  server.answer(talkTime, { days: [], agents: [] })
  server.answer(sessions, [])
  server.answer(agentRequests, [])
  server.answer(communications, [])
  server.answer(referrals, { offer: null, referrals: [] })
}
