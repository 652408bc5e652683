import { useQuery } from '@tanstack/react-query'
import type { Answer } from '#contract/call.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'
import { query } from './api.ts'
import { refreshMe } from './me.ts'
import { queryClient } from './query-client.ts'
import { clearEverything } from './session.ts'

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

/** Switches to another context and reloads everything that was read in the previous one (D122). */
export async function switchContext(context: Answer<typeof userOrganization>): Promise<void> {
  await refreshMe()
  clearEverything()
  queryClient.setQueryData(organizationQuery.queryKey, context)
}

/** Switches to the context of an organization that the user has just joined (D111, S559). */
export async function enterOrganization(): Promise<void> {
  await refreshMe()
  clearEverything()
  // Requested here so that the way home does not wait; if it fails, the home page asks again.
  await queryClient.prefetchQuery(organizationQuery)
}
