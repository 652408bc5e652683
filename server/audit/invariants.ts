import type { LongRead } from '../database/sql.ts'

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
 * Checks every invariant of the books in one snapshot. Tests, the audit command and an hourly job share these. `realAt`
 * is real time.
 */
export async function auditBooks(read: LongRead, realAt: Date): Promise<AuditedRule[]> {
  const rows = await read<AuditedRule>`
    select name, rule, looked_at, broken, coalesce(first_broken, '{}') as first_broken from audit_books(${realAt})`
  if (rows.length < 2) throw new Error('The audit found no rules to look at')
  return rows
}

/** Returns how many rows break any rule. */
export function countBroken(rules: AuditedRule[]): number {
  return rules.reduce((sum, { broken }) => sum + broken, 0)
}
