import proxy from '@fastify/http-proxy'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { mayReachStandins } from './own-address.ts'
import { refusals } from './problem.ts'
import { isHttps } from './site-url.ts'
import type { Services } from './services.ts'

const controlState = z.object({ clockOffsetMs: z.number() })

/**
 * The stand-ins under the same origin: outside all guards, limits and body parsers, registered only while a stand-in
 * is in use. Their sockets are passed on by the upgrade dispatcher, not here.
 */
export async function standinRoutes(app: FastifyInstance, services: Services): Promise<void> {
  const { standinsForAll } = services.config
  const upstream = services.config.standinsUrl ?? ''
  app.addHook('onRequest', async (request) => {
    if (!mayReachStandins(standinsForAll, request.raw)) throw refusals.notFound()
  })
  await followClock(services, upstream)
  await app.register(proxy, {
    upstream,
    prefix: '/standins',
    rewritePrefix: '',
    websocket: false,
    disableRequestLogging: true,
    replyOptions: {
      rewriteRequestHeaders: (request, headers) => ({
        ...headers,
        'x-forwarded-prefix': '/standins',
        'x-forwarded-host': request.headers.host ?? '',
        'x-forwarded-proto': isHttps(services.config, request as never) ? 'https' : 'http',
      }),
    },
  })
  // The control page moves the stand-ins' clock; business time moves along with it.
  app.addHook('onSend', async (request, _reply, payload) => {
    if (request.method === 'POST' && request.url.startsWith('/standins/control.json')) {
      await followClock(services, upstream)
    }
    return payload
  })
}

async function followClock(services: Services, upstream: string): Promise<void> {
  const response = await fetch(`${upstream}/control.json`, { signal: AbortSignal.timeout(5000) })
  await services.clock.setOffset(controlState.parse(await response.json()).clockOffsetMs)
}
