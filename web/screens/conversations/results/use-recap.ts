import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Answer } from '#contract/call.ts'
import { nextSteps } from '#contract/results/next-steps.ts'
import { readRecap } from '#contract/results/recap.ts'
import { keyOf, query } from '#web/client/api.ts'
import { queryClient } from '#web/client/query-client.ts'

const pollMs = 2000
/** After a minute people look again by themselves. */
const mostPolls = 30

export type Recap = Answer<typeof readRecap>

export interface ReadRecap {
  read: UseQueryResult<Recap>
  /** Whether it is being written and people had better look again by themselves: after a minute, or after a failure. */
  isSlow: boolean
}

/** What came of a conversation, looked at until the analysis is there. */
export function useRecap(sessionId: string, enabled: boolean): ReadRecap {
  const input = { params: { id: sessionId } }
  const read = useQuery({
    ...query(readRecap, input),
    enabled,
    refetchInterval: ({ state }) => (state.data?.state === 'processing' && countOf(state) < mostPolls ? pollMs : false),
    // The same answer once more renders too, because it counts.
    notifyOnChangeProps: 'all',
  })
  const state = read.data?.state
  useEffect(() => {
    // The analysis proposes steps, which the home behind the room shows, too (D168).
    if (state === 'ready') void queryClient.invalidateQueries({ queryKey: keyOf(nextSteps) })
  }, [state])
  const count = countOf(queryClient.getQueryState(keyOf(readRecap, input)))
  return { read, isSlow: state === 'processing' && (read.isError || count >= mostPolls) }
}

/** Returns how often it was looked for. Failures count too, or a provider that is away would be asked without end. */
function countOf(state: { dataUpdateCount: number; errorUpdateCount: number } | undefined): number {
  return state ? state.dataUpdateCount + state.errorUpdateCount : 0
}

/** Shows what a call has answered as the recap of a conversation. */
export function showRecap(sessionId: string, recap: Recap): void {
  queryClient.setQueryData(keyOf(readRecap, { params: { id: sessionId } }), recap)
}
