import type { waitingWork } from '#contract/admin/waiting.ts'
import type { StaffRole } from '#contract/identity/people.ts'
import { includesDuty } from '#contract/identity/staff.ts'
import type { Read } from '../database/sql.ts'
import { readSettings } from '../settings/settings.ts'
import type { RowOf } from '../kernel/serve.ts'

/** The work that waits for a person of the staff (D205). */

export type WaitingRow = RowOf<typeof waitingWork>

/**
 * Returns what waits for a person of the staff and what their role may act on; kinds of which nothing waits are left out.
 * Nobody approves a refund that they requested, and support none above its limit.
 */
export async function listWaiting(
  read: Read,
  { id, staffRole }: { id: string; staffRole: StaffRole | null },
  at: Date,
): Promise<WaitingRow[]> {
  const movesMoney = includesDuty(staffRole, 'money.change')
  const answers = includesDuty(staffRole, 'messages.change')
  const { supportLimitDollars } = await readSettings(read)
  const mostCents = staffRole === 'support' ? supportLimitDollars * 100 : null
  const rows = await read<WaitingRow>`
    select 'approvals' as kind, count(*), min(requested_at) as at from refund_request
    where ${movesMoney}::boolean and state = 'waiting' and expires_at > ${at} and requested_by <> ${id}
      and (${mostCents}::integer is null or amount_cents <= ${mostCents})
    union all
    select 'disputes', count(*), min(due_at) from dispute
    where ${movesMoney} and status = 'needs_response'
    union all
    select 'threads', count(*), min(open_since) from inbox_thread
    where ${answers}::boolean and state = 'open'
    union all
    select 'findings', count(*), min(found_at) from finding
    where ${movesMoney} and closed_at is null and accepted is null`
  return rows.filter(({ count }) => count > 0)
}
