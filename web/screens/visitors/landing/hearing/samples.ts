import { useQuery } from '@tanstack/react-query'
import { agentSamples, type HeardAgent } from '#contract/agents/sounds.ts'
import { query } from '#web/client/api.ts'
import { showcase } from '../showcase-samples.ts'

/** The agent of the picture beside the headline, then those of the cards. */
const names = ['Sales Call Coach', ...showcase.map(({ name }) => name)]

const samples = query(agentSamples, { query: { names: names.join(','), limit: names.length } })

/** Returns what of the page's agents can be heard; undefined until the server has answered (D175). */
export function useSamples(): readonly HeardAgent[] | undefined {
  const { data, isError } = useQuery(samples)
  return isError ? [] : data
}

/** Returns the agent whose conversation is heard in the picture. */
export function heroOf(heard: readonly HeardAgent[] | undefined): HeardAgent | undefined {
  return heard?.find(({ conversation }) => conversation.length > 0)
}

/** Tells the sounds of the picture from those of the cards. */
export const heroKey = 'conversation'
