import type { ChildProcess } from 'node:child_process'
import os from 'node:os'
import type pg from 'pg'
import { startProcess, startServerProcess } from '../scripts/running/processes.mjs'
import { compareWithBooks, waitForBooks } from './gateway/books.ts'
import { openInspector } from './gateway/memory.ts'
import { freeAgentId, preparePeople } from './gateway/people.ts'
import type { ProviderOrder, ProviderReport } from './gateway/provider.ts'
import { type Ends, holdConversations, pause, readFigures, type Stretch } from './gateway/steps.ts'
import { median, percentile, plain, type Row } from './report.ts'

const usualSteps = [1, 10, 25, 50, 100, 200]
const rounds = 3
const idleMs = 10_000
const goalMs = 3

/** A number of simultaneous conversations; the median over rounds, each next to a direct one. */
interface Point {
  conversations: number
  added: { up50: number; up95: number; down50: number; down95: number }
  direct95: number
  coreShare: number
  rssBytes: number
  lost: number
  pieces: number
  load: number
}

/**
 * The curve of a growing number of simultaneous conversations through one server process of its own: how much the
 * gateway delays the sound, and what it costs. Afterwards the books must agree with both ends.
 */
export async function benchGateway(env: Record<string, string>, owner: pg.Client, steps: number[]): Promise<Row[]> {
  const counts = steps.length > 0 ? steps : usualSteps
  const provider = await startProcess('bench/gateway/provider.ts')
  const providerUrl = `http://127.0.0.1:${provider.port}`
  const inspector = await openInspector()
  const server = await startServerProcess({
    execArgv: inspector.execArgv,
    env: { ...env, PORT: '0', ELEVENLABS_API_KEY: 'xi_bench', ELEVENLABS_BASE_URL: providerUrl },
  })
  try {
    const serverUrl = `http://127.0.0.1:${server.port}`
    const people = await preparePeople(owner, serverUrl, Math.max(...counts), 'talker')
    const ends: Ends = {
      askProvider: (order) => ask(provider.child, order),
      directUrl: async () => {
        const answer = await fetch(`${providerUrl}/v1/convai/conversation/get-signed-url?agent_id=bench`)
        return ((await answer.json()) as { signed_url: string }).signed_url
      },
      serverUrl,
      agentId: await freeAgentId(owner),
      people,
    }
    return await measure(ends, owner, counts, inspector.readLiveBytes)
  } finally {
    await server.stop()
    await provider.stop()
  }
}

async function measure(
  ends: Ends,
  owner: pg.Client,
  counts: number[],
  readLiveBytes: () => Promise<number>,
): Promise<Row[]> {
  // One full run first, so that code is compiled and the heap has its size.
  const held = [...(await holdConversations(ends, Math.min(25, Math.max(...counts)), false)).held]
  await waitForBooks(owner)
  const idle = await readIdle(ends.serverUrl)
  console.log(`\nserver process without conversations: ${share(idle.coreShare)} of a core, ${mb(idle.rssBytes)} MB`)
  const points: Point[] = []
  printHead()
  for (const conversations of counts) {
    const pairs: [direct: Stretch, relayed: Stretch, load: number][] = []
    for (let round = 0; round < rounds; round++) {
      const direct = await holdConversations(ends, conversations, true)
      const relayed = await holdConversations(ends, conversations, false)
      pairs.push([direct, relayed, os.loadavg()[0] ?? 0])
      held.push(...relayed.held)
      await waitForBooks(owner)
    }
    const point = toPoint(conversations, pairs)
    points.push(point)
    printPoint(point, idle.coreShare)
  }
  const memory = await measureMemory(ends, owner, Math.max(...counts), readLiveBytes)
  return [...conclude(points, idle), memory, ...(await compareWithBooks(owner, held))]
}

