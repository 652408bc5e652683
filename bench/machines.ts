import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { SessionTick } from '#contract/conversations/voice-socket.ts'
import { VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import { startCluster } from '../scripts/running/cluster.mjs'
import { startPostgres } from '../scripts/running/postgres.mjs'
import { startProcess, startServerProcess } from '../scripts/running/processes.mjs'
import { startSurroundings } from '../scripts/running/product.mjs'
import { killPostgres, startReplica } from '../scripts/running/replica.mjs'
import { freeBelowMs } from '../server/conversations/voice-sessions.ts'
import { compareWithBooks, waitForBooks } from './gateway/books.ts'
import { pause } from './gateway/steps.ts'
import { type BenchPerson, callAs, freeAgentId, preparePeople, startConversation } from './people.ts'
import { plain, type Row } from './report.ts'

const servers = 3
const usualCount = 50
const retryMs = 50
const limitMs = 60_000

/**
 * Three servers behind one balancer, on a PostgreSQL with a synchronous replica, with people talking all the time: every
 * server is replaced, then the primary is killed and the replica promoted. Afterwards the books must be in order.
 */
export async function benchMachines(count = usualCount): Promise<Row[]> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-machines-'))
  fs.chmodSync(directory, 0o755)
  const stops: Stops = [() => fs.promises.rm(directory, { recursive: true, force: true })]
  try {
    const pair = await startPair(directory, stops)
    const cluster = await startServers(directory, pair.url, stops)
    const url = `http://127.0.0.1:${cluster.port}`
    const owner = await connect(pair.url)
    const callers = await preparePeople(owner, url, count + 1, 'talker')
    const starting = callers.pop()
    if (!starting) throw new Error('The bench needs at least one person')
    const agentId = await freeAgentId(owner)
    await owner.end()
    await pair.waitForReplica()
    const held = await Promise.all(callers.map((person) => hold(url, person, agentId)))
    const rows = [
      ...(await measureRoll(cluster, held)),
      ...(await measureFailOver(pair, held, () => startAndEnd(url, starting, agentId))),
    ]
    await Promise.all(held.filter(({ isOpen }) => isOpen).map(({ client }) => talkUntilCharged(client)))
    for (const { id, person } of held) await end(url, person, id)
    const reader = await connect(pair.url)
    stops.unshift(() => reader.end())
    await waitForBooks(reader)
    const sessions = held.map(({ id }) => ({ sessionId: id, callerMs: 0, providerMs: 0 }))
    const books = await compareWithBooks(reader, sessions)
    return [...rows, ...books.filter(({ goal }) => goal)]
  } finally {
    for (const stop of stops) await stop()
  }
}

type Stops = (() => unknown)[]
type Pair = Awaited<ReturnType<typeof startPair>>

/** Starts a primary and its replica behind one address that can lead to either. */
async function startPair(directory: string, stops: Stops) {
  const primary = await startPostgres({ directory: path.join(directory, 'primary') })
  stops.unshift(primary.stop)
  const replica = await startReplica({ url: primary.url, directory: path.join(directory, 'replica') })
  stops.unshift(replica.stop)
  const line = await startSwitch(new URL(primary.url).port)
  stops.unshift(line.close)
  const url = new URL(primary.url)
  url.port = String(line.port)
  return {
    url: url.href,
    /** From now on a commit is reported when both have it. */
    waitForReplica: async () => {
      const owner = await connect(primary.url)
      await owner.query("alter system set synchronous_standby_names = 'luna_replica'")
      await owner.query('select pg_reload_conf()')
      await owner.end()
    },
    failOver: async () => {
      await killPostgres(primary)
      const owner = await connect(replica.url)
      await owner.query('select pg_promote()')
      await owner.end()
      line.lead(new URL(replica.url).port)
    },
  }
}

