import type { QueryOf, RowOf } from '../kernel/serve.ts'
import type { inbox, InboxState, inboxThread } from '#contract/messages/inbox.ts'
import type { NamedPerson } from '#contract/agents/admin-requests.ts'
import { mostCounted } from '#contract/call.ts'
import { staffWith } from '#contract/identity/staff.ts'
import { allValues, columns, countOf, type LongRead, type Read } from '../database/sql.ts'
import { type Page, readListQuery, toPage } from '../kernel/admin-list.ts'

/** The team's inbox as one admin sees it; the SQL function team_messages decides which messages (D64). */

type InboxRow = RowOf<typeof inboxThread> & { total: number }

export type InboxQuery = QueryOf<typeof inbox> & {
  /** Only this conversation. */
  id?: string
  /** Only the conversation of this message. */
  messageId?: string
}

/** A conversation as the list's last step selects it. */
const threadColumns = columns`
  thread.id, mail.id as message_id, thread.contact_id, thread.state,
  assignee.named as assignee, person.named as person,
  trim(coalesce(account.first_name || ' ' || account.last_name, contact.name)) as name,
  coalesce(account.email, contact.email) as email,
  case when thread.contact_id is not null then (select id from users where lower(users.email) = lower(contact.email)
    and erased_at is null) end as account_id,
  coalesce(mail.subject, 'From the contact page') as subject,
  coalesce(mail.message, contact.message) as message, coalesce(mail.message_type, 'general') as message_type,
  coalesce(mail.priority, 'normal') as priority, coalesce(talk.message_count, 1) as message_count,
  case when thread.contact_id is not null then (thread.state = 'open')::int else talk.unread_count end as unread_count,
  case when mail.audience <> 'admins' then sender.named end as answered_by, thread.asked_at, thread.open_since,
  thread.answered_at, case when thread.begun_at is not null
    then floor(extract(epoch from thread.first_answered_at - thread.begun_at))::int end as first_answer_seconds`

/** Joins a conversation's people and visible messages. */
const itsMessages = columns`
  left join users as account on account.id = thread.person_id
  left join named_person as person on person.id = thread.person_id
  left join contact_message as contact on contact.id = thread.contact_id
  left join lateral (
    select count(*) as message_count, count(*) filter (where mail.is_unread) as unread_count,
      (array_agg(mail.id order by mail.created_at desc, mail.id desc))[1] as newest_id
    from mail where mail.thread_id = thread.thread_id and mail.person_id = thread.person_id
    having count(*) > 0) as talk on true
  left join mail on mail.id = talk.newest_id left join named_person as sender on sender.id = mail.from_user_id`

/** The visible messages of a conversation. */
const ofThread = columns`mail where mail.thread_id = thread.thread_id and mail.person_id = thread.person_id`

/** Whether an admin sees only some messages of a conversation, or none. */
const isCut = columns`(thread.thread_id, thread.person_id) in (select * from cut)`

const sortKeys = {
  asked: columns`coalesce(thread.asked_at, thread.answered_at)`,
  waiting: columns`thread.open_since`,
  person: columns`(select lower(trim(coalesce(
    (select first_name || ' ' || last_name from users where users.id = thread.person_id),
    (select contact.name from contact_message as contact where contact.id = thread.contact_id)))))`,
  subject: columns`(
    select lower(mail.subject) from mail where mail.thread_id = thread.thread_id and mail.person_id = thread.person_id
    order by mail.created_at desc, mail.id desc limit 1)`,
}

