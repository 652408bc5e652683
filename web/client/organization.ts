import { useQuery } from '@tanstack/react-query'
import { userOrganization } from '#contract/organizations/organizations.ts'
import { query } from './api.ts'

const limitMs = 5000

/**
 * The organization that a user belongs to: requested once per user and given up after 5 s (S028, D3). Signing in as
 * somebody else clears it.
 */
export const organizationQuery = query(userOrganization, undefined, { timeoutMs: limitMs })

/** Returns what is known so far, without a request. */
export function useKnownOrganization() {
  return useQuery({ ...organizationQuery, enabled: false })
}
