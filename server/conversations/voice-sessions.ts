import type { EndReason } from '#contract/conversations/voice-socket.ts'
import type { PayingOrganization } from '../identity/access.ts'
import type { Person } from '../identity/users.ts'
import { allValues, countOf, first, firstValue, hasRows, type Read, type Step, type Tx } from '../database/sql.ts'

/**
 * Conversations and their settlement; the only caller of their SQL functions. Liveness timestamps (`real`) are real
 * time, all others business time.
 */

/** The time held ahead of a conversation from its start on (D69). */
export const aheadMs = 60_000
const minStartMs = 60_000
/** Shorter conversations are free (D71). */
export const freeBelowMs = 10_000

export type ConversationStatus = 'active' | 'completed' | 'failed' | 'abandoned'

export interface NewConversation {
  userId: string
  accountId: string
  /** The organization in whose context it takes place; without one it is the person's own. */
  organizationId?: number | null
  /** A test of the agent: nothing is held, charged or counted (D56). */
  isTest?: boolean
  /** "Not this time": its agent gets no notes about the person and proposes none (D185). */
  isWithoutMemory?: boolean
  agentId: string
  conversationId: string
  gatewayId: number
  resumeOf: string | undefined
  at: Date
  real: Date
}

export type StartResult =
  | { state: 'started'; id: string }
  | { state: 'active'; sessionId: string }
  | { state: 'insufficient' | 'budget' }

/**
 * Opens a conversation and holds its first minute in one step: one live conversation per person (D69, D74), and never
 * more than the organization leaves that person in the month (D131).
 */
export async function openConversation(step: Step, conversation: NewConversation): Promise<StartResult> {
  const [row] = await step<{ state: StartResult['state']; sessionId: string }>`
    select state, session_id from voice_session_start(${conversation.userId}, ${conversation.accountId}, ${conversation.agentId},
      ${conversation.conversationId}, ${conversation.gatewayId}, ${conversation.resumeOf}, ${aheadMs}, ${minStartMs}, ${conversation.at},
      ${conversation.real}, ${conversation.organizationId}, ${conversation.isTest ?? false},
      ${conversation.isWithoutMemory ?? false})`
  if (row?.state === 'started') return { state: 'started', id: row.sessionId }
  if (row?.state === 'active') return { state: 'active', sessionId: row.sessionId }
  return { state: row?.state === 'budget' ? 'budget' : 'insufficient' }
}

export function findActive(read: Read, userId: string): Promise<string | null> {
  return firstValue(read<{ id: string }>`
    select id from voice_session where user_id = ${userId} and status = 'active'`)
}

/** Notes when the agent was first heard, for the explanation of the charge. */
export async function noteFirstSound(step: Step, sessionId: string, at: Date): Promise<void> {
  await step`select voice_session_note_sound(${sessionId}, ${at})`
}

/** Marks the words of a conversation as deleted, so that nothing of them is shown or kept (D202). */
export async function markWordsDeleted(tx: Tx, sessionId: string, at: Date): Promise<void> {
  await tx`select voice_session_delete_words(${sessionId}, ${at})`
}

export function isActive(read: Read, sessionId: string): Promise<boolean> {
  return hasRows(read`select from voice_session where id = ${sessionId} and status = 'active'`)
}

/** Class of the advisory locks that living gateways hold. */
export const gatewayLockClass = 7201
/** The channel on which processes ask each other to end conversations. Its messages are `sessionId reason`. */
export const endChannel = 'voice_end'

/** Asks the other process that carries a conversation to end it. Returns false when no living process does. */
export function askCarrier(
  step: Step,
  { id, reason, gatewayId }: { id: string; reason: EndReason; gatewayId: number },
): Promise<boolean> {
  return hasRows(step`
    select pg_notify(${endChannel}, ${`${id} ${reason}`}) from voice_session
    where id = ${id} and status = 'active' and provider_url is null and gateway_id <> ${gatewayId}
      and gateway_lives(${gatewayLockClass}, gateway_id)`)
}

/** Returns the live conversations in an organization, of everybody or of one person. */
export function listActiveIn(read: Read, organizationId: number, userId?: string): Promise<string[]> {
  return allValues(read<{ id: string }>`
    select id from voice_session
    where organization_id = ${organizationId} and status = 'active'
      and (${userId}::uuid is null or user_id = ${userId})`)
}

