import { queryOptions, useQuery } from '@tanstack/react-query'
import { currentUser } from '#contract/identity/current-user.ts'
import type { Me } from '#contract/identity/people.ts'
import { isSignedOut } from './api-error.ts'
import { keyOf, send } from './api.ts'
import { queryClient, readAgain } from './query-client.ts'

/** The signed-in user, or null if there is none: a 401 is an answer here, not a failure (S153, S287). */
export const meQuery = queryOptions({
  queryKey: keyOf(currentUser),
  queryFn: async ({ signal }): Promise<Me | null> => {
    try {
      return await send(currentUser, undefined, { signal })
    } catch (error) {
      if (isSignedOut(error)) return null
      throw error
    }
  },
  staleTime: 0,
  // The one polling observer keeps it fresh; screens that appear between two polls read the cached value.
  refetchOnMount: false,
})

const pollMs = 10_000

/** Returns the signed-in user: null if there is none, undefined while loading. */
export function useMe(): Me | null | undefined {
  return useQuery(meQuery).data
}

/** Polls the user every 10 s and on focus, but not in hidden tabs (S152, D168). Used once, at the root. */
export function useMePolling() {
  return useQuery({ ...meQuery, refetchInterval: pollMs, refetchOnWindowFocus: 'always' })
}

/** Reloads the user, for instance after a payment. */
export async function refreshMe(): Promise<void> {
  await queryClient.refetchQueries({ queryKey: meQuery.queryKey })
}

/** Reads again what belongs to the user, whose own change has just been seen. */
export function readRestAgain(): void {
  void readAgain(meQuery.queryKey[0])
}

/** Stores the user from a call's answer and cancels a running read, which may be older. */
export async function setMe(user: Me | null): Promise<void> {
  await queryClient.cancelQueries({ queryKey: meQuery.queryKey })
  queryClient.setQueryData(meQuery.queryKey, user)
}
