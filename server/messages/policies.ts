import type { Communication } from '#contract/messages/messages.ts'
import { firstValue, first, hasRows, type Read } from '../database/sql.ts'

/**
 * Who may receive messages and answer which. What people see is decided by the SQL functions `messages_of` and, for the
 * team, `team_messages`.
 */

/** Returns whether a person can receive messages: everyone who is not erased can. */
export function mayReceiveMessages(read: Read, userId: string): Promise<boolean> {
  return hasRows(read`select from users where id = ${userId} and erased_at is null`)
}

/** Returns whether the platform's admins ever had this message. */
export function messageExists(read: Read, id: string): Promise<boolean> {
  return hasRows(read`select from user_communication where id = ${id} and audience <> 'organization'`)
}

/**
 * Returns whether somebody else of the team has answered a person in a thread after the newest message that an admin
 * has seen (D187). Call it under the lock of the conversation.
 */
export function isAnsweredSince(
  read: Read,
  { adminId, threadId, personId, seenId }: { adminId: string; threadId: string; personId: string; seenId: string },
): Promise<boolean> {
  return hasRows(read`
    select from user_communication as answer
    join user_communication as seen on seen.id = ${seenId}
    where answer.in_reply_to = ${threadId} and answer.audience = 'person' and answer.to_user_id = ${personId}
      and answer.from_user_id <> ${adminId} and answer.withdrawn_at is null
      and (answer.created_at, answer.id) > (seen.created_at, seen.id)`)
}

/** Whom the first message of a thread is for. */
export interface Thread {
  id: string
  audience: Communication['audience']
  organizationId: number | null
}

/** Returns the thread of a message that a person may answer; null when the message is not theirs (D64). */
export function findAnswerableThread(read: Read, userId: string, id: string): Promise<Thread | null> {
  return first(read<Thread>`
    select first.id, first.audience, first.organization_id
    from messages_of(${userId}) as seen
    join user_communication as first on first.id = coalesce(seen.in_reply_to, seen.id)
    where seen.id = ${id} and not seen.is_team_message`)
}

/**
 * Returns the thread in which an admin may answer a person (null for everyone); null when the message is not theirs.
 */
export function findAnswerableTeamThread(
  read: Read,
  adminId: string,
  id: string,
  toUserId: string | null,
): Promise<string | null> {
  return firstValue(read<{ threadId: string }>`
    select thread_id from team_messages(${adminId})
    where id = ${id} and (person_id is null or person_id = ${toUserId})`)
}
