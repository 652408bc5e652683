import type { AdminAct, ActTarget } from '#contract/audit/acts.ts'
import type { LongRead } from '../database/sql.ts'
import { type ListQuery, type Page, readListQuery, toPage } from '../kernel/admin-list.ts'

/** The record of what platform admins did, with the names of what they changed (D153). */

export interface ActQuery extends ListQuery {
  targetKind?: ActTarget | undefined
  targetId?: string | undefined
  adminId?: string | undefined
  days?: number | undefined
}

interface ActRow extends Omit<AdminAct, 'at'> {
  at: Date
  total: number
}

/** Returns acts, newest first unless another order is requested. */
export async function listActs(read: LongRead, query: ActQuery, at: Date): Promise<Page<ActRow>> {
  const since = query.days === undefined ? null : new Date(at.getTime() - query.days * 24 * 60 * 60_000)
  const { pattern, column, isDown, limit, offset } = readListQuery(query, '-at')
  return toPage(
    await read<ActRow>`
      with matching as (
        select id, at, case ${column} when 'admin' then admin_email when 'action' then action
          when 'target' then lower(coalesce(target_name, target_id)) end as key
        from admin_act_line
        where (${query.targetKind}::text is null or target_kind = ${query.targetKind})
          and (${query.targetId}::text is null or target_id = ${query.targetId})
          and (${query.adminId}::uuid is null or admin_id = ${query.adminId})
          and (${since}::timestamptz is null or at > ${since})
          and (${pattern}::text is null or concat_ws(' ', admin_email, action, target_kind, target_id, target_name,
            reason, request_id, before, after) ilike ${pattern})
      ), sorted as (
        select *, row_number() over () as place from (
          select id from matching
          order by case when ${!isDown} then key end, case when ${isDown} then key end desc,
            case when ${column === 'at' && !isDown} then at end, at desc, id desc
          limit ${limit} offset ${offset}
        ) as page
      )
      select total, line.* from (select count(*) as total from matching) as counted
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