/** Forwards a port of this machine to another one, which can be changed. */
async function startSwitch(port: string) {
  let target = Number(port)
  const open = new Set<net.Socket>()
  const server = net.createServer((near) => {
    const far = net.connect(target, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as net.AddressInfo).port,
    lead: (to: string) => {
      target = Number(to)
    },
    close: () => {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function startServers(directory: string, databaseUrl: string, stops: Stops) {
  process.env.DATABASE_URL = databaseUrl
  stops.unshift(() => delete process.env.DATABASE_URL)
  const surroundings = await startSurroundings({ dataDirectory: directory, appUrl: 'http://127.0.0.1:9' })
  stops.unshift(surroundings.stop)
  const provider = await startProcess('bench/gateway/provider.ts')
  stops.unshift(provider.stop)
  const usual = { ...surroundings.env, DATA_DIR: directory, LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '100000' }
  // Agents and voices are made where all services are stand-ins.
  const first = await startServerProcess({ env: { ...usual, PORT: '0' } })
  await first.stop()
  const env = {
    ...usual,
    ELEVENLABS_API_KEY: 'xi_bench',
    ELEVENLABS_BASE_URL: `http://127.0.0.1:${provider.port}`,
  }
  const cluster = await startCluster({ count: servers, port: 0, env, graceMs: 500 })
  stops.unshift(cluster.stop)
  return cluster
}

interface Held {
  id: string
  person: BenchPerson
  client: VoiceClient
  isOpen: boolean
}

/** Starts a conversation and waits until it counts. */
async function hold(url: string, person: BenchPerson, agentId: string): Promise<Held> {
  const { id, signedUrl } = await startConversation(url, person, agentId)
  const client = new VoiceClient(signedUrl)
  await client.opened
  client.send({ type: 'conversation_initiation_client_data' })
  const held = { id, person, client, isOpen: true }
  void client.closed.then(() => {
    held.isOpen = false
  })
  await client.next('session_tick', limitMs)
  return held
}

const end = (url: string, { cookie }: BenchPerson, id: string) =>
  callAs(url, cookie, 'PUT', `/api/user/sessions/${id}/end`, {})

async function startAndEnd(url: string, person: BenchPerson, agentId: string): Promise<void> {
  const { id } = await startConversation(url, person, agentId)
  await end(url, person, id)
}

/** Waits until a conversation costs something (D71). */
async function talkUntilCharged(client: VoiceClient): Promise<void> {
  const isCharged = ({ session_tick_event: tick }: VoiceClient['bodies'][number]) =>
    ((tick as SessionTick['session_tick_event'] | undefined)?.used_seconds ?? 0) * 1000 >= freeBelowMs
  while (!client.bodies.some(isCharged)) await client.next('session_tick', limitMs)
}

/** Returns how many conversations do not go on: closed, or without another tick from now on. */
async function countDropped(held: Held[]): Promise<number> {
  for (const { client } of held) client.skip()
  const goes = await Promise.all(
    held.map(async ({ client, isOpen }) => isOpen && client.next('session_tick', limitMs).then(Boolean, () => false)),
  )
  return goes.filter((isGoing) => !isGoing).length
}

async function measureRoll(cluster: Awaited<ReturnType<typeof startCluster>>, held: Held[]): Promise<Row[]> {
  const startedAt = performance.now()
  await cluster.roll()
  const seconds = (performance.now() - startedAt) / 1000
  return [
    plain(`${servers} servers replaced while ${held.length} people talk, in`, seconds, ' s'),
    plain('conversations that this ended', await countDropped(held), '', '0'),
  ]
}

async function measureFailOver(pair: Pair, held: Held[], write: () => Promise<unknown>): Promise<Row[]> {
  const writer = await startWriter(pair.url)
  const startedAt = performance.now()
  await pair.failOver()
  const promotedMs = performance.now() - startedAt
  while (performance.now() - startedAt < limitMs) {
    const isWritten = await write().then(
      () => true,
      () => false,
    )
    if (isWritten) break
    await pause(retryMs)
  }
  const recoveredMs = performance.now() - startedAt
  const dropped = await countDropped(held)
  return [
    plain('primary killed and replica promoted, in', promotedMs / 1000, ' s'),
    plain('until a conversation can be started again', recoveredMs / 1000, ' s'),
    plain('conversations that this ended', dropped, '', '0'),
    plain('reported bookings that are missing', await writer.countMissing(), '', '0'),
  ]
}

/** Books seconds one after the other until the database is away. */
async function startWriter(url: string) {
  const bookings =
    "from entry join account on account.id = account_id join users on users.id = account.user_id where email = 'talker1@luna.test' and kind = 'purchase'"
  const client = await connect(url)
  const count = async (reader: pg.Client) =>
    Number((await reader.query<{ count: string }>(`select count(*) ${bookings}`)).rows[0]?.count)
  const before = await count(client)
  let reported = 0
  const writing = (async () => {
    for (;;) {
      await client.query(
        `select ledger_grant(account.id, 'purchased', 'purchase', $1, 1000, 0, null, null, null, null, now())
        from account join users on users.id = account.user_id where email = 'talker1@luna.test'`,
        [`booking ${reported}`],
      )
      reported++
    }
  })().catch(() => client.end().catch(() => {}))
  while (reported < 20) await pause(retryMs)
  return {
    countMissing: async () => {
      await writing
      const reader = await connect(url)
      const missing = before + reported - (await count(reader))
      await reader.end()
      return Math.max(0, missing)
    },
  }
}
