import * as status from '#contract/status/status.ts'
import { routes } from '../kernel/serve.ts'
import { toStatus } from './history.ts'
import { listStates } from './service-states.ts'

/** Half of the time between two observations. Each browser keeps its own answer, which may also delete a cookie. */
const cacheSeconds = 15

export const statusRoutes = routes(status, {
  readStatus: async ({ services, read, reply }) => {
    const at = services.clock.real()
    const states = await listStates(read, at)
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
