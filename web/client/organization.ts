import { useQuery } from '@tanstack/react-query'
import { userOrganization } from '#contract/organizations/organizations.ts'
import { query } from './api.ts'

const limitMs = 5000

/**
 * The organization that a person belongs to: asked once per person and given up after 5 s (S028, D3). Signing in as
 * somebody else forgets it.
 */
export const organizationQuery = query(userOrganization, undefined, { timeoutMs: limitMs })

/** What was learned so far, without asking. */
export function useKnownOrganization() {
  return useQuery({ ...organizationQuery, enabled: false })
}
