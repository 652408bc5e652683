import net from 'node:net'
import type { Duplex } from 'node:stream'
import proxy from '@fastify/http-proxy'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { mayReachStandins } from './own-address.ts'
import { refusals } from './problem.ts'
import { isHttps } from './site-url.ts'
import type { Services } from './services.ts'
import { refuseUpgrade, type TakeUpgrade, type Upgrades } from './upgrades.ts'

const controlState = z.object({ clockOffsetMs: z.number() })

/**
 * Serves the stand-ins and their sockets under the same origin, outside all guards, limits and body parsers. Only the
 * demo loads this file, because its dependencies are missing in a live installation.
 */
export async function standinRoutes(app: FastifyInstance, services: Services, upgrades: Upgrades): Promise<void> {
  const { standinsForAll } = services.config
  const upstream = services.config.standinsUrl ?? ''
  app.addHook('onRequest', async (request) => {
    if (!mayReachStandins(standinsForAll, request.raw)) throw refusals.notFound()
  })
  upgrades.add(passSockets(app, upstream, standinsForAll))
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
  // The control page moves the stand-ins' clock, and business time moves with it.
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

/** Connects a socket of the stand-in voice with its process, byte by byte, until the server closes. */
function passSockets(app: FastifyInstance, upstreamUrl: string, isForAll: boolean): TakeUpgrade {
  const { hostname, port } = new URL(upstreamUrl)
  const passed = new Set<Duplex>()
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
    for (const socket of passed) socket.destroy()
  })
  return (request, socket, head) => {
    const { method, rawHeaders, url = '' } = request
    if (!url.startsWith('/standins/')) return false
    if (isClosing || !mayReachStandins(isForAll, request)) {
      refuseUpgrade(socket, isClosing ? 503 : 404)
      return true
    }
    const upstream = net.connect(Number(port), hostname, () => {
      const lines = [`${method} ${url.replace(/^\/standins/, '')} HTTP/1.1`]
      for (let i = 0; i < rawHeaders.length; i += 2) lines.push(`${rawHeaders[i]}: ${rawHeaders[i + 1]}`)
      upstream.write(`${lines.join('\r\n')}\r\n\r\n`)
      upstream.write(head)
      socket.pipe(upstream).pipe(socket)
    })
    passed.add(socket)
    upstream.on('error', () => socket.destroy())
    socket.on('close', () => {
      passed.delete(socket)
      upstream.destroy()
    })
    upstream.on('close', () => socket.destroy())
    return true
  }
}
