import type { Services } from '../../conversations/services.ts'
import type { Person } from '../../identity/users.ts'
import { countAttempt } from '../../kernel/limits.ts'
import { recapMail } from '../../messages/mails/recap.ts'
import { readRecap } from './recap.flow.ts'
import { queueMail } from '../../identity/queue-mail.ts'

export type Mailed =
  | { state: 'sent' | 'session_not_found' | 'provider_away' | 'recap_gone' | 'recap_not_ready' | 'email_unverified' }
  | { state: 'limited'; retryAfterSeconds: number }

/** Mails a recap to its person's own address once that is confirmed (D193), ten times an hour. */
export async function mailRecap(services: Services, person: Person, sessionId: string): Promise<Mailed> {
  const result = await readRecap(services, person, sessionId)
  if (result.state !== 'read') return result
  const { conversation, recap } = result
  if (recap.state !== 'ready') return { state: recap.state === 'none' ? 'recap_gone' : 'recap_not_ready' }
  if (!person.emailVerified) return { state: 'email_unverified' }
  const { clock, config, database } = services
  const limit = { key: `recap-mail:${person.id}`, max: 10, windowMinutes: 60 }
  const wait = await database.write(async (tx) => {
    const waitSeconds = await countAttempt(tx, limit, config.rateLimitFactor, clock.real())
    if (waitSeconds !== null) return waitSeconds
    const mail = recapMail(person.email, {
      ...recap,
      agentName: conversation.agentName,
      talkedAt: conversation.connectedAt ?? conversation.createdAt,
      steps: recap.proposals.filter(({ state }) => state !== 'dismissed'),
      sourceTitles: [...new Set(recap.sources.map(({ title }) => title))],
      url: recap.isKept ? `${services.siteUrl()}/dashboard/sessions/${sessionId}` : null,
    })
    await queueMail(tx, services, mail)
    return null
  })
  return wait === null ? { state: 'sent' } : { state: 'limited', retryAfterSeconds: wait }
}