/** Returns how many conversations of a person since `since` were uncharged, without tests and faulty starts (D71). */
export function countUncharged(read: Read, userId: string, since: Date): Promise<number> {
  return countOf(read<{ count: number }>`
    select count(*) from voice_session
    where user_id = ${userId} and status <> 'active' and charged_ms = 0 and not is_test
      and not (end_reason = 'fault' and connected_at is null) and created_at > ${since}`)
}

/**
 * Makes a one-time address valid and stores the provider's own behind it if that is new. Returns the conversation's id
 * at the provider and the process that carries it; null when the conversation is over or another person's.
 */
export function setAddress(
  step: Step,
  conversation: { id: string; userId: string; tokenHash: string; expiresAt: Date },
  provider?: { url: string; conversationId: string | null },
  testWords: TestWords | null = null,
): Promise<{ conversationId: string; gatewayId: number } | null> {
  return first(step<{ conversationId: string; gatewayId: number }>`
    update voice_session set token_hash = ${conversation.tokenHash}, token_expires_at = ${conversation.expiresAt},
      provider_url = coalesce(${provider?.url}, provider_url), test_words = coalesce(${testWords}, test_words),
      conversation_id = coalesce(${provider?.conversationId}, conversation_id)
    where id = ${conversation.id} and user_id = ${conversation.userId} and status = 'active'
    returning conversation_id, gateway_id`)
}

/** What an admin tries in a test without saving it. */
export interface TestWords {
  systemPrompt: string
  firstMessage: string
  /** The provider's id of the voice. */
  providerVoiceId: string
}

export interface OpenedConversation {
  id: string
  userId: string
  accountId: string
  organizationId: number | null
  isTest: boolean
  agentId: string
  /** The organization's addition to the agent's prompt, with that prompt before it; null when there is none (D127). */
  prompt: string | null
  testWords: TestWords | null
  firstName: string
  /** Where the person is; UTC while nobody has said. */
  timeZone: string
  conversationId: string
  providerUrl: string | null
  resumeOf: string | null
  /** What its agent knows about the person, one line each; empty when it knows nothing or may not (D185). */
  memory: string
}

/**
 * Redeems the one-time address. Returns null when it is unknown, used, expired or of another conversation. A
 * conversation that was opened before can only continue where it is carried (`isCarried`).
 */
export function openWithToken(
  step: Step,
  conversation: { id: string; tokenHash: string; gatewayId: number; isCarried: boolean; real: Date },
): Promise<Omit<OpenedConversation, 'memory'> | null> {
  return first(step<Omit<OpenedConversation, 'memory'>>`
    update voice_session set token_hash = null, provider_url = null, test_words = null,
      gateway_id = ${conversation.gatewayId}, last_tick_at = ${conversation.real},
      agent_revision = coalesce(agent_revision, agent.synced_revision)
    from users, agent
    where voice_session.id = ${conversation.id} and token_hash = ${conversation.tokenHash} and token_expires_at > ${conversation.real}
      and status = 'active' and (provider_url is not null or ${conversation.isCarried}) and users.id = user_id
      and agent.id = agent_id
    returning voice_session.id, user_id, account_id, organization_id, is_test, agent_id, first_name, conversation_id,
      coalesce(time_zone, 'UTC') as time_zone, old.provider_url, old.test_words, resume_of, (
        select agent.system_prompt || E'\\n\\n' || assigned.custom_instructions
        from organization_agent as assigned
        where assigned.organization_id = voice_session.organization_id and assigned.agent_id = agent.id
          and assigned.is_active and assigned.custom_instructions <> '') as prompt`)
}

/** How far a conversation has come, as its gateway measured it. */
export interface Progress {
  /** Talk time in whole milliseconds. */
  usedMs: number
  /** The part of the time since the start that is not charged, in whole milliseconds (D176). */
  freeMs: number
  /** The agent's sound that was delivered, in whole milliseconds. */
  soundMs: number
  agentSpoke: boolean
  /** When the line to the browser last died and when it came back; absent when it never died. Stored at the end. */
  gap?: { lostAt: Date | null; backAt: Date | null }
  /** The provider's start of the conversation, from which on time is charged (D70). */
  begun: { conversationId: string; at: Date } | null
}

export interface Tick {
  heldMs: number
  /** What can be talked beyond that: what the account has beyond all holds, limited by the month. */
  freeMs: number
  /** Whether the month is the bound rather than the account (D131). */
  isBudget: boolean
}

/** The facts about a person that decide whether they may go on talking (`mayGoOn`). */
export type Talker = Pick<
  Person,
  'role' | 'staffRole' | 'isActive' | 'deletionRequestedAt' | 'subscriptionStatus' | 'pastDueSince'
>

