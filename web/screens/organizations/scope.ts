import type { Answer } from '#contract/call.ts'
import type { organizationOverview } from '#contract/organizations/dashboard.ts'

export type Overview = Answer<typeof organizationOverview>

/** Which organization the calls of the dashboard are about; without an id the one that is worked in. */
export type Scope = { organizationId: number } | Record<string, never>

/** What every tab of the dashboard is about. */
export interface TabProps {
  overview: Overview
  /** Query of every call. */
  scope: Scope
}

/** The organization that the address names for a platform admin's view; it is a request, not a right (S384, D120). */
export function readScope(search: URLSearchParams): Scope {
  const id = search.get('organizationId')
  if (search.get('adminMode') !== 'true' || id === null || !/^[1-9]\d{0,8}$/.test(id)) return {}
  return { organizationId: Number(id) }
}
