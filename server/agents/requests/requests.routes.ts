import type { FastifyInstance } from 'fastify'
import * as requests from '#contract/agents/requests.ts'
import { viewerOf } from '../policies.ts'
import { countRequestOfDay, createRequest, listRequests } from './requests.ts'
import { serve } from '../../kernel/serve.ts'
import type { Services } from '../../voice-provider/services.ts'

export function requestRoutes(app: FastifyInstance, services: Services): void {
  const { config, clock, database } = services
  serve(app, services, requests, {
    agentRequests: async ({ person, membership }) => listRequests(database.read, viewerOf(person, membership)),
    submitRequest: async ({ person, body, at, write, fail }) =>
      write(async (tx) => {
        const retryAfterSeconds = await countRequestOfDay(tx, person.id, config.rateLimitFactor, clock.real())
        if (retryAfterSeconds !== null) throw fail('too_many_agent_requests', { retryAfterSeconds })
        return createRequest(tx, person.id, body, at)
      }),
  })
}
