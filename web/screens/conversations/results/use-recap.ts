import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Answer } from '#contract/call.ts'
import { readRecap } from '#contract/results/recap.ts'
import { keyOf, query } from '#web/client/api.ts'
import { queryClient } from '#web/client/query-client.ts'

const pollMs = 2000
/** After a minute people look again by themselves. */
const mostPolls = 30

export type Recap = Answer<typeof readRecap>

export interface ReadRecap {
  read: UseQueryResult<Recap>
  /** Whether it is not ready after a minute. */
  isSlow: boolean
}

/** What came of a conversation, looked at until the analysis is there. */
export function useRecap(sessionId: string, enabled: boolean): ReadRecap {
  const input = { params: { id: sessionId } }
  const read = useQuery({
    ...query(readRecap, input),
    enabled,
    refetchInterval: ({ state }) =>
      state.data?.state === 'processing' && state.dataUpdateCount < mostPolls ? pollMs : false,
  })
  const count = queryClient.getQueryState(keyOf(readRecap, input))?.dataUpdateCount ?? 0
  return { read, isSlow: read.data?.state === 'processing' && count >= mostPolls }
}

/** Shows what a call has answered as the recap of a conversation. */
export function showRecap(sessionId: string, recap: Recap): void {
  queryClient.setQueryData(keyOf(readRecap, { params: { id: sessionId } }), recap)
}
