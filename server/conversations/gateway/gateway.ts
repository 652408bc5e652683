import { randomInt } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import net from 'node:net'
import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'
import { voiceSubprotocol } from '#contract/conversations/voice-socket.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/database.ts'
import { hashSecret } from '../../kernel/secrets.ts'
import { readSettings } from '../../settings/settings.ts'
import { endChannel, gatewayLockClass, type OpenedSession, openWithToken } from '../voice-sessions.ts'
import type { LiveConversations } from './live-conversations.ts'
import type { Metrics } from '../../metrics.ts'
import { isOwnOrigin, mayReachStandins } from '../../kernel/own-address.ts'
import type { Services } from '../services.ts'
import { Conversation } from './conversation.ts'
import { LineChecks, lineCheckPath } from './line-check.ts'
import type { GatewayServices } from './services.ts'
import { sweepOrphans } from './sweeper.ts'

const sweepMs = 15_000
/** An admin's test call is free, and short (D63). */
const maxTestMinutes = 5
/** Above this the socket closes with 1009; below, a frame that is too large closes it with 1008 (D79). */
const maxPayloadBytes = 1024 * 1024
const sessionIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** 256 bits in base64url. */
const tokenPattern = /^[\w-]{43}$/

export interface Gateway {
  /** Settles what a gateway that no longer lives has left, then sweeps every 15 s (D75). */
  start(): Promise<void>
  /** Takes over the HTTP server's upgrades: one listener for every socket of the product. */
  listen(server: Server): void
  /** Ends every conversation with a clean close and settles it. */
  drain(): Promise<void>
  stop(): Promise<void>
}

export function createGateway(services: Services, metrics: Metrics): Gateway {
  const gateway: GatewayServices = {
    ...services,
    countEnded: (reason, chargedMs) => {
      metrics.conversationsEnded.inc({ reason })
      metrics.secondsCharged.inc(chargedMs / 1000)
    },
  }
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxPayloadBytes,
    handleProtocols: (offered) => (offered.has(voiceSubprotocol) ? voiceSubprotocol : false),
  })
  let sweepTimer: NodeJS.Timeout | undefined
  let isDraining = false
  const passed = new Set<Duplex>()
  const checks = new LineChecks()
  return {
    start: async () => {
      await sweepOrphans(gateway)
      sweepTimer = setInterval(() => {
        metrics.liveConversations.set(services.live.all().length)
        sweepOrphans(gateway).catch((error: unknown) => services.log.warn({ err: error }, 'sweep failed'))
      }, sweepMs)
    },
    listen: (server) => {
      server.on('upgrade', (request, socket, head) => {
        socket.on('error', () => socket.destroy())
        if (isDraining) return refuse(socket, 503)
        if (passToStandins(gateway.config, passed, request, socket, head)) return
        if (request.url === lineCheckPath) {
          if (isForeign(request, gateway.config.publicUrl)) return refuse(socket, 403)
          if (checks.isFull) return refuse(socket, 503)
          return sockets.handleUpgrade(request, socket, head, (client) => checks.add(client))
        }
        openSocket(gateway, request)
          .then((opened) => {
            if (isDraining) return refuse(socket, 503)
            if (typeof opened === 'number') return refuse(socket, opened)
            sockets.handleUpgrade(request, socket, head, (client) => carry(gateway, opened, client))
          })
          .catch((error: unknown) => {
            services.log.error({ err: error }, 'a socket could not be opened')
            refuse(socket, 503)
          })
      })
    },
    drain: async () => {
      isDraining = true
      for (const socket of passed) socket.destroy()
      checks.close()
      await Promise.all(services.live.all().map((conversation) => (conversation as Conversation).end('fault', 'drain')))
    },
    stop: async () => {
      clearInterval(sweepTimer)
      sockets.close()
    },
  }
}

interface Opened {
  session: OpenedSession
  maxMinutes: number
}

