import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { buildApp } from './app.ts'
import { type Clock, createClock } from './clock.ts'
import { type Config, inspectConfig } from './config.ts'
import { listFaults, listProblems } from './environment.ts'
import { callFirst } from './first-calls.ts'
import { openDatabase } from './database/database.ts'
import { migrate } from './database/migrate.ts'
import { LiveConversations } from './conversations/gateway/live-conversations.ts'
import { createGateway, holdGatewayLock } from './conversations/gateway/gateway.ts'
import { release } from './database/release.ts'
import { createJobs, prepareJobs } from './database/jobs.ts'
import { Upgrades } from './kernel/upgrades.ts'
import { watchServices } from './status/watch.flow.ts'
import { serviceChecks, startJobs } from './work.ts'
import { createLog, type Log } from './log.ts'
import { createMetrics } from './metrics.ts'
import { watchOutside } from './outside.ts'
import { welcome } from './newcomers.ts'
import { watchLimit } from './organizations/members/watch-limit.flow.ts'
import { pools } from './organizations/pools.flow.ts'
import { memoryFor } from './results/memory/memory.flow.ts'
import { createVoiceProvider } from './voice-provider/elevenlabs/elevenlabs.ts'
import { createMailer } from './messages/mails/mail.ts'
import { createPayments } from './billing/stripe/stripe.ts'
import { deleteUnkept } from './results/recap/recap-watch.flow.ts'
import { answerTool } from './results/tools.flow.ts'
import { seed } from './seed/seed.ts'
import type { Services } from './conversations/services.ts'

const drainLimitMs = 20_000
/** How long an issued address can be opened. */
const addressMs = 60_000

export interface RunningServer {
  port: number
  services: Services
  /** Stops accepting, finishes requests, closes conversations cleanly, then releases everything. */
  stop(): Promise<void>
}

interface StartOptions {
  log?: Log
  clock?: Clock
  /** Runs before any request is answered. */
  prepare?: (services: Services) => Promise<void>
  /**
   * Whether work begins by the clock: the upkeep every hour, which also runs when the clock is moved, and the look at all
   * services every half minute.
   */
  isHourly?: boolean
}

/** Starts the whole server. The process below uses it, and tests with their own configuration. */
export async function startServer(config: Config, options: StartOptions = {}): Promise<RunningServer> {
  const { isHourly = true, clock = createClock() } = options
  const log = options.log ?? createLog(config.logLevel, config.logFile)
  const tracing = await openTracing(config)
  await prepareDatabase(config, log)
  const database = openDatabase(config.databaseUrl, { replicaUrl: config.databaseReadUrl })
  await database.check()
  const live = new LiveConversations(clock)
  const lock = await holdGatewayLock(database, live)
  let { port } = config
  const metrics = createMetrics()
  const unwatch = watchOutside(metrics.measureCall)
  const mailer = createMailer(config.mail)
  const services: Services = {
    config,
    log,
    database,
    clock,
    jobs: createJobs(database, log, { isHourly, onTried: metrics.countJob }),
    payments: createPayments(config.stripe),
    voice: createVoiceProvider(config.voice),
    live,
    gatewayId: lock.id,
    ...upwards(() => services),
    siteUrl: () => config.publicUrl ?? `http://${config.host}:${port}`,
  }
  const gateway = createGateway(services, metrics)
  const upgrades = new Upgrades()
  const app = await buildApp(services, metrics, upgrades)
  upgrades.add(gateway.take)
  upgrades.listen(app.server)
  let isDraining = false
  closeConnections(app, () => isDraining)
  await gateway.start()
  await options.prepare?.(services)
  const work = config.serve === 'voice' ? null : await startJobs(services, mailer, metrics)
  const watch = isHourly && work ? watchServices(services, serviceChecks(services, mailer)) : null
  await app.listen({ host: config.host, port: config.port })
  const address = app.server.address()
  if (typeof address === 'object' && address) port = address.port
  return {
    port,
    services,
    stop: async () => {
      isDraining = true
      await gateway.drain()
      await app.close()
      await gateway.stop()
      watch?.stop()
      await work?.stop()
      mailer.close()
      unwatch()
      await lock.release()
      await database.end()
      await tracing?.stop()
    },
  }
}

