import type { Services } from '../../conversations/services.ts'
import type { Person } from '../../identity/users.ts'
import { requireAttempt } from '../../kernel/limits.ts'
import { recapMail } from '../../messages/mails/recap.ts'
import { readRecap } from './recap.flow.ts'
import { queueMail } from '../../identity/queue-mail.ts'

export interface Mailed {
  state: 'sent' | 'session_not_found' | 'provider_away' | 'recap_gone' | 'recap_not_ready' | 'email_unverified'
}

/** Mails a recap to its person's own address once that is confirmed (D193), ten times an hour. */
export async function mailRecap(services: Services, person: Person, sessionId: string): Promise<Mailed> {
  const result = await readRecap(services, person, sessionId)
  if (result.state !== 'read') return result
  const { conversation, recap } = result
  if (recap.state !== 'ready') return { state: recap.state === 'none' ? 'recap_gone' : 'recap_not_ready' }
  if (!person.emailVerified) return { state: 'email_unverified' }
  const limit = { key: `recap-mail:${person.id}`, max: 10, windowMinutes: 60, refusal: 'too_many_requests' } as const
  await services.database.write(async (tx) => {
    await requireAttempt(tx, services, limit)
    const mail = recapMail(person.email, {
      ...recap,
      agentName: conversation.agentName,
      talkedAt: conversation.connectedAt ?? conversation.createdAt,
      steps: recap.proposals.filter(({ state }) => state !== 'dismissed'),
      sourceTitles: [...new Set(recap.sources.map(({ title }) => title))],
      url: recap.isKept ? `${services.siteUrl()}/dashboard/sessions/${sessionId}` : null,
    })
    await queueMail(tx, services, mail)
  })
  return { state: 'sent' }
}
