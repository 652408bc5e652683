import { type LongRead, type Read, type Step } from '../database/sql.ts'

/** An audit of many million entries takes minutes. */
export const auditLimitMs = 30 * 60_000

/** One rule of the books: how many rows were checked, and which of them break it. */
export interface AuditedRule {
  name: string
  rule: string
  lookedAt: number
  broken: number
  /** The first five broken rows, as JSON. */
  firstBroken: string[]
}

/**
 * Checks every invariant of the books in one snapshot, of all accounts or of those that changed `since` a transaction.
 * Tests, the audit command and an hourly job share these. `realAt` is real time.
 */
export async function auditBooks(read: LongRead, realAt: Date, since: number | null = null): Promise<AuditedRule[]> {
  const rows = await read<AuditedRule>`
    select name, rule, looked_at, broken, coalesce(first_broken, '{}') as first_broken
    from audit_books(${realAt}, ${since})`
  if (rows.length < 2) throw new Error('The audit found no rules to look at')
  return rows
}

/** All accounts are checked once a day, and as long as something is broken. */
const wholeEveryMs = 24 * 60 * 60_000

/** Where an audit begins, and where the one after it may. */
export interface AuditSpan {
  /** The transaction since which accounts are checked; null for all accounts. */
  since: number | null
  /** The first transaction that this audit may not see. */
  until: number
}

/** Returns what the next hourly audit has to check. */
export async function findAuditSpan(read: Read, realAt: Date): Promise<AuditSpan> {
  const [span] = await read<AuditSpan>`
    select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as until, (
      select transaction_id from audit_mark where whole_at > ${new Date(realAt.getTime() - wholeEveryMs)}
        -- A copy in another PostgreSQL counts its transactions from the beginning.
        and transaction_id <= pg_snapshot_xmax(pg_current_snapshot())::text::bigint) as since`
  if (!span) throw new Error('PostgreSQL named no snapshot')
  return span
}

/** Stores that an audit found the books in order. */
export async function keepAuditMark(step: Step, { since, until }: AuditSpan, realAt: Date): Promise<void> {
  await step`
    insert into audit_mark (transaction_id, whole_at) values (${until}, ${realAt})
    on conflict (is_only) do update set transaction_id = excluded.transaction_id,
      whole_at = case when ${since}::bigint is null then excluded.whole_at else audit_mark.whole_at end`
}

/** Returns how many rows break any rule. */
export function countBroken(rules: AuditedRule[]): number {
  return rules.reduce((sum, { broken }) => sum + broken, 0)
}
