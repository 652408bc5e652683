import { type QueryKey, useQuery } from '@tanstack/react-query'
import { landingSamples } from '#contract/agents/landing-agents.ts'
import type { HeardAgent } from '#contract/agents/sounds.ts'

/** The key of the samples, without their schemas, which the landing page does not need until something is heard. */
const queryKey: QueryKey = ['GET /api/agents/samples', landingSamples]

/** Returns the agents that came along with the page; none in the app, until somebody wants to hear them. */
export function useGivenSamples(): readonly HeardAgent[] {
  return useQuery<HeardAgent[]>({ queryKey, enabled: false }).data ?? []
}
