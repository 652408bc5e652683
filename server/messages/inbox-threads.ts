import type { InboxState } from '#contract/messages/inbox.ts'
import type { Tx } from '../database/sql.ts'
import { refuseChanged } from '../kernel/changed-meanwhile.ts'
import { refuse } from '../kernel/problem.ts'

/** State and assignee of the conversations in the team's inbox. Their messages move them, too (inbox-threads.sql). */

interface Handling {
  state: InboxState
  assigneeId: string | null
}

interface ThreadInput extends Partial<Handling> {
  /** The values that the form was opened with (D187). */
  before?: Record<string, unknown> | undefined
}

/**
 * Changes state or assignee. Returns the values before and after, and what the act is recorded for. Refuses when
 * somebody else changed the same since (D187).
 */
export async function changeThread(
  tx: Tx,
  id: string,
  { before: began, ...input }: ThreadInput,
): Promise<{ targetId: string; before: Handling; after: Handling }> {
  const [row] = await tx<Handling & { targetId: string }>`
    select state, assignee_id, coalesce(thread_id, contact_id) as target_id from inbox_thread
    where id = ${id} for update`
  if (!row) refuse('thread_not_found')
  const { targetId, ...before } = row
  refuseChanged(began, before, input)
  const after: Handling = {
    state: input.state ?? before.state,
    assigneeId: input.assigneeId === undefined ? before.assigneeId : input.assigneeId,
  }
  await tx`
    update inbox_thread set state = ${after.state}, assignee_id = ${after.assigneeId},
      open_since = case when ${after.state} = 'open' then
        case when asked_at > coalesce(answered_at, '-infinity') then coalesce(open_since, asked_at) end end
    where id = ${id}`
  return { targetId, before, after }
}

/**
 * Locks the conversation for an answer, so that of two admins who answer at once the second one sees the first answer.
 * A thread that is only beginning has no row and needs no lock.
 */
export async function lockThread(tx: Tx, threadId: string, personId: string): Promise<void> {
  await tx`select from inbox_thread where thread_id = ${threadId} and person_id = ${personId} for update`
}

/** Closes the conversation that an answer belongs to, for “Answer and Close”. */
export async function closeAnswered(tx: Tx, key: { threadId: string; personId: string } | { contactId: string }) {
  const { threadId, personId, contactId } = { threadId: null, personId: null, contactId: null, ...key }
  await tx`
    update inbox_thread set state = 'closed', open_since = null
    where contact_id = ${contactId} or (thread_id = ${threadId} and person_id = ${personId})`
}

/** Opens the conversation again when the only answer to a customer's newest message was withdrawn. */
export async function reopenUnanswered(tx: Tx, threadId: string, personId: string): Promise<void> {
  await tx`
    update inbox_thread as thread set
      state = case when state = 'waiting' then 'open' else state end, open_since = asked_at,
      answered_at = left_over.newest, first_answered_at = left_over.first
    from (
      select min(created_at) as first, max(created_at) as newest from user_communication
      where audience = 'person' and to_user_id = ${personId} and in_reply_to = ${threadId} and withdrawn_at is null
    ) as left_over
    where thread_id = ${threadId} and person_id = ${personId}
      and asked_at > coalesce(left_over.newest, '-infinity')`
}

/** Deletes the conversations of an erased person, and takes them off what was assigned to them. */
export async function eraseThreads(tx: Tx, userId: string): Promise<void> {
  await tx`delete from inbox_thread where person_id = ${userId}`
  await tx`update inbox_thread set assignee_id = null where assignee_id = ${userId}`
}
