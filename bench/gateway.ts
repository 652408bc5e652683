import { type ChildProcess, execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import { promisify } from 'node:util'
import type pg from 'pg'
import { startProcess, startServerProcess } from '../scripts/running/processes.mjs'
import { compareWithBooks, waitForBooks } from './gateway/books.ts'
import type { ProviderOrder, ProviderReport } from './gateway/provider.ts'
import { type Ends, holdConversations, pause, readFigures, type Stretch, sum } from './gateway/steps.ts'
import { freeAgentId, preparePeople } from './people.ts'
import { median, percentile, plain, type Row } from './report.ts'

const usualSteps = [1, 50, 100, 200, 400]
/** Conversations that people talk in while others open pages, and how many pages they open in a second. */
const talkingWithPages = 200
const pagesPerSecond = 20
const rounds = 3
const idleMs = 10_000
const goalMs = 3

/**
 * The curve of a growing number of simultaneous conversations through one server process of its own: how much the
 * gateway delays the sound, and what it costs; then many conversations while others open pages, which a second server
 * serves as in a cluster. Afterwards the books must agree with both ends.
 */
export async function benchGateway(env: Record<string, string>, owner: pg.Client, steps: number[]): Promise<Row[]> {
  const counts = steps.length > 0 ? steps : usualSteps
  const provider = await startProcess('bench/gateway/provider.ts')
  const providerUrl = `http://127.0.0.1:${provider.port}`
  const serverEnv = { ...env, PORT: '0', ELEVENLABS_API_KEY: 'xi_bench', ELEVENLABS_BASE_URL: providerUrl }
  const server = await startServerProcess({ env: { ...serverEnv, SERVE: 'voice' } })
  const pages = await startServerProcess({ env: { ...serverEnv, SERVE: 'pages' } })
  const cores = await separateCores(owner, server.child.pid, [provider.child.pid, pages.child.pid])
  console.log(`cores: ${cores.words}`)
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
    return await measure(ends, owner, counts, `http://127.0.0.1:${pages.port}`)
  } finally {
    await cores.release()
    await pages.stop()
    await server.stop()
    await provider.stop()
  }
}

async function measure(ends: Ends, owner: pg.Client, counts: number[], pagesUrl: string): Promise<Row[]> {
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
  const besides = await talkWithPages(ends, Math.min(talkingWithPages, Math.max(...counts)), pagesUrl)
  held.push(...besides.held)
  await waitForBooks(owner)
  console.log(`\nadded milliseconds of the way (through the gateway less direct), median of ${rounds} rounds`)
  console.table(points)
  return [...conclude(points), ...besides.rows, ...(await compareWithBooks(owner, held))]
}

/** Holds conversations while visitors and people open pages and lists all the time. */
async function talkWithPages(ends: Ends, count: number, pagesUrl: string) {
  const paths = ['/', '/agents', '/marketplace', '/api/agents', '/api/auth/user']
  const direct = await holdConversations(ends, count, true)
  let opened = 0
  const opening = new Set<Promise<unknown>>()
  const timer = setInterval(() => {
    const cookie = ends.people[opened % ends.people.length]?.cookie ?? ''
    const page = fetch(`${pagesUrl}${paths[opened++ % paths.length]}`, { headers: { cookie } })
      .then((answer) => answer.arrayBuffer())
      .finally(() => opening.delete(page))
    opening.add(page)
  }, 1000 / pagesPerSecond)
  const relayed = await holdConversations(ends, count, false).finally(() => clearInterval(timer))
  await Promise.all(opening)
  const added = (way: 'upMs' | 'downMs') => percentile(relayed[way], 0.95) - percentile(direct[way], 0.95)
  return {
    held: relayed.held,
    rows: [
      plain(`pages opened while ${count} talk`, opened, ''),
      plain('added to the way meanwhile, p95', Math.max(added('upMs'), added('downMs')), ' ms', `<= ${goalMs} ms`),
      plain('pieces of sound lost meanwhile', relayed.lost, '', '0'),
    ],
  }
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
    plain(`conversations per core at added p95 <= ${goalMs} ms`, most?.atOnce ?? 0, '', '>= 200'),
    plain(`share of a core per conversation, at ${last.atOnce}`, last['core % each'], ' %', '<= 0.3 %'),
    plain('the same in memory, with garbage', last['kB each'], ' kB'),
    plain(
      `pieces of sound lost, with up to ${last.atOnce} conversations at once`,
      sum(points.map(({ lost }) => lost)),
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

const run = promisify(execFile)

/**
 * Gives the server under test a core of its own, and the provider, the callers (this process), PostgreSQL and the other
 * server all others. Returns what was done, in words, and what takes it back. Where the system cannot bind processes to
 * cores, nothing is bound.
 */
async function separateCores(
  owner: pg.Client,
  voicePid: number | undefined,
  otherPids: (number | undefined)[],
): Promise<{ words: string; release(): Promise<void> }> {
  const count = os.availableParallelism()
  const all = `0-${count - 1}`
  const others = [...otherPids, process.pid, await postgresPid(owner)].filter((pid) => pid !== undefined)
  const bind = (pid: number, cores: string) =>
    run('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)])
  if (count < 2 || voicePid === undefined) return { words: 'no core of its own', release: async () => {} }
  try {
    await bind(voicePid, '0')
    for (const pid of others) await bind(pid, count === 2 ? '1' : `1-${count - 1}`)
  } catch {
    return { words: 'no core of its own: this system binds no processes', release: async () => {} }
  }
  const where = count === 2 ? 'share the other core' : `share the other ${count - 1}`
  return {
    words: `the server has core 0; provider, callers and PostgreSQL ${where}`,
    release: async () => {
      for (const pid of others) await bind(pid, all).catch(() => {})
    },
  }
}

/** Returns the process whose children serve connections; undefined where it is on another machine. */
async function postgresPid(owner: pg.Client): Promise<number | undefined> {
  const { rows } = await owner.query<{ pid: number }>('select pg_backend_pid() as pid')
  const file = `/proc/${rows[0]?.pid}/stat`
  if (!fs.existsSync(file)) return undefined
  return Number(/\) \S (\d+)/.exec(fs.readFileSync(file, 'utf8'))?.[1]) || undefined
}
