import type { signedInBrowser } from '#contract/identity/profile.ts'
import type { Read } from '../database/sql.ts'
import type { RowOf } from './serve.ts'

export type OpenSession = Omit<RowOf<typeof signedInBrowser>, 'browser'> & { userAgent: string }

/** Returns the open sessions of the requesting person, the last used one first. */
export function listOpenSessions(
  read: Read,
  { rowId, userId }: { rowId?: string; userId?: string },
): Promise<OpenSession[]> {
  return read<OpenSession>`
    select id, user_agent, created_at as first_seen_at, last_seen_at, id = ${rowId} as is_current
    from session where user_id = ${userId} and expire > now()
    order by is_current desc, last_seen_at desc, id limit 1000`
}
