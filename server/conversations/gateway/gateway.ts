import { randomInt } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'
import { voiceSubprotocol } from '#contract/conversations/voice-socket.ts'
import type { Database } from '../../database/database.ts'
import { hashSecret } from '../../kernel/secrets.ts'
import { readSettings } from '../../settings/settings.ts'
import { endChannel, gatewayLockClass, type OpenedConversation, openWithToken } from '../voice-sessions.ts'
import type { LiveConversations } from './live-conversations.ts'
import type { Metrics } from '../../metrics.ts'
import { isOwnOrigin } from '../../kernel/own-address.ts'
import { refuseUpgrade, type TakeUpgrade } from '../../kernel/upgrades.ts'
import type { Services } from '../services.ts'
import { Conversation } from './conversation.ts'
import type { GatewayServices } from './services.ts'
import { sweepOrphans } from './sweeper.ts'
import { Ticks } from './ticks.ts'

const sweepMs = 15_000
/** An admin's test conversation is free and short (D63). */
const maxTestMinutes = 5
/** Above this size the socket closes with 1009; below it, a frame that is too large closes it with 1008 (D79). */
const maxPayloadBytes = 1024 * 1024
const conversationIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** 256 bits in base64url. */
const tokenPattern = /^[\w-]{43}$/

interface Gateway {
  /** Settles what a dead gateway has left, then sweeps every 15 s (D75). */
  start(): Promise<void>
  /** Handles every upgrade request that it is given. */
  take: TakeUpgrade
  /** Ends every conversation with a clean close and settles it. */
  drain(): Promise<void>
  stop(): Promise<void>
}

export function createGateway(services: Services, metrics: Metrics): Gateway {
  const gateway: GatewayServices = {
    ...services,
    ticks: new Ticks(services),
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
  let stopSweeps: (() => void) | undefined
  let isRefusing = services.config.serve === 'pages'
  const checks = new LineChecks()
  return {
    start: async () => {
      await sweepOrphans(gateway)
      stopSweeps = services.clock.every(sweepMs, () => {
        metrics.liveConversations.set(services.live.all().length)
        sweepOrphans(gateway).catch((error: unknown) => services.log.warn({ err: error }, 'sweep failed'))
      })
    },
    take: (request, socket, head) => {
      if (isRefusing) {
        refuseUpgrade(socket, 503)
      } else if (request.url === lineCheckPath) {
        if (isForeign(request, gateway.config.publicUrl)) refuseUpgrade(socket, 403)
        else if (checks.isFull) refuseUpgrade(socket, 503)
        else sockets.handleUpgrade(request, socket, head, (client) => checks.add(client))
      } else {
        openSocket(gateway, request)
          .then((opened) => {
            if (isRefusing) return refuseUpgrade(socket, 503)
            if (typeof opened === 'number') return refuseUpgrade(socket, opened)
            sockets.handleUpgrade(request, socket, head, (client) => carry(gateway, opened, client))
          })
          .catch((error: unknown) => {
            services.log.error({ err: error }, 'a socket could not be opened')
            refuseUpgrade(socket, 503)
          })
      }
      return true
    },
    drain: async () => {
      isRefusing = true
      checks.close()
      await Promise.all(services.live.all().map((conversation) => (conversation as Conversation).end('fault', 'drain')))
    },
    stop: async () => {
      stopSweeps?.()
      gateway.ticks.stop()
      sockets.close()
    },
  }
}

interface Opened {
  opened: OpenedConversation
  maxMinutes: number
}

/** Redeems the one-time address of a request, or returns the HTTP status of a refusal. */
async function openSocket(gateway: GatewayServices, request: IncomingMessage): Promise<Opened | number> {
  const [pathname = '', query] = (request.url ?? '').split('?')
  const [, area, id = ''] = pathname.split('/')
  if (area !== 'voice' || !conversationIdPattern.test(id)) return 404
  if (isForeign(request, gateway.config.publicUrl)) return 403
  const token = new URLSearchParams(query).get('token') ?? ''
  // A token that cannot be ours costs the database nothing.
  if (!tokenPattern.test(token)) return 401
  const tokenHash = hashSecret(token)
  const isCarried = gateway.live.find(id) !== undefined
  const address = { id, tokenHash, isCarried, gatewayId: gateway.gatewayId(), real: gateway.clock.real() }
  // Read together, because the person is waiting.
  const [{ maxConversationMinutes }, opened] = await Promise.all([
    readSettings(gateway.database.read),
    openWithToken(gateway.database.step, address),
  ])
  if (!opened) return 401
  // The agent of a conversation that goes on here got it at the beginning.
  const memory = isCarried ? '' : await gateway.memoryFor(opened)
  return {
    opened: { ...opened, memory },
    maxMinutes: opened.isTest ? Math.min(maxTestMinutes, maxConversationMinutes) : maxConversationMinutes,
  }
}

/** Joins the socket to its conversation: one that lost its browser, or a new one. */
function carry(gateway: GatewayServices, { opened, maxMinutes }: Opened, client: WebSocket): void {
  const known = gateway.live.find(opened.id)
  if (known instanceof Conversation) return known.attach(client)
  gateway.live.add(opened.id, new Conversation(gateway, opened, maxMinutes, client))
}

/**
 * Returns whether a page of another site opens the socket. Clients that are not browsers send no Origin; their proof is
 * the unused token (D79).
 */
function isForeign(request: IncomingMessage, publicUrl: string | null): boolean {
  const { origin, host } = request.headers
  const { localAddress } = request.socket
  return origin !== undefined && !isOwnOrigin(origin, { host, localAddress }, publicUrl)
}

/** Ends a conversation at the request of another process; does nothing when it is not carried here. */
function endAsAsked(live: LiveConversations, payload: string): void {
  const [sessionId = '', reason] = payload.split(' ')
  if (reason === 'user' || reason === 'access') void live.find(sessionId)?.end(reason)
}

interface GatewayLock {
  id(): number
  release(): Promise<void>
}

/**
 * Holds the advisory lock that shows other processes that this one lives, and receives on the same connection what they
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

/** A person's check of the line before a conversation, over a socket that only echoes what it receives. */

const lineCheckPath = '/voice/check'

const maxOpen = 200
const maxFrames = 20
const maxFrameBytes = 64
const openMs = 10_000

/** How many sockets may be open for a check. More are refused, so that checks cannot keep the process busy. */
class LineChecks {
  readonly #open = new Set<WebSocket>()

  get isFull(): boolean {
    return this.#open.size >= maxOpen
  }

  /** Echoes every short frame and closes by itself after 10 s. Identifies no one and stores nothing. */
  add(socket: WebSocket): void {
    let frames = 0
    this.#open.add(socket)
    const timer = setTimeout(() => socket.terminate(), openMs)
    socket.on('message', (data: Buffer, isBinary) => {
      if (isBinary || data.byteLength > maxFrameBytes || ++frames > maxFrames) socket.close(1008)
      else socket.send(data.toString('utf8'))
    })
    // A broken frame ends the socket, and its close event follows.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(timer)
      this.#open.delete(socket)
    })
  }

  close(): void {
    for (const socket of this.#open) socket.terminate()
  }
}