/** Uses up the one-time address of a request; answers the HTTP status of a refusal instead. */
async function openSocket(gateway: GatewayServices, request: IncomingMessage): Promise<Opened | number> {
  const [pathname = '', query] = (request.url ?? '').split('?')
  const [, area, id = ''] = pathname.split('/')
  if (area !== 'voice' || !sessionIdPattern.test(id)) return 404
  if (isForeign(request, gateway.config.publicUrl)) return 403
  const token = new URLSearchParams(query).get('token') ?? ''
  // What cannot be one of ours costs the database nothing.
  if (!tokenPattern.test(token)) return 401
  const tokenHash = hashSecret(token)
  const isCarried = gateway.live.find(id) !== undefined
  const { maxSessionMinutes } = await readSettings(gateway.database.read)
  const address = { id, tokenHash, isCarried, gatewayId: gateway.gatewayId(), real: gateway.clock.real() }
  const session = await openWithToken(gateway.database.step, address)
  if (!session) return 401
  return { session, maxMinutes: session.isTest ? Math.min(maxTestMinutes, maxSessionMinutes) : maxSessionMinutes }
}

/** Joins the socket to its conversation: the one that lost its browser, or a new one. */
function carry(gateway: GatewayServices, { session, maxMinutes }: Opened, client: WebSocket): void {
  const known = gateway.live.find(session.id)
  if (known instanceof Conversation) return known.attach(client)
  gateway.live.add(session.id, new Conversation(gateway, session, maxMinutes, client))
}

/** Foreign pages are refused; a client that is no browser sends no Origin, and the unused token is its proof (D79). */
function isForeign(request: IncomingMessage, publicUrl: string | null): boolean {
  const { origin, host } = request.headers
  const { localAddress } = request.socket
  return origin !== undefined && !isOwnOrigin(origin, { host, localAddress }, publicUrl)
}

const statusTexts: Record<number, string> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  503: 'Service Unavailable',
}

/** Refusal happens at the upgrade: accepting and closing would look like an open socket to clients. */
function refuse(socket: Duplex, status: number): void {
  socket.once('finish', () => socket.destroy())
  socket.end(`HTTP/1.1 ${status} ${statusTexts[status]}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Joins a socket of the stand-in voice with its process, byte by byte; false when the path is another. */
function passToStandins(
  { standinsUrl, standinsForAll }: Config,
  passed: Set<Duplex>,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): boolean {
  if (!standinsUrl || !request.url?.startsWith('/standins/')) return false
  if (!mayReachStandins(standinsForAll, request)) {
    refuse(socket, 404)
    return true
  }
  const { hostname, port } = new URL(standinsUrl)
  const upstream = net.connect(Number(port), hostname, () => {
    const lines = [`${request.method} ${(request.url ?? '').replace(/^\/standins/, '')} HTTP/1.1`]
    for (let i = 0; i < request.rawHeaders.length; i += 2) {
      lines.push(`${request.rawHeaders[i]}: ${request.rawHeaders[i + 1]}`)
    }
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

/** What another process could not end itself; of one that is not carried here nothing is done. */
function endAsAsked(live: LiveConversations, payload: string): void {
  const [sessionId = '', reason] = payload.split(' ')
  if (reason === 'user' || reason === 'access') void live.find(sessionId)?.end(reason)
}

export interface GatewayLock {
  id(): number
  release(): Promise<void>
}

/**
 * Holds the advisory lock that shows other processes that this one lives, and on the same connection hears what they
 * ask it to end. Takes both again after a lost connection.
 */
export async function holdGatewayLock(database: Database, live: LiveConversations): Promise<GatewayLock> {
  const id = randomInt(1, 2 ** 31 - 1)
  let client: pg.Client | null = null
  let isReleased = false
  async function take(): Promise<void> {
    const taken = await database.openConnection()
    try {
      await taken.query('select pg_advisory_lock($1, $2)', [gatewayLockClass, id])
      taken.on('notification', ({ payload = '' }) => endAsAsked(live, payload))
      await taken.query(`listen ${endChannel}`)
    } catch (error) {
      await taken.end().catch(() => {})
      throw error
    }
    client = taken
    taken.once('end', () => {
      if (!isReleased) void retake()
    })
  }
  async function retake(): Promise<void> {
    while (!isReleased) {
      try {
        return await take()
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
    }
  }
  await take()
  return {
    id: () => id,
    release: async () => {
      isReleased = true
      await client?.end().catch(() => {})
    },
  }
}