/** Without this, clients that keep their connection would be served forever and a draining server would never end. */
function closeConnections(app: FastifyInstance, isDraining: () => boolean): void {
  app.addHook('onSend', async (_request, reply) => {
    if (isDraining()) reply.header('connection', 'close')
  })
}

/** Loads what makes traces only where traces are wanted. */
async function openTracing({ tracing }: Config): Promise<{ stop(): Promise<void> } | null> {
  return tracing && (await import('./tracing.ts')).startTracing(tracing)
}

async function prepareDatabase({ databaseUrl, demo }: Config, log: Log): Promise<void> {
  const newer = await migrate(databaseUrl, demo ? 'standin' : 'live')
  if (newer !== null) log.warn({ release, newer }, 'the functions of a newer release stay in the database')
  await prepareJobs(databaseUrl)
}

/** What lower subjects ask of those above them. */
function upwards(
  services: () => Services,
): Pick<Services, 'pools' | 'welcome' | 'afterTalk' | 'wordsDeleted' | 'answerTool' | 'memoryFor'> {
  return {
    pools,
    welcome,
    afterTalk: (talk) => watchLimit(services(), talk),
    wordsDeleted: () => deleteUnkept(services()),
    answerTool: (call) => answerTool(services(), call),
    memoryFor: (talk) => memoryFor(services(), talk),
  }
}

/** Another server has taken over, and this one receives nothing new. */
const retireOrder = z.object({ retire: z.literal(true), graceMs: z.number() })

/** Waits until no conversation runs here and no issued address can still be opened. */
async function retire({ services }: RunningServer, graceMs: number): Promise<void> {
  services.live.isRetiring = true
  await delay(graceMs)
  while (services.live.all().length > 0) await delay(1000)
}

/**
 * Returns the checked environment after the first call to everything outside. Throws one error that lists every fault;
 * services that only do not work now are printed.
 */
async function checkConfig(): Promise<Config> {
  const { config, reachable, faults } = inspectConfig()
  const isMalformed = (variable: string) => faults.some((fault) => fault.startsWith(`${variable}:`))
  const { database, services } = await callFirst(
    { ...reachable, databaseUrl: isMalformed('DATABASE_URL') ? '' : reachable.databaseUrl },
    isMalformed,
  )
  const stopping = [...faults, ...database]
  if (!config || stopping.length > 0) throw new Error(listFaults([...stopping, ...services]))
  if (services.length > 0) console.error(listProblems(services))
  return config
}

/** Returns why the server did not start, with the variable of an address on which it cannot listen. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '', syscall = '', message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') return `PORT: ${message}. Stop the other program, or choose another port.`
  if (syscall === 'listen' || syscall === 'getaddrinfo') return `HOST: ${message}. Choose an address of this machine.`
  return message
}

async function main(): Promise<void> {
  const config = await checkConfig()
  const server = await startServer(config, { prepare: seed })
  process.send?.({ ready: true, port: server.port, gatewayId: server.services.gatewayId() })
  let isStopping = false
  const stop = async (): Promise<void> => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), drainLimitMs).unref()
    await server.stop()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())
  process.on('message', (message) => {
    const order = retireOrder.safeParse(message)
    if (order.success) void retire(server, order.data.graceMs).then(stop)
  })
  process.on('SIGUSR2', () => void retire(server, addressMs).then(stop))
  // The parent process is gone, so nothing else would ever stop this one.
  process.on('disconnect', () => void stop())
  await once(process, 'exit')
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(describeFailure(error))
    process.exit(1)
  })
}
