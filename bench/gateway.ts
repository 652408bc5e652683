import type { ChildProcess } from 'node:child_process'
import os from 'node:os'
import type pg from 'pg'
import { startProcess, startServerProcess } from '../scripts/running/processes.mjs'
import { compareWithBooks, waitForBooks } from './gateway/books.ts'
import type { ProviderOrder, ProviderReport } from './gateway/provider.ts'
import { type Ends, holdConversations, pause, readFigures, type Stretch, sum } from './gateway/steps.ts'
import { freeAgentId, preparePeople } from './people.ts'
import { median, percentile, plain, type Row } from './report.ts'

const usualSteps = [1, 10, 25, 50, 100, 200]
const rounds = 3
const idleMs = 10_000
const goalMs = 3

/**
 * The curve of a growing number of simultaneous conversations through one server process of its own: how much the
 * gateway delays the sound, and what it costs. Afterwards the books must agree with both ends.
 */
export async function benchGateway(env: Record<string, string>, owner: pg.Client, steps: number[]): Promise<Row[]> {
  const counts = steps.length > 0 ? steps : usualSteps
  const provider = await startProcess('bench/gateway/provider.ts')
  const providerUrl = `http://127.0.0.1:${provider.port}`
  const server = await startServerProcess({
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
    return await measure(ends, owner, counts)
  } finally {
    await server.stop()
    await provider.stop()
  }
}

async function measure(ends: Ends, owner: pg.Client, counts: number[]): Promise<Row[]> {
  // One full run first, so that code is compiled and the heap has its size.
  const held = [...(await holdConversations(ends, Math.min(25, Math.max(...counts)), false)).held]
  await waitForBooks(owner)
  const idle = await readIdle(ends.serverUrl)
  const points: Point[] = []
  for (const conversations of counts) {
    const pairs: Pair[] = []
    for (let round = 0; round < rounds; round++) {
      const direct = await holdConversations(ends, conversations, true)
      const relayed = await holdConversations(ends, conversations, false)
      pairs.push({ direct, relayed })
      held.push(...relayed.held)
      await waitForBooks(owner)
    }
    points.push(toPoint(conversations, pairs, idle))
    console.log(`${conversations} conversations at once are measured, load ${os.loadavg()[0]?.toFixed(1)}`)
  }
  console.log(`\nadded milliseconds of the way (through the gateway less direct), median of ${rounds} rounds`)
  console.table(points)
  return [...conclude(points), ...(await compareWithBooks(owner, held))]
}

interface Idle {
  corePercent: number
  rssBytes: number
}

async function readIdle(serverUrl: string): Promise<Idle> {
  const before = await readFigures(serverUrl)
  await pause(idleMs)
  const after = await readFigures(serverUrl)
  return { corePercent: ((after.cpuSeconds - before.cpuSeconds) * 100_000) / idleMs, rssBytes: after.rssBytes }
}

interface Pair {
  direct: Stretch
  relayed: Stretch
}

/** Returns the figures of a number of simultaneous conversations: medians over rounds, each next to a direct one. */
function toPoint(atOnce: number, pairs: Pair[], idle: Idle) {
  const added = (way: 'upMs' | 'downMs', part: number) =>
    rounded(median(pairs.map(({ direct, relayed }) => percentile(relayed[way], part) - percentile(direct[way], part))))
  const core = median(pairs.map(({ relayed }) => (100 * relayed.cpuSeconds) / relayed.measuredSeconds))
  const rssBytes = Math.max(...pairs.map(({ relayed }) => relayed.rssBytes))
  return {
    atOnce,
    'up p50': added('upMs', 0.5),
    'up p95': added('upMs', 0.95),
    'down p50': added('downMs', 0.5),
    'down p95': added('downMs', 0.95),
    'direct p95': rounded(median(pairs.map(({ direct }) => percentile([...direct.upMs, ...direct.downMs], 0.95)))),
    'core %': rounded(core),
    'core % each': rounded((core - idle.corePercent) / atOnce),
    'kB each': rounded((rssBytes - idle.rssBytes) / atOnce / 1024),
    lost: sum(pairs.map(({ relayed }) => relayed.lost)),
    pieces: sum(pairs.map(({ relayed }) => relayed.pieces)),
  }
}

type Point = ReturnType<typeof toPoint>

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

function conclude(points: Point[]): Row[] {
  const most = points.findLast((point) => Math.max(point['up p95'], point['down p95']) <= goalMs)
  const last = points.at(-1)
  if (!last) return []
  return [
    plain(`conversations per core at added p95 <= ${goalMs} ms`, most?.atOnce ?? 0, ''),
    plain(`share of a core per conversation, at ${last.atOnce}`, last['core % each'], ' %', '<= 0.3 %'),
    plain('the same in memory, with garbage', last['kB each'], ' kB'),
    plain('pieces of sound lost', sum(points.map(({ lost }) => lost)), '', '0'),
  ]
}

function ask(child: ChildProcess, order: ProviderOrder['order']): Promise<ProviderReport> {
  return new Promise((resolve) => {
    child.once('message', (report) => resolve(report as ProviderReport))
    child.send({ order } satisfies ProviderOrder)
  })
}
