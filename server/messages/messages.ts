import type { RowOf } from '../kernel/serve.ts'
import { type communication, messageLimits } from '#contract/messages/messages.ts'
import { first, hasRows, type Read, type Tx } from '../database/sql.ts'
import { requireAttempt } from '../kernel/limits.ts'
import { refuse } from '../kernel/problem.ts'
import type { Services } from '../kernel/services.ts'
import { eraseThreads } from './inbox-threads.ts'
import { findAnswerableThread } from './policies.ts'

/** Messages between people and admins; the SQL function messages_of decides who sees which. */

export type MessageRow = RowOf<typeof communication>

/**
 * Returns the messages that a person sees, newest first, at most 1,000; with `id`, only that one. A platform admin sees
 * the team's messages in the admin panel, and here only by id.
 */
export function listMessages(read: Read, userId: string, id: string | null = null): Promise<MessageRow[]> {
  return read<MessageRow>`
    select id, from_user_id, audience, to_user_id, subject, message, message_type, priority, in_reply_to, created_at,
      read_at is not null as is_read, is_own, is_unread,
      case when is_own then (select min(state.read_at) from user_communication_state as state
        where state.communication_id = seen.id and state.user_id <> ${userId}) end as seen_at
    from messages_of(${userId}) as seen
    where case when ${id}::uuid is null then not is_team_message else id = ${id} end
    order by created_at desc, id desc limit 1000`
}

interface NewMessage extends Pick<MessageRow, 'subject' | 'message' | 'messageType' | 'priority'> {
  audience: 'admins' | 'organization'
  /** The organization whose admins it goes to. */
  organizationId: number | null
  /** A message of the thread that it continues. */
  inReplyTo?: string | undefined
}

/**
 * Sends a message, which answers only messages of this person. A thread with an organization's admins stays between them
 * and the person who began it (D64).
 */
export async function createMessage(tx: Tx, userId: string, sent: NewMessage, at: Date): Promise<MessageRow> {
  const thread = sent.inReplyTo === undefined ? null : await findAnswerableThread(tx, userId, sent.inReplyTo)
  if (sent.inReplyTo !== undefined && thread === null) refuse('message_not_found')
  const { audience, organizationId } = thread?.audience === 'organization' ? thread : sent
  const { subject, message, messageType, priority } = sent
  const [row] = await tx<{ id: string }>`
    insert into user_communication (from_user_id, audience, organization_id, subject, message, message_type, priority,
      in_reply_to, created_at)
    values (${userId}, ${audience}, ${audience === 'organization' ? organizationId : null}, ${subject}, ${message},
      ${messageType}, ${priority}, ${thread?.id}, ${at})
    returning id`
  return findMessage(tx, userId, row?.id ?? '')
}

async function findMessage(read: Read, userId: string, id: string): Promise<MessageRow> {
  return (await first(listMessages(read, userId, id))) ?? refuse('message_not_found')
}

/** A message from the platform's admins to one person or to everyone. */
export interface TeamMessage extends Pick<MessageRow, 'subject' | 'message' | 'messageType' | 'priority' | 'toUserId'> {
  /** The first message of its thread. */
  threadId: string | null
  /** Whether the product itself writes it, so that it begins no conversation of the inbox. */
  isNotice?: boolean
}

/** Sends it in the platform's name, and returns its id (D65). */
export async function sendFromTeam(tx: Tx, adminId: string, draft: TeamMessage, at: Date): Promise<string> {
  const { subject, message, messageType, priority, toUserId, threadId, isNotice = false } = draft
  const [row] = await tx<{ id: string }>`
    insert into user_communication (from_user_id, audience, to_user_id, subject, message, message_type, priority,
      in_reply_to, is_notice, created_at)
    values (${adminId}, ${toUserId === null ? 'broadcast' : 'person'}, ${toUserId}, ${subject}, ${message},
      ${messageType}, ${priority}, ${threadId}, ${isNotice}, ${at})
    returning id`
  if (!row) throw new Error('The message was not stored')
  return row.id
}

/** Withdraws an admin's message for everyone. Returns whom it went to, and its thread (D65). */
export async function withdrawMessage(
  tx: Tx,
  id: string,
  at: Date,
): Promise<Pick<MessageRow, 'toUserId' | 'inReplyTo'>> {
  const row = await first(tx<Pick<MessageRow, 'toUserId' | 'inReplyTo'>>`
    update user_communication set withdrawn_at = ${at}
    where id = ${id} and audience in ('broadcast', 'person') and withdrawn_at is null
    returning to_user_id, in_reply_to`)
  return row ?? refuse('message_not_found')
}

/** Marks a message as read for this person; a repeat keeps the first time (D65). */
export async function markRead(tx: Tx, userId: string, id: string, at: Date): Promise<MessageRow> {
  await tx`
    insert into user_communication_state (communication_id, user_id, read_at)
    select id, ${userId}, ${at} from messages_of(${userId}) where id = ${id}
    on conflict (communication_id, user_id)
      do update set read_at = coalesce(user_communication_state.read_at, excluded.read_at)`
  return findMessage(tx, userId, id)
}

/** Removes a message from this person's list (D65). */
export async function deleteForPerson(tx: Tx, userId: string, id: string, at: Date): Promise<void> {
  const isDeleted = hasRows(tx`
    insert into user_communication_state (communication_id, user_id, deleted_at)
    select id, ${userId}, ${at} from messages_of(${userId}) where id = ${id}
    on conflict (communication_id, user_id) do update set deleted_at = excluded.deleted_at
    returning communication_id`)
  if (!(await isDeleted)) refuse('message_not_found')
}

type Counting = Pick<Services, 'clock' | 'config'>

/** Counts a request to an organization's admins against the one per day of its kind (D49). */
export function countRequest(
  tx: Tx,
  services: Counting,
  { kind, userId, organizationId }: { kind: 'minutes' | 'agents'; userId: string; organizationId: number },
): Promise<void> {
  const limit = { key: `${kind}-request:${organizationId}:${userId}`, max: 1, windowMinutes: 24 * 60 }
  return requireAttempt(tx, services, { ...limit, isFixed: true, refusal: `${kind}_requested` })
}

/** Counts a message against the 10 per hour (D66). */
export function countMessageOfHour(tx: Tx, services: Counting, userId: string): Promise<void> {
  const limit = { key: `message:${userId}`, max: messageLimits.perHour, windowMinutes: 60 }
  return requireAttempt(tx, services, { ...limit, refusal: 'too_many_messages' })
}

/**
 * Deletes what a person wrote to admins of the platform or an organization, and messages to this person alone. What an
 * admin wrote to others stays, without a name.
 */
export async function eraseMessages(tx: Tx, userId: string): Promise<void> {
  await eraseThreads(tx, userId)
  await tx`delete from user_communication_state where user_id = ${userId}`
  await tx`
    delete from user_communication
    where to_user_id = ${userId} or (from_user_id = ${userId} and audience in ('admins', 'organization'))`
}
