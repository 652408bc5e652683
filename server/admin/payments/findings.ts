import type { finding, findings } from '#contract/admin/findings.ts'
import { columns, type LongRead } from '../../database/sql.ts'
import { type Page, readListQuery, toPage } from '../../kernel/admin-list.ts'
import type { QueryOf, RowOf } from '../../kernel/serve.ts'

/** What the hourly comparisons found, with the names of those whom it concerns. */

export type FindingRow = Omit<RowOf<typeof finding>, 'customer'> & {
  userId: string | null
  organizationId: number | null
  customerName: string | null
  total: number
}

export type FindingQuery = QueryOf<typeof findings> & { id?: string }

const sortKeys = { found: columns`found_at`, kind: columns`kind` }

/** Returns findings, newest first unless another order is requested; open ones unless a state or an id is given. */
export async function listFindings(read: LongRead, query: FindingQuery): Promise<Page<FindingRow>> {
  const { pattern, key, direction, limit, offset } = readListQuery(query, '-found', sortKeys)
  const state = query.state ?? (query.id ? null : 'open')
  return toPage(
    await read<FindingRow>`
      with named as (
        select finding.id, case when stripe_customer_id is null then kind else 'customer_unknown' end as kind, details,
          object_id, found_at, seen_at, closed_at, accepted,
          case when closed_at is not null then 'closed' when accepted is not null then 'accepted' else 'open' end
            as state,
          coalesce(account.user_id, voice_session.user_id) as user_id, account.organization_id,
          coalesce(organization.name, users.first_name || ' ' || users.last_name, nullif(customer_email, ''))
            as customer_name
        from finding
        left join voice_session on kind like 'talk%' and voice_session.id::text = object_id
        left join account on account.id = coalesce(finding.account_id, voice_session.account_id)
        left join organization on organization.id = account.organization_id
        left join users on users.id = account.user_id
        where ${query.id}::uuid is null or finding.id = ${query.id}
      ), matching as (
        select * from named
        where (${state}::text is null or state = ${state})
          and (${query.kind}::text is null or kind = ${query.kind})
          and (${pattern}::text is null or searchable(details) like ${pattern}
            or searchable(object_id) like ${pattern} or searchable(customer_name) like ${pattern})
      ), sorted as (
        select *, row_number() over () as place from (
          select * from matching
          order by ${key} ${direction}, found_at desc, id desc
          limit ${limit} offset ${offset}
        ) as page
      )
      select total, sorted.* from (select count(*) as total from matching) as counted
      left join sorted on true
      order by sorted.place`,
  )
}

/** Returns one finding; null when unknown. */
export async function findShownFinding(read: LongRead, id: string): Promise<FindingRow | null> {
  return (await listFindings(read, { id, limit: 1 })).rows[0] ?? null
}