/** Runs last, because a forced collection also discards what makes the code fast. */
async function measureMemory(
  ends: Ends,
  owner: pg.Client,
  count: number,
  readLiveBytes: () => Promise<number>,
): Promise<Row> {
  let heldBytes = 0
  await holdConversations(ends, count, false, async () => {
    heldBytes = await readLiveBytes()
  })
  await waitForBooks(owner)
  return plain('the same without garbage', (heldBytes - (await readLiveBytes())) / count / 1024, ' kB')
}

interface Idle {
  coreShare: number
  rssBytes: number
}

async function readIdle(serverUrl: string): Promise<Idle> {
  const before = await readFigures(serverUrl)
  await pause(idleMs)
  const after = await readFigures(serverUrl)
  return { coreShare: ((after.cpuSeconds - before.cpuSeconds) * 1000) / idleMs, rssBytes: after.rssBytes }
}

function toPoint(conversations: number, pairs: [Stretch, Stretch, number][]): Point {
  const added = (way: 'upMs' | 'downMs', part: number) =>
    median(pairs.map(([direct, relayed]) => percentile(relayed[way], part) - percentile(direct[way], part)))
  return {
    conversations,
    added: {
      up50: added('upMs', 0.5),
      up95: added('upMs', 0.95),
      down50: added('downMs', 0.5),
      down95: added('downMs', 0.95),
    },
    direct95: median(pairs.map(([direct]) => percentile([...direct.upMs, ...direct.downMs], 0.95))),
    coreShare: median(pairs.map(([, relayed]) => relayed.cpuSeconds / relayed.measuredSeconds)),
    rssBytes: Math.max(...pairs.map(([, relayed]) => relayed.rssBytes)),
    lost: pairs.reduce((total, [, relayed]) => total + relayed.lost, 0),
    pieces: pairs.reduce((total, [, relayed]) => total + relayed.pieces, 0),
    load: median(pairs.map(([, , load]) => load)),
  }
}

const columns = [
  'talks',
  'up p50',
  'up p95',
  'down p50',
  'down p95',
  'direct p95',
  'core',
  'core/talk',
  'RSS MB',
  'lost',
]

function printHead(): void {
  console.log(`added milliseconds of the way (through the gateway less direct), median of ${rounds} rounds`)
  console.log(`${columns.map((name) => name.padStart(10)).join(' ')} ${'of'.padStart(9)} ${'load'.padStart(6)}`)
}

function printPoint(point: Point, idleShare: number): void {
  const { added } = point
  const times = [added.up50, added.up95, added.down50, added.down95, point.direct95].map((ms) => ms.toFixed(2))
  const perTalk = (point.coreShare - idleShare) / point.conversations
  const cells = [point.conversations, ...times, share(point.coreShare), share(perTalk), mb(point.rssBytes), point.lost]
  const line = cells.map((cell) => String(cell).padStart(10)).join(' ')
  console.log(`${line} ${String(point.pieces).padStart(9)} ${point.load.toFixed(1).padStart(6)}`)
}

function share(value: number): string {
  return `${(value * 100).toFixed(2)} %`
}

function mb(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(0)
}

function conclude(points: Point[], idle: Idle): Row[] {
  const most = points.findLast(({ added }) => Math.max(added.up95, added.down95) <= goalMs)
  const last = points.at(-1)
  if (!last) return []
  const perTalk = ((last.coreShare - idle.coreShare) / last.conversations) * 100
  return [
    plain(`conversations per core at added p95 <= ${goalMs} ms`, most?.conversations ?? 0, ''),
    plain(`share of a core per conversation, at ${last.conversations}`, perTalk, ' %', '<= 0.3 %'),
    plain(`the same in memory, with garbage`, (last.rssBytes - idle.rssBytes) / last.conversations / 1024, ' kB'),
    plain(
      'pieces of sound lost',
      points.reduce((total, { lost }) => total + lost, 0),
      '',
      '0',
    ),
  ]
}

function ask(child: ChildProcess, order: ProviderOrder['order']): Promise<ProviderReport> {
  return new Promise((resolve) => {
    child.once('message', (report) => resolve(report as ProviderReport))
    child.send({ order } satisfies ProviderOrder)
  })
}
