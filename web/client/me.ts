import { queryOptions, useQuery } from '@tanstack/react-query'
import { currentUser } from '#contract/identity/auth.ts'
import type { Me } from '#contract/identity/people.ts'
import { isSignedOut } from './api-error.ts'
import { keyOf, send } from './api.ts'
import { queryClient } from './query-client.ts'

/** The signed-in person, or null for nobody: a 401 is an answer here, not a failure (S153, S287). */
export const meQuery = queryOptions({
  queryKey: keyOf(currentUser),
  queryFn: async ({ signal }): Promise<Me | null> => {
    try {
      return await send(currentUser, undefined, { signal, conditional: true })
    } catch (error) {
      if (isSignedOut(error)) return null
      throw error
    }
  },
  staleTime: 0,
  // The one observer that polls keeps it fresh; screens that appear between two polls read what is there.
  refetchOnMount: false,
})

const pollMs = 10_000

/** The signed-in person: null for nobody, undefined while not known yet. */
export function useMe(): Me | null | undefined {
  return useQuery(meQuery).data
}

/** Keeps the person fresh: every 10 s and on focus, resting in hidden tabs (S152, D168). Used once, at the root. */
export function useMePolling() {
  return useQuery({ ...meQuery, refetchInterval: pollMs, refetchOnWindowFocus: 'always' })
}

/** Reads the person anew, for instance after a payment. */
export async function refreshMe(): Promise<void> {
  await queryClient.refetchQueries({ queryKey: meQuery.queryKey })
}

/** Takes over a person that a call has answered with; a reading under way is dropped, it may be older. */
export async function setMe(user: Me | null): Promise<void> {
  await queryClient.cancelQueries({ queryKey: meQuery.queryKey })
  queryClient.setQueryData(meQuery.queryKey, user)
}
