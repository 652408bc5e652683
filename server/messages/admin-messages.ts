import type { adminCommunications, teamMessage, teamThread } from '#contract/messages/admin-messages.ts'
import { columns, countOf, type LongRead, type Read } from '../database/sql.ts'
import { type Page, readListQuery, toPage } from '../kernel/admin-list.ts'
import { refuse } from '../kernel/problem.ts'
import type { QueryOf, RowOf } from '../kernel/serve.ts'

/** The messages of the platform's admins; the SQL function team_messages decides who sees which (D64). */

export type TeamMessageRow = RowOf<typeof teamMessage>

type ThreadRow = RowOf<typeof teamThread> & { total: number }

export type ThreadQuery = QueryOf<typeof adminCommunications>

const sortKeys = {
  created: columns`at`,
  person: columns`coalesce((
    select lower(trim(first_name || ' ' || last_name)) from users where users.id = person_id), '')`,
  subject: columns`(select lower(mail.subject) from user_communication as mail where mail.id = newest_id)`,
}

/** Returns the latest message of each thread, newest first unless sorted otherwise. */
export async function listThreads(read: LongRead, adminId: string, query: ThreadQuery): Promise<Page<ThreadRow>> {
  const { pattern, key, direction, limit, offset } = readListQuery(query, '-created', sortKeys)
  return toPage(
    await read<ThreadRow>`
      with mail as materialized (select * from team_messages(${adminId})),
      found as (
        select person_id, (array_agg(id order by created_at desc, id desc))[1] as newest_id, max(created_at) as at,
          count(*) as message_count, count(*) filter (where is_unread) as unread_count
        from mail
        group by thread_id, person_id
        having case ${query.box}::text when 'unread' then bool_or(is_unread)
            when 'from_people' then bool_or(audience = 'admins')
            when 'to_everybody' then person_id is null
            when 'to_person' then bool_or(audience = 'person')
            when 'notices' then not exists (select from inbox_thread as thread
              where thread.thread_id = mail.thread_id and thread.person_id = mail.person_id)
            else true end
          and (${query.messageType}::text is null or bool_or(message_type = ${query.messageType}))
          and (${pattern}::text is null
            or bool_or(searchable(subject) like ${pattern} or searchable(message) like ${pattern}) or exists (
            select from users where users.id = mail.person_id
              and (searchable(first_name || ' ' || last_name) like ${pattern} or searchable(email) like ${pattern})))
      ), thread as (
        select found.*, ${key} as key from found
      ), sorted as (
        select *, row_number() over () as place from (
          select thread.* from thread
          order by key ${direction}, at desc, newest_id desc
          limit ${limit} offset ${offset}
        ) as page
      )
      select total, mail.id, mail.from_user_id, mail.audience, mail.to_user_id, mail.subject, mail.message,
        mail.message_type, mail.priority, mail.in_reply_to, mail.created_at, mail.is_read, mail.is_own, mail.is_unread,
        sender.named as sender, recipient.named as recipient, reading.read_count, reading.seen_at,
        person.named as person, sorted.message_count, sorted.unread_count
      from (select count(*) as total from thread) as counted
      left join sorted on true
      left join mail on mail.id = sorted.newest_id
      left join message_reading as reading on reading.id = mail.id
      left join named_person as sender on sender.id = mail.from_user_id
      left join named_person as recipient on recipient.id = mail.to_user_id
      left join named_person as person on person.id = sorted.person_id
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
