import { includesDuty } from '#contract/identity/staff.ts'
import type { Read } from '../database/sql.ts'
import type { TalkableAgent } from '../agents/agents.ts'
import { formatCents, minutesText } from '#contract/amounts.ts'
import { formatLongDay } from '#contract/dates.ts'
import { hasOrganizationAccess, hasOwnAccess, isPresent, isUnpaid } from '../identity/access.ts'
import { nextMonth } from '../kernel/months.ts'
import { refuse } from '../kernel/problem.ts'
import type { Membership } from '../identity/memberships.ts'
import { hasVoiceConsent } from '../identity/policies.ts'
import type { Person } from '../identity/users.ts'
import { type ConversationDetails, findConversation } from './history.ts'
import type { OpenedConversation, RecordedTick } from './voice-sessions.ts'

/** Who may start a conversation, go on with it, see it afterwards, and keep its words. */

const maxUnchargedPerHour = 10

/** The facts that decide on a start besides the minutes. */
interface StartFacts {
  agent: TalkableAgent | null
  /** The live conversation that the person already has. */
  activeId: string | null
  /** Conversations of the last hour that cost nothing (D71). */
  unchargedCount: number
  /** What the paying account owes (D44). */
  debtCents: number
}

/** Refuses a start that a person may not make, with the checks in the order of D68. */
export function requireStart(
  person: Person,
  membership: Membership | null,
  { agent, activeId, unchargedCount, debtCents }: StartFacts,
  at: Date,
): void {
  if (!agent) refuse('agent_not_found')
  if (membership && !hasOrganizationAccess(membership, at))
    refuse('organization_inactive', isUnpaid(membership) ? { message: "Your organization hasn't paid yet." } : {})
  if (!membership && !hasOwnAccess(person, at)) refuse('subscription_required')
  if (!agent.isUnlocked) refuse('agent_locked')
  if (!agent.isActive) refuse('agent_paused')
  if (!hasVoiceConsent(person)) refuse('consent_required')
  if (activeId !== null) refuseActive(activeId)
  if (unchargedCount >= maxUnchargedPerHour) refuse('too_many_short_sessions')
  if (debtCents === 0) return
  const way = membership ? "Your organization's admins can settle it." : 'Please settle it on your account page.'
  refuse('payment_disputed', { message: `A disputed payment left a balance of ${formatCents(debtCents)} due. ${way}` })
}

/** Refuses a second conversation, and names the one that goes on. */
export function refuseActive(sessionId: string): never {
  refuse('session_active', { details: { sessionId } })
}

const poolUsedUp =
  "Insufficient credits: your organization's minutes are used up or reserved for conversations in progress."

/** Refuses a start for lack of minutes, with figures and advice for an organization's people (D68, D131). */
export function refuseForMinutes(lack: 'insufficient' | 'budget', membership: Membership | null, at: Date): never {
  if (lack === 'insufficient') refuse('insufficient_credits', membership ? { message: poolUsedUp } : {})
  const limit = membership?.monthlyLimitMinutes ?? 0
  const left =
    limit === 0
      ? ''
      : ` You have less than one of your ${minutesText(limit)} left until ${formatLongDay(nextMonth(at))}.`
  refuse('budget_reached', {
    message: `Insufficient credits: your monthly budget is used up.${left} An admin of your organization can give you more.`,
  })
}

/**
 * Returns whether a person may go on talking: with an agent that is available and access in the context in which they
 * began (D92), and in a test as staff who change agents (D56).
 */
export function mayGoOn(
  { isTest, organizationId }: Pick<OpenedConversation, 'isTest' | 'organizationId'>,
  { person, organization, isAvailable }: Pick<RecordedTick, 'person' | 'organization' | 'isAvailable'>,
  at: Date,
): boolean {
  if (!isAvailable || !isPresent(person)) return false
  if (isTest) return includesDuty(person.staffRole, 'agents.change')
  if (organizationId === null) return hasOwnAccess(person, at)
  return organization !== null && hasOrganizationAccess(organization, at)
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

/** Returns a person's own conversation, and refuses every other one. */
export async function requireOwnConversation(
  read: Read,
  person: Pick<Person, 'id'>,
  sessionId: string,
): Promise<ConversationDetails> {
  return (await findOwnConversation(read, person, sessionId)) ?? refuse('session_not_found')
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
