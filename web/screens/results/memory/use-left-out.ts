import { useQuery } from '@tanstack/react-query'
import { memory } from '#contract/results/memory.ts'
import { query } from '#web/client/api.ts'

export interface LeftOut {
  /** While true, it is not known yet whether there is something to leave out. */
  isReading: boolean
  /** How many notes the agent would get, 0 when that could not be read; null while memory is off or being read. */
  count: number | null
}

/** What "Not this time" would leave out of a conversation with an agent: its notes, while memory is on (D185). */
export function useLeftOut(agentId: string, isTest: boolean): LeftOut {
  const known = useQuery({ ...query(memory), enabled: !isTest })
  if (isTest) return { isReading: false, count: null }
  if (!known.data) return { isReading: known.isPending, count: known.isPending ? null : 0 }
  const { enabled, isAllowedHere, notes } = known.data
  if (!enabled || !isAllowedHere) return { isReading: false, count: null }
  return {
    isReading: false,
    count: notes.filter((note) => note.agentId === agentId && note.state === 'active').length,
  }
}
