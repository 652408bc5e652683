import type { FastifyInstance } from 'fastify'
import * as ratings from '#contract/agents/ratings.ts'
import { findTalkableAgent } from './agents.ts'
import { mayRate, viewerOf } from './policies.ts'
import { listRatings, rateAgent } from './ratings.ts'
import { serve } from '../kernel/serve.ts'
import type { Services } from '../voice-provider/services.ts'

export function ratingRoutes(app: FastifyInstance, services: Services): void {
  const { read } = services.database
  serve(app, services, ratings, {
    ratings: async ({ person }) => listRatings(read, person.id),
    rateAgent: async ({ person, membership, params: { agentId }, body: { stars }, at, write, fail }) => {
      const userId = person.id
      const rated = await write(async (tx) =>
        (await mayRate(tx, userId, agentId)) ? rateAgent(tx, { agentId, userId, stars, at }) : null,
      )
      if (rated) return rated
      const agent = await findTalkableAgent(read, agentId, viewerOf(person, membership))
      throw fail(agent ? 'talk_first' : 'agent_not_found')
    },
  })
}
