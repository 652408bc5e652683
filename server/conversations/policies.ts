import { includesDuty } from '#contract/identity/staff.ts'
import type { Read } from '../database/sql.ts'
import type { TalkableAgent } from '../agents/agents.ts'
import { hasOrganizationAccess, hasOwnAccess, isPresent } from '../identity/access.ts'
import type { Membership } from '../identity/memberships.ts'
import { hasVoiceConsent } from '../identity/policies.ts'
import type { Person } from '../identity/users.ts'
import { type ConversationDetails, findConversation } from './history.ts'
import type { OpenedConversation } from './voice-sessions.ts'

/** Who may start a conversation, go on with it, see it afterwards, and keep its words. */

const maxUnchargedPerHour = 10

/** What decides on a start besides the minutes. */
export interface StartFacts {
  agent: TalkableAgent | null
  /** The live conversation that the person already has. */
  activeId: string | null
  /** Conversations of the last hour that cost nothing (D71). */
  unchargedCount: number
  /** What the paying account owes (D44). */
  debtCents: number
}

export type StartRefusal =
  | { state: 'session_active'; sessionId: string }
  | { state: 'payment_disputed'; debtCents: number }
  | {
      state:
        | 'agent_not_found'
        | 'organization_inactive'
        | 'subscription_required'
        | 'agent_locked'
        | 'agent_paused'
        | 'consent_required'
        | 'too_many_short_sessions'
    }

/** Returns why a person may not start a conversation, with the checks in the order of D68; null when they may. */
export function refuseStart(
  person: Person,
  membership: Membership | null,
  { agent, activeId, unchargedCount, debtCents }: StartFacts,
  at: Date,
): StartRefusal | null {
  if (!agent) return { state: 'agent_not_found' }
  if (membership && !hasOrganizationAccess(membership, at)) return { state: 'organization_inactive' }
  if (!membership && !hasOwnAccess(person, at)) return { state: 'subscription_required' }
  if (!agent.isUnlocked) return { state: 'agent_locked' }
  if (!agent.isActive) return { state: 'agent_paused' }
  if (!hasVoiceConsent(person)) return { state: 'consent_required' }
  if (activeId !== null) return { state: 'session_active', sessionId: activeId }
  if (unchargedCount >= maxUnchargedPerHour) return { state: 'too_many_short_sessions' }
  return debtCents > 0 ? { state: 'payment_disputed', debtCents } : null
}

/**
 * Returns whether a person may go on talking: with access in the context in which they began (D92), and in a test as
 * staff who change agents (D56).
 */
export function mayGoOn(
  { isTest, organizationId }: Pick<OpenedConversation, 'isTest' | 'organizationId'>,
  person: Person | null,
  membership: Membership | null,
  at: Date,
): boolean {
  if (!isPresent(person)) return false
  if (isTest) return includesDuty(person.staffRole, 'agents.change')
  if (organizationId === null) return hasOwnAccess(person, at)
  return membership !== null && hasOrganizationAccess(membership, at)
}

/**
 * Returns a conversation that a person may see, resume and end, which is their own; null when it is unknown or another
 * person's (D77). What an organization's admins see of it has no words (D135).
 */
export async function findOwnConversation(
  read: Read,
  person: Pick<Person, 'id'>,
  sessionId: string,
): Promise<ConversationDetails | null> {
  const conversation = await findConversation(read, sessionId)
  return conversation?.userId === person.id ? conversation : null
}

/** How long the words of a conversation that nobody keeps are there (D184). */
export const unkeptMs = 10 * 60_000

/** Returns whether the words of a conversation are there: while they are kept, and for ten minutes after its end (D184). */
export function hasWords({ endedAt, hasTranscript, areWordsDeleted }: ConversationDetails, at: Date): boolean {
  if (endedAt === null || areWordsDeleted) return false
  return hasTranscript || at.getTime() - endedAt.getTime() < unkeptMs
}

/** Returns whether a person may see a kept transcript: only the one who talked (D90). */
export function maySeeTranscript(person: Pick<Person, 'id'>, transcript: { userId: string }): boolean {
  return transcript.userId === person.id
}

/** Returns whether the words of a conversation may be kept, as far as its organization decides (D131). */
export async function mayKeepTranscriptOf(read: Read, sessionId: string): Promise<boolean> {
  const refused = await read`
    select from voice_session join organization on organization.id = voice_session.organization_id
    where voice_session.id = ${sessionId} and not organization.allows_transcripts`
  return refused.length === 0
}

/** Returns whether words may be kept in an organization or, with null, in a person's own context, where they may. */
export async function mayKeepTranscriptsIn(read: Read, organizationId: number | null): Promise<boolean> {
  const [row] = await read<{ isAllowed: boolean }>`
    select allows_transcripts as is_allowed from organization where id = ${organizationId}`
  return row?.isAllowed ?? true
}
