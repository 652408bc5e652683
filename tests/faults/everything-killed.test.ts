import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../scripts/running/free-port.mjs'
import { startHeardTalk, tickAt } from '../kit/conversations/conversations.ts'
import { addAgentRow, expectSettledAtTick, lastTickMs, openOwner, signInAna } from './rig.ts'

// The whole product as `npm start` runs it, twice: about 50 s for this file.
const startLimitMs = 60_000
const root = path.join(import.meta.dirname, '../..')

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-killed-'))
fs.chmodSync(directory, 0o755)
const started: ChildProcess[] = []
afterAll(async () => {
  for (const child of started) await killTree(child)
  fs.rmSync(directory, { recursive: true, force: true })
})

/** Starts the product on this data folder. Resolves when it says that it is ready. */
async function start(): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: path.join(directory, 'data'), RATE_LIMIT_FACTOR: '100' }
  const child = spawn(process.execPath, [path.join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: { ...env, LOG_FILE: path.join(directory, 'server.log') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let printed = ''
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        printed += String(chunk)
        if (printed.includes('Luna is ready')) resolve()
      })
    child.once('exit', (code) => reject(new Error(`start ended with ${code}:\n${printed}`)))
    setTimeout(() => reject(new Error(`not ready:\n${printed}`)), startLimitMs).unref()
  })
  await ready
  return { child, url: `http://127.0.0.1:${port}` }
}

/** Returns the process and everything that it started, directly or not. */
function treeOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of fs.readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const stat = fs.readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It ended meanwhile.
    }
  }
  const tree = [pid]
  for (const member of tree) for (const [child, parent] of parents) if (parent === member) tree.push(child)
  return tree
}

/** Runs kill -9 on the whole tree, frozen first so that no process can react to another's death. */
async function killTree(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null || child.signalCode !== null || !child.pid) return 0
  const tree = treeOf(child.pid)
  for (const signal of ['SIGSTOP', 'SIGKILL'] as const) for (const pid of tree) tryKill(pid, signal)
  await once(child, 'exit')
  return tree.length
}

function tryKill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It is gone already.
  }
}

function databaseUrl(): string {
  const file = path.join(directory, 'data', 'server-env.json')
  return (JSON.parse(fs.readFileSync(file, 'utf8')) as { DATABASE_URL: string }).DATABASE_URL
}

test('the next start after kill -9 of everything settles a conversation at its last tick', async () => {
  const first = await start()
  const before = openOwner(databaseUrl())
  const agentId = await addAgentRow(before.sql)
  const ana = await signInAna(first.url, directory)
  const talk = await startHeardTalk(ana, agentId)
  await tickAt(talk.client, 11)
  const tickMs = await lastTickMs(before.sql, talk.id)
  const [fsync] = await before.sql<{ fsync: string }>('show fsync')
  expect(fsync?.fsync).toBe('on')
  // start, stand-ins, server, keeper, PostgreSQL and its own processes
  expect(await killTree(first.child)).toBeGreaterThan(8)
  await before.end()
  expect((await talk.client.closed).code).toBe(1006)

  const second = await start()
  const after = openOwner(databaseUrl())
  const back = await signInAna(second.url, directory)
  await expectSettledAtTick(after.sql, back, { id: talk.id, agentId, tickMs })
  await after.end()

  second.child.kill('SIGTERM')
  expect(await once(second.child, 'exit')).toEqual([0, null])
}, 150_000)