/** Returns conversations with their newest message, the customer's newest message first unless sorted otherwise. */
export async function listInbox(read: LongRead, adminId: string, query: InboxQuery): Promise<Page<InboxRow>> {
  const { pattern, key, direction, limit, offset } = readListQuery(query, '-asked', sortKeys)
  const isByWaiting = key === sortKeys.waiting
  // Orders of time go by an index, in both directions; in the others a person's newest conversation comes first.
  const tie = isByWaiting || key === sortKeys.asked ? direction : columns`desc`
  const answering = staffWith('messages.change')
  return toPage(
    await read<InboxRow>`
      with mail as not materialized (select * from team_messages(${adminId})),
      cut as materialized (select * from partly_seen_threads(${adminId})),
      found as materialized (select id from found_threads(${adminId}, ${pattern})),
      matching as not materialized (
        select thread.id, thread.open_since, coalesce(thread.asked_at, thread.answered_at) as at, ${key} as key
        from inbox_thread as thread
        where (${query.id}::uuid is null or thread.id = ${query.id})
          and (${query.messageId}::uuid is null or thread.contact_id = ${query.messageId}
            or (thread.thread_id, thread.person_id) = (
              select coalesce(asked.in_reply_to, asked.id), coalesce(asked.to_user_id, asked.from_user_id)
              from user_communication as asked where asked.id = ${query.messageId}))
          and (${query.state}::text is null or thread.state = ${query.state})
          and case ${query.assignee}::text
            when 'mine' then thread.assignee_id = ${adminId} and exists (select from users
              where users.id = thread.assignee_id and users.is_active and staff_role_of(users) = any(${answering}))
            when 'nobody' then not exists (select from users
              where users.id = thread.assignee_id and users.is_active and staff_role_of(users) = any(${answering}))
            else true end
          and (thread.contact_id is not null or ((select sees_team_messages(${adminId})) and not ${isCut})
            or exists (select from ${ofThread}))
          and case ${query.box}::text
            when 'unread' then (thread.contact_id is not null and thread.state = 'open')
              or exists (select from ${ofThread} and mail.is_unread)
            when 'contact' then thread.contact_id is not null
            when 'from_people' then thread.thread_id is not null and thread.asked_at is not null
              and (not ${isCut} or exists (select from ${ofThread} and mail.audience = 'admins'))
            when 'to_person' then thread.thread_id is not null and (thread.asked_at is null
              or (${isCut} and not exists (select from ${ofThread} and mail.audience = 'admins')))
            else true end
          and (${query.messageType}::text is null
            or exists (select from ${ofThread} and mail.message_type = ${query.messageType}))
          and (${pattern}::text is null or thread.id in (select id from found))
      ), sorted as (
        select *, row_number() over () as place from (
          select id from matching
          order by ${isByWaiting}::boolean and open_since is null, key ${direction}, at ${tie}, id ${tie}
          limit ${limit} offset ${offset}
        ) as page
      )
      select total, ${threadColumns}
      from (select count(*) as total from (select from matching limit ${mostCounted + 1}) as few) as counted
      left join sorted on true
      left join inbox_thread as thread on thread.id = sorted.id ${itsMessages}
      left join users as assigned on assigned.id = thread.assignee_id and assigned.is_active
        and staff_role_of(assigned) = any(${answering})
      left join named_person as assignee on assignee.id = assigned.id
      order by sorted.place`,
  )
}

/** Returns the staff who may answer, by name. */
export function listAssignees(read: Read): Promise<NamedPerson[]> {
  return allValues(read<{ named: NamedPerson }>`
    select named_person.named from users join named_person on named_person.id = users.id
    where users.is_active and users.deletion_requested_at is null
      and staff_role_of(users) = any(${staffWith('messages.change')})
    order by lower(users.first_name || ' ' || users.last_name), users.email`)
}

/**
 * Returns how many open conversations have messages that an admin has not read. Every page of staff asks for it, so it
 * looks only at open ones.
 */
export function countUnread(read: Read, adminId: string): Promise<number> {
  return countOf(read<{ count: number }>`
    select count(*) from inbox_thread as thread
    where thread.state = 'open' and (thread.contact_id is not null or exists (
      select from user_communication as asked
      left join user_communication_state as state on state.communication_id = asked.id and state.user_id = ${adminId}
      where asked.from_user_id = thread.person_id and asked.audience = 'admins'
        and (asked.id = thread.thread_id or asked.in_reply_to = thread.thread_id)
        and asked.from_user_id <> ${adminId} and state.read_at is null and state.deleted_at is null))`)
}

interface FirstAnswers {
  count: number
  medianSeconds: number | null
}

/** Returns the conversations by state, and the median of first answers that were given in the last days. */
export async function readInboxFigures(read: Read, at: Date) {
  const [states] = await read<Record<InboxState, number>>`
    select count(*) filter (where state = 'open') as open, count(*) filter (where state = 'waiting') as waiting,
      count(*) filter (where state = 'closed') as closed
    from inbox_thread`
  const median = async (days: number): Promise<FirstAnswers> => {
    const [row] = await read<FirstAnswers>`
      select count(*), floor(percentile_cont(0.5) within group (
        order by extract(epoch from first_answered_at - begun_at)))::int as median_seconds
      from inbox_thread
      where begun_at is not null and first_answered_at > ${new Date(at.getTime() - days * 24 * 60 * 60_000)}
        and first_answered_at <= ${at}`
    return row ?? { count: 0, medianSeconds: null }
  }
  const [last7Days, last30Days] = await Promise.all([median(7), median(30)])
  return { ...(states ?? { open: 0, waiting: 0, closed: 0 }), last7Days, last30Days }
}
