import type { adminCommunications, teamMessage, teamThread } from '#contract/messages/admin-messages.ts'
import { mostCounted } from '#contract/call.ts'
import { columns, countOf, type LongRead, type Read } from '../database/sql.ts'
import { type Page, readListQuery, toPage } from '../kernel/admin-list.ts'
import { refuse } from '../kernel/problem.ts'
import type { QueryOf, RowOf } from '../kernel/serve.ts'

/** The messages of the platform's admins; the SQL function team_messages decides who sees which (D64). */

export type TeamMessageRow = RowOf<typeof teamMessage>

type ThreadRow = RowOf<typeof teamThread> & { total: number }

export type ThreadQuery = QueryOf<typeof adminCommunications>

const sortKeys = {
  created: columns`newest.created_at`,
  person: columns`coalesce((
    select lower(trim(first_name || ' ' || last_name)) from users where users.id = newest.person_id), '')`,
  subject: columns`lower(newest.subject)`,
}

/** A thread as the list's last step selects it. */
const threadColumns = columns`
  newest.id, newest.from_user_id, newest.audience, newest.to_user_id, newest.subject, newest.message,
  newest.message_type, newest.priority, newest.in_reply_to, newest.created_at, newest.is_read, newest.is_own,
  newest.is_unread, sender.named as sender, recipient.named as recipient, reading.read_count, reading.seen_at,
  person.named as person, talk.message_count, talk.unread_count`

/** The other messages of the conversation whose newest one is looked at. */
const ofThread = columns`mail.thread_id = newest.thread_id and mail.person_id is not distinct from newest.person_id`

/** Returns the latest message of each thread, newest first unless sorted otherwise. */
export async function listThreads(read: LongRead, adminId: string, query: ThreadQuery): Promise<Page<ThreadRow>> {
  const { pattern, key, direction, limit, offset } = readListQuery(query, '-created', sortKeys)
  const tie = key === sortKeys.created ? direction : columns`desc`
  return toPage(
    await read<ThreadRow>`
      with mail as not materialized (select * from team_messages(${adminId})),
      found as materialized (
        select mail.thread_id, coalesce(mail.person_id, mail.id) as with_id from mail
        where searchable(mail.subject || ' ' || mail.message) like ${pattern}
        union all
        select mail.thread_id, mail.person_id from users join mail on mail.from_user_id = users.id
        where mail.audience = 'admins'
          and searchable(users.first_name || ' ' || users.last_name || ' ' || users.email) like ${pattern}
        union all
        select mail.thread_id, mail.person_id from users join mail on mail.to_user_id = users.id
        where mail.audience = 'person'
          and searchable(users.first_name || ' ' || users.last_name || ' ' || users.email) like ${pattern}
      ), matching as not materialized (
        select newest.id, newest.created_at as at, ${key} as key
        from mail as newest
        where not exists (
            select from mail where ${ofThread} and (mail.created_at, mail.id) > (newest.created_at, newest.id))
          and case ${query.box}::text
            when 'unread' then newest.is_unread or exists (select from mail where ${ofThread} and mail.is_unread)
            when 'from_people' then newest.audience = 'admins'
              or exists (select from mail where ${ofThread} and mail.audience = 'admins')
            when 'to_everybody' then newest.audience = 'broadcast'
            when 'to_person' then newest.audience = 'person'
              or exists (select from mail where ${ofThread} and mail.audience = 'person')
            when 'notices' then newest.id = any(array(
              select id from user_communication where audience = 'broadcast' or is_notice)) and not exists (
              select from inbox_thread as thread
              where thread.thread_id = newest.thread_id and thread.person_id = newest.person_id)
            else true end
          and (${query.messageType}::text is null or newest.message_type = ${query.messageType}
            or exists (select from mail where ${ofThread} and mail.message_type = ${query.messageType}))
          and (${pattern}::text is null
            or (newest.thread_id, coalesce(newest.person_id, newest.id)) in (select thread_id, with_id from found))
      ), sorted as (
        select *, row_number() over () as place from (
          select id from matching
          order by key ${direction}, at ${tie}, id ${tie}
          limit ${limit} offset ${offset}
        ) as page
      )
      select total, ${threadColumns}
      from (select count(*) as total from (select from matching limit ${mostCounted + 1}) as few) as counted
      left join sorted on true
      left join mail as newest on newest.id = sorted.id
      left join lateral (select count(*) as message_count, count(*) filter (where mail.is_unread) as unread_count
        from mail where ${ofThread}) as talk on true
      left join message_reading as reading on reading.id = newest.id
      left join named_person as sender on sender.id = newest.from_user_id
      left join named_person as recipient on recipient.id = newest.to_user_id
      left join named_person as person on person.id = newest.person_id
      order by sorted.place`,
  )
}

/**
 * Returns the messages of a thread, oldest first: those with one person, and the broadcast that they answer.
 * None when this admin deleted all of it or it was withdrawn.
 */
export async function readThread(read: Read, adminId: string, id: string): Promise<TeamMessageRow[]> {
  const rows = await read<TeamMessageRow>`
    with mail as materialized (select * from team_messages(${adminId})),
    asked as (
      select coalesce(in_reply_to, id) as thread_id,
        case audience when 'admins' then from_user_id when 'person' then to_user_id end as person_id
      from user_communication where id = ${id} and audience <> 'organization'
    )
    select mail.id, mail.from_user_id, mail.audience, mail.to_user_id, mail.subject, mail.message, mail.message_type,
      mail.priority, mail.in_reply_to, mail.created_at, mail.is_read, mail.is_own, mail.is_unread,
      sender.named as sender, recipient.named as recipient, reading.read_count, reading.seen_at
    from asked
    left join mail on mail.thread_id = asked.thread_id
      and (mail.person_id is null or mail.person_id is not distinct from asked.person_id)
    left join message_reading as reading on reading.id = mail.id
    left join named_person as sender on sender.id = mail.from_user_id
    left join named_person as recipient on recipient.id = mail.to_user_id
    order by mail.created_at, mail.id`
  if (rows.length === 0) refuse('message_not_found')
  return rows.filter((row) => row.id !== null)
}

/** Returns how many people a message to everyone reaches now, besides its sender. */
export function countAudience(read: LongRead, senderId: string): Promise<number> {
  return countOf(read<{ count: number }>`
    select count(*) from users where is_active and erased_at is null and id <> ${senderId}`)
}
