import { useQuery } from '@tanstack/react-query'
import { landingSamples } from '#contract/agents/landing-agents.ts'
import { agentSamples, type HeardAgent } from '#contract/agents/sounds.ts'
import { query } from '#web/client/api.ts'

const samples = query(agentSamples, landingSamples)

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
