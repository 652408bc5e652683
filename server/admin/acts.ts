import { type ActSubject, type actSubjects, actTargets, type adminAct, type adminActs } from '#contract/audit/acts.ts'
import { mostCounted } from '#contract/call.ts'
import { columns, type LongRead } from '../database/sql.ts'
import { type Page, patternOf, readDays, readListQuery, toPage } from '../kernel/admin-list.ts'
import type { QueryOf, RowOf } from '../kernel/serve.ts'

/** The record of what platform admins did, with the names of what they changed (D153). */

export type ActQuery = QueryOf<typeof adminActs>

type ActRow = RowOf<typeof adminAct> & { total: number }

const sortKeys = {
  at: columns`at`,
  admin: columns`admin_email`,
  action: columns`action`,
  target: columns`lower(coalesce(target_name, target_id))`,
}

/** The kinds of targets that are few, so that a search reads the names of all of them. */
const otherTargets = actTargets.filter((kind) => !['user', 'organization', 'agent_request', 'message'].includes(kind))

/** Returns acts, newest first unless another order is requested. */
export async function listActs(read: LongRead, query: ActQuery): Promise<Page<ActRow>> {
  const { from, before } = readDays(query)
  const { pattern, key, direction, limit, offset } = readListQuery(query, '-at', sortKeys)
  // Acts of one moment follow the direction of time; in any other order the newest comes first.
  const tie = key === sortKeys.at ? direction : columns`desc`
  return toPage(
    await read<ActRow>`
      with found as materialized (
        select id from admin_act where searchable(action || ' ' || target_kind || ' ' || target_id || ' ' ||
          coalesce(reason, '') || ' ' || request_id || ' ' || coalesce(before::text, '') || ' ' ||
          coalesce(after::text, '')) like ${pattern}
        union all
        select act.id from users as admin join admin_act as act on act.admin_id = admin.id
        where searchable(admin.email) like ${pattern}
        union all
        select act.id from (
          select 'user' as kind, id::text from users
          where searchable(first_name || ' ' || last_name || ' ' || email) like ${pattern}
            and searchable(email) like ${pattern}
          union all
          select 'organization', id::text from organization
          where searchable(name || ' ' || contact_email) like ${pattern} and searchable(name) like ${pattern}
          union all
          select 'agent_request', id::text from agent_request
          where searchable(agent_name || ' ' || description || ' ' || use_case) like ${pattern}
            and searchable(agent_name) like ${pattern}
          union all
          select 'message', id::text from user_communication
          where audience <> 'organization' and searchable(subject || ' ' || message) like ${pattern}
            and searchable(subject) like ${pattern}
        ) as target join admin_act as act on act.target_kind = target.kind and act.target_id = target.id
        union all
        select id from admin_act_line
        where target_kind = any(${otherTargets})
          and searchable(target_name) like ${pattern}
      ), matching as not materialized (
        select id, at, ${key} as key from admin_act_line
        where (${query.targetKind}::text is null or target_kind = ${query.targetKind})
          and (${query.targetId}::text is null or target_id = ${query.targetId})
          and (${query.adminId}::uuid is null or admin_id = ${query.adminId})
          and (${from}::timestamptz is null or at >= ${from})
          and (${before}::timestamptz is null or at < ${before})
          and (${pattern}::text is null or id in (select id from found))
      ), sorted as (
        select *, row_number() over () as place from (
          select id from matching
          order by key ${direction}, at ${tie}, id ${tie}
          limit ${limit} offset ${offset}
        ) as page
      )
      select total, line.*, act_names(line.before, line.after) as names
      from (select count(*) as total from (select from matching limit ${mostCounted + 1}) as few) as counted
      left join sorted on true
      left join admin_act_line as line on line.id = sorted.id
      order by sorted.place`,
  )
}

/** Returns everybody who has an entry in the record, by address. */
export function listActPeople(read: LongRead): Promise<{ id: string; email: string }[]> {
  return read`
    select id, email from users where exists (select from admin_act where admin_id = users.id) order by email limit 1000`
}

type SubjectQuery = QueryOf<typeof actSubjects>

/** The number of subjects that one search returns. */
const subjectCount = 20

/**
 * Returns the people and organizations with entries in the record whose name or address has these words, by name; with
 * an id only that one. People without an entry stay unknown to those who may read nothing but the record.
 */
export function listActSubjects(read: LongRead, { search, kind, id }: SubjectQuery): Promise<ActSubject[]> {
  const pattern = search ? patternOf(search) : null
  return read<ActSubject>`
    select kind, id, name, email from (
      select 'user' as kind, id::text, first_name || ' ' || last_name as name, email,
        searchable(first_name || ' ' || last_name || ' ' || email) as words
      from users where erased_at is null
      union all
      select 'organization', id::text, name, contact_email, searchable(name || ' ' || contact_email) from organization
    ) as subject
    where (${pattern}::text is null or words like ${pattern})
      and (${id}::text is null or (id = ${id} and kind = ${kind}))
      and exists (select from admin_act where target_kind = kind and target_id = subject.id)
    order by lower(name), id limit ${subjectCount}`
}
