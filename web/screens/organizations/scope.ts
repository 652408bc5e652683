import type { Answer } from '#contract/call.ts'
import type { organizationOverview } from '#contract/organizations/dashboard.ts'
import type { Front } from './members/choices.ts'

export type Overview = Answer<typeof organizationOverview>

/** Names the organization that the dashboard's calls are about; without an id, the current one. */
export type Scope = { organizationId: number } | Record<string, never>

/** The props of what the dashboard and /organizations both show. */
export interface PartProps {
  overview: Pick<Overview, 'id' | 'name' | 'role' | 'subscriptionStatus'>
  /** The query of every call. */
  scope: Scope
  /** The page; the dashboard by default. */
  front?: Front
}

/** The props of every tab of the dashboard. */
export interface TabProps extends PartProps {
  overview: Overview
}

/**
 * Reads the organization that the address names for a platform admin; the server decides whether they may see it (S384,
 * D120).
 */
export function readScope(search: URLSearchParams): Scope {
  const id = search.get('organizationId')
  if (search.get('adminMode') !== 'true' || id === null || !/^[1-9]\d{0,8}$/.test(id)) return {}
  return { organizationId: Number(id) }
}
