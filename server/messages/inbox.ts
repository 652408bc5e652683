import type { QueryOf, RowOf } from '../kernel/serve.ts'
import type { inbox, InboxState, inboxThread } from '#contract/messages/inbox.ts'
import type { NamedPerson } from '#contract/agents/admin-requests.ts'
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

/** What the messages of a conversation say about it. */
const talkColumns = columns`
  (array_agg(id order by created_at desc, id desc))[1] as newest_id, count(*) as message_count,
  count(*) filter (where is_unread) as unread_count, bool_or(audience = 'admins') as is_asked,
  array_agg(message_type) as types`

/** A conversation as the list's last step selects it. */
const threadColumns = columns`
  sorted.id, sorted.newest_id as message_id, sorted.contact_id, sorted.state,
  assignee.named as assignee, person.named as person, trim(sorted.name) as name, sorted.email,
  case when sorted.contact_id is not null then (select id from users where lower(users.email) = lower(sorted.email)
    and erased_at is null) end as account_id,
  coalesce(mail.subject, 'From the contact page') as subject,
  coalesce(mail.message, sorted.contact_message) as message, coalesce(mail.message_type, 'general') as message_type,
  coalesce(mail.priority, 'normal') as priority, sorted.message_count, sorted.unread_count,
  case when mail.audience <> 'admins' then sender.named end as answered_by, sorted.asked_at, sorted.open_since,
  sorted.answered_at, case when sorted.begun_at is not null
    then floor(extract(epoch from sorted.first_answered_at - sorted.begun_at))::int end as first_answer_seconds`

const sortKeys = {
  asked: columns`coalesce(asked_at, answered_at)`,
  waiting: columns`open_since`,
  person: columns`lower(trim(name))`,
  subject: columns`(select lower(mail.subject) from mail where mail.id = newest_id)`,
}

/** Returns conversations with their newest message, the customer's newest message first unless sorted otherwise. */
export async function listInbox(read: LongRead, adminId: string, query: InboxQuery): Promise<Page<InboxRow>> {
  const { pattern, key, direction, limit, offset } = readListQuery(query, '-asked', sortKeys)
  const isByWaiting = key === sortKeys.waiting
  const answering = staffWith('messages.change')
  return toPage(
    await read<InboxRow>`
      with mail as materialized (select * from team_messages(${adminId})),
      talk as (
        select thread_id, person_id, ${talkColumns} from mail where person_id is not null group by thread_id, person_id
      ), handled as (
        select thread.*, talk.newest_id, coalesce(talk.message_count, 1) as message_count, talk.is_asked, talk.types,
          case when thread.contact_id is not null then (thread.state = 'open')::int else talk.unread_count end
            as unread_count,
          (select assignee.id from users as assignee where assignee.id = thread.assignee_id and assignee.is_active
            and staff_role_of(assignee) = any(${answering})) as assigned_to,
          coalesce(person.first_name || ' ' || person.last_name, contact.name) as name,
          coalesce(person.email, contact.email) as email, contact.message as contact_message
        from inbox_thread as thread
        left join talk on talk.thread_id = thread.thread_id and talk.person_id = thread.person_id
        left join users as person on person.id = thread.person_id
        left join contact_message as contact on contact.id = thread.contact_id
        where talk.newest_id is not null or contact.id is not null
      ), found as (
        select handled.*, coalesce(asked_at, answered_at) as at, ${key} as key
        from handled
        where (${query.id}::uuid is null or id = ${query.id})
          and (${query.messageId}::uuid is null or contact_id = ${query.messageId} or (thread_id, person_id) = (
            select coalesce(asked.in_reply_to, asked.id), coalesce(asked.to_user_id, asked.from_user_id)
            from user_communication as asked where asked.id = ${query.messageId}))
          and (${query.state}::text is null or state = ${query.state})
          and case ${query.assignee}::text when 'mine' then assigned_to = ${adminId} when 'nobody' then assigned_to is null
            else true end
          and case ${query.box}::text when 'unread' then unread_count > 0 when 'from_people' then is_asked
            when 'to_person' then not is_asked when 'contact' then contact_id is not null else true end
          and (${query.messageType}::text is null or ${query.messageType} = any(types))
          and (${pattern}::text is null or searchable(name) like ${pattern} or searchable(email) like ${pattern}
            or searchable(contact_message) like ${pattern} or exists (
              select from mail where mail.thread_id = handled.thread_id and mail.person_id = handled.person_id
                and (searchable(mail.subject) like ${pattern} or searchable(mail.message) like ${pattern})))
      ), sorted as (
        select *, row_number() over () as place from (
          select found.* from found
          order by ${isByWaiting}::boolean and open_since is null, key ${direction}, at desc, id desc
          limit ${limit} offset ${offset}
        ) as page
      )
      select total, ${threadColumns}
      from (select count(*) as total from found) as counted
      left join sorted on true
      left join mail on mail.id = sorted.newest_id left join named_person as sender on sender.id = mail.from_user_id
      left join named_person as assignee on assignee.id = sorted.assigned_to
      left join named_person as person on person.id = sorted.person_id
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
