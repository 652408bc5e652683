import type { FastifyInstance } from 'fastify'
import * as requests from '#contract/agents/requests.ts'
import { viewerOf } from '../policies.ts'
import { countRequestOfDay, createRequest, listRequests } from './requests.ts'
import { serve } from '../../kernel/serve.ts'
import type { Services } from '../../voice-provider/services.ts'

export function requestRoutes(app: FastifyInstance, services: Services): void {
  const { database } = services
  serve(app, services, requests, {
    agentRequests: async ({ person, membership }) => listRequests(database.read, viewerOf(person, membership)),
    submitRequest: async ({ person, body, at, write }) =>
      write(async (tx) => {
        await countRequestOfDay(tx, services, person.id)
        return createRequest(tx, person.id, body, at)
      }),
  })
}