/** A tick as it was recorded, with what decides whether the conversation may go on (D92). */
export interface RecordedTick extends Tick {
  /** Whether something follows from the balance for automatic purchases (D45). */
  isLow: boolean
  /** Whether the agent may be talked with, and in an organization whether the person is still a member (D92). */
  isAvailable: boolean
  person: Talker
  /** Null in a person's own context. */
  organization: PayingOrganization | null
}

interface TickRow extends Tick, Talker {
  id: string
  isBusy: boolean
  isLow: boolean
  isAvailable: boolean
  isOrganizationActive: boolean | null
  organizationStatus: PayingOrganization['subscriptionStatus']
  organizationPastDueSince: Date | null
}

/**
 * Records the progress of conversations and renews each hold to 60 s ahead of it (D69), all in one statement that waits
 * for no lock. Returns one result per conversation, in the given order: `busy` when another transaction is changing it
 * or its account, so that it is to be recorded again, and null when it was ended elsewhere.
 */
export async function recordTicks(
  step: Step,
  ticks: readonly { id: string; progress: Progress }[],
  { at, real }: { at: Date; real: Date },
): Promise<(RecordedTick | 'busy' | null)[]> {
  const each = <T>(read: (progress: Progress) => T) => ticks.map(({ progress }) => read(progress))
  const rows = await step<TickRow & { heldMs: number | null }>`
    select tick.*, may_go_on_with(talk.agent_id, talk.user_id, talk.organization_id, talk.is_test) as is_available,
      users.is_active, users.deletion_requested_at,
      case when must_set_up_two_factor(users.id, role_of(users)) then 'user' else role_of(users) end as role,
      case when not must_set_up_two_factor(users.id, role_of(users)) then staff_role_of(users) end as staff_role,
      subscription.status as subscription_status, subscription.past_due_since,
      firm.is_active as is_organization_active, firm.subscription_status as organization_status,
      firm.past_due_since as organization_past_due_since
    from voice_session_ticks(${ticks.map(({ id }) => id)}::uuid[], ${each(({ usedMs }) => usedMs)}::bigint[],
      ${each(({ freeMs }) => freeMs)}::bigint[], ${each(({ soundMs }) => soundMs)}::bigint[],
      ${each(({ agentSpoke }) => agentSpoke)}::boolean[], ${each(({ begun }) => begun?.at ?? null)}::timestamptz[],
      ${each(({ begun }) => begun?.conversationId ?? null)}::text[], ${aheadMs}, ${real}, ${at}) as tick
    join voice_session as talk on talk.id = tick.id
    join users on users.id = talk.user_id
    left join account on account.user_id = users.id
    left join subscription on subscription.account_id = account.id
    left join organization as firm on firm.id = talk.organization_id and firm.archived_at is null`
  const rowById = new Map(rows.map((row) => [row.id, row]))
  return ticks.map(({ id }) => {
    const row = rowById.get(id)
    if (row?.isBusy) return 'busy'
    return row && row.heldMs !== null ? toRecorded(row) : null
  })
}

function toRecorded(row: TickRow): RecordedTick {
  const { heldMs, freeMs, isBudget, isLow, isAvailable, isOrganizationActive: isActive } = row
  const firm = { subscriptionStatus: row.organizationStatus, pastDueSince: row.organizationPastDueSince }
  const organization = isActive === null ? null : { isActive, ...firm }
  return { heldMs, freeMs, isBudget, isLow, isAvailable, person: row, organization }
}

export interface Ending {
  id: string
  reason: EndReason
  /** When omitted, the progress that the last tick recorded. */
  progress?: Progress
  at: Date
}

export interface Settled {
  /** Whether this call ended it. */
  isFirst: boolean
  chargedMs: number
  /** Differs from the given reason when the conversation had ended before. */
  reason: EndReason
}

/** Ends and charges a conversation exactly once. Returns how it ended; null when there is none. */
export async function settleConversation(step: Step, { id, reason, progress, at }: Ending): Promise<Settled | null> {
  const [row] = await step<{ isFirst: boolean | null; chargedMs: number; endReason: EndReason }>`
    select is_first, charged_ms, end_reason from voice_session_end(${id}, ${reason}, ${progress?.usedMs},
      ${progress?.agentSpoke}, ${progress?.begun?.at}, ${freeBelowMs}, ${at}, ${progress?.freeMs},
      ${progress?.soundMs}, ${progress?.gap?.lostAt}, ${progress?.gap?.backAt})`
  if (!row || row.isFirst === null) return null
  return { isFirst: row.isFirst, chargedMs: row.chargedMs, reason: row.endReason }
}
