import type { FastifyInstance } from 'fastify'
import * as status from '#contract/status/status.ts'
import { serve } from '../kernel/serve.ts'
import type { Services } from '../kernel/services.ts'
import { toStatus } from './history.ts'
import { listStates } from './service-states.ts'

/** Half of the time between two observations. Each browser keeps its own answer, which may also delete a cookie. */
const cacheSeconds = 15

export function statusRoutes(app: FastifyInstance, services: Services): void {
  const { clock, database } = services
  serve(app, services, status, {
    readStatus: async ({ reply }) => {
      const at = clock.real()
      const states = await listStates(database.read, at)
      reply.header('cache-control', `private, max-age=${cacheSeconds}`)
      return {
        services: status.serviceNames.map((name) =>
          toStatus(
            name,
            states.filter(({ service }) => service === name),
            at,
          ),
        ),
      }
    },
  })
}
