import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openApiDocument } from '#contract/openapi.ts'
import type { Config } from './config.ts'
import { PackedText, sendPacked } from './kernel/compression.ts'
import { hashSecret } from './kernel/secrets.ts'
import { listFigures } from './audit/upkeep-figures.ts'
import { type Metrics, showFigures } from './metrics.ts'
import { isLoopback, isLoopbackHost } from './kernel/own-address.ts'
import { Problem, refusals } from './kernel/problem.ts'
import type { Services } from './conversations/services.ts'
import { isReady } from './status/readiness.ts'
import { listDown, listLatest } from './status/service-states.ts'
import { siteUrl } from './kernel/site-url.ts'
import { oldestWaitingEvent } from './billing/bookings/provider-events.ts'
import { listQueues } from './database/job-figures.ts'
import { readLastBackup } from './status/last-backup.ts'

/** The text expires this many days from today, and is read again long before that. */
const securityTextDays = 90

/** It never changes while the process lives. */
const openApi = new PackedText(JSON.stringify(openApiDocument()), { isKept: false })

/** For operators: liveness, readiness, figures, and the contract as a document. */
export function operationRoutes(app: FastifyInstance, services: Services, metrics: Metrics): void {
  app.get('/healthz', async () => ({ status: 'alive' }))

  app.get('/readyz', async (_request, reply) => {
    const { read } = services.database
    // Proxies know 404 as "nothing new, please": HAProxy keeps what is open there.
    if (services.live.isRetiring) return reply.code(404).send({ status: 'retiring' })
    if (!(await isReady(read))) return reply.code(503).header('retry-after', 2).send({ status: 'not ready' })
    // Without an outside service everything else works, so this server stays in service.
    const down = new Set(await listDown(read, services.clock.real()))
    if (!services.voice.isUp()) down.add('voice')
    const voice = down.has('voice') ? 'away' : 'up'
    return { status: 'ready', voice, ...(down.size > 0 ? { degraded: [...down].toSorted() } : {}) }
  })

  app.get('/metrics', async (request, reply) => {
    guardMetrics(services.config, request)
    // Without the database, the last known figures.
    showFigures(metrics, await listFigures(services.database.read).catch(() => []))
    await showPresent(services, metrics)
    const text = await metrics.registry.metrics()
    return reply.type(metrics.registry.contentType).send(text)
  })

  app.get('/api/openapi.json', async (request, reply) => {
    return sendPacked(request, reply.type('application/json; charset=utf-8'), openApi)
  })

  app.get('/.well-known/security.txt', async (request, reply) => {
    return reply.type('text/plain; charset=utf-8').send(securityText(services, siteUrl(services.config, request)))
  })
}

/**
 * Guards the figures, which reveal revenue and talk time, with the token. Without a token only a stand-in installation
 * shows them, to its own machine; everybody else gets a 404.
 */
function guardMetrics({ metricsToken, demo }: Config, request: FastifyRequest): void {
  if (metricsToken === null) {
    // A page of another name may point that name here.
    if (demo && isLoopback(request.ip) && isLoopbackHost(request.headers.host ?? '')) return
    throw refusals.notFound()
  }
  const [scheme = '', token = ''] = (request.headers.authorization ?? '').split(' ')
  const isRight = timingSafeEqual(Buffer.from(hashSecret(token)), Buffer.from(hashSecret(metricsToken)))
  if (scheme.toLowerCase() !== 'bearer' || !isRight) {
    throw new Problem(401, 'unauthorized', 'The metrics require a token.')
  }
}

/** Returns where to report a vulnerability, and until when this text is valid (RFC 9116). */
function securityText({ config, clock }: Services, site: string): string {
  const expires = new Date(clock.real().getTime() + securityTextDays * 24 * 60 * 60_000)
  const lines = [
    `Contact: ${config.securityContact ?? `${site}/contact`}`,
    `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00.000Z`,
    `Canonical: ${site}/.well-known/security.txt`,
    'Preferred-Languages: en',
  ]
  return `${lines.join('\n')}\n`
}

/** A look at a service that is older than this says nothing of the present. */
const freshMs = 120_000

/** Shows what can be known at the moment in which /metrics is read. Without the database, the last known figures. */
async function showPresent(services: Services, metrics: Metrics): Promise<void> {
  const { database, voice, live } = services
  const { short, long } = database.waiting()
  metrics.voiceUp.set(voice.isUp() ? 1 : 0)
  metrics.liveConversations.set(live.all().length)
  metrics.databaseWaiting.set({ reads: 'short' }, short)
  metrics.databaseWaiting.set({ reads: 'long' }, long)
  const replica = database.replica()
  metrics.replicaUp.set(replica?.isUp === false ? 0 : 1)
  metrics.replicaReads.set(replica?.reads ?? 0)
  metrics.backedUpAt.set(((await readLastBackup(services.config.dataDirectory))?.getTime() ?? 0) / 1000)
  try {
    await showFromDatabase(services, metrics)
    metrics.databaseUp.set(1)
  } catch {
    metrics.databaseUp.set(0)
  }
}

async function showFromDatabase({ database: { read }, clock }: Services, metrics: Metrics): Promise<void> {
  const real = clock.real()
  const [queues, event, states] = await Promise.all([
    listQueues(read),
    oldestWaitingEvent(read),
    listLatest(read, new Date(real.getTime() - freshMs)),
  ])
  for (const { queue, waiting, delaySeconds, givenUp } of queues) {
    metrics.jobsWaiting.set({ queue }, waiting)
    metrics.jobDelay.set({ queue }, delaySeconds)
    metrics.jobsGivenUp.set({ queue }, givenUp)
    // A counter that appears with its first fault has no rate then.
    metrics.jobsDone.inc({ queue, outcome: 'failed' }, 0)
  }
  metrics.eventDelay.set(event ? Math.max(0, (clock.now().getTime() - event.getTime()) / 1000) : 0)
  metrics.serviceUp.reset()
  for (const { service, state } of states) metrics.serviceUp.set({ service }, state === 'up' ? 1 : 0)
}
