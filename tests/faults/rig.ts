import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, inject } from 'vitest'
import { startCluster } from '../../scripts/running/cluster.mjs'
import { startProcess } from '../../scripts/running/processes.mjs'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as voice from '#contract/conversations/voice.ts'
import { startStandins } from '@luna/control/start.ts'
import { TestClient } from '../kit/world/client.ts'
import { endedRow } from '../kit/conversations/conversations.ts'
import { expectInvariants } from '../kit/world/invariants.ts'
import type { TestPerson } from '../kit/world/people.ts'

// Milliseconds fit in a double, as in the server.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/** A server in a process of its own. */
export interface ServerProcess {
  url: string
  child: ChildProcess
  /** Kills it like a crash and waits until it is gone. */
  kill(): Promise<void>
  /** Asks it to end. Returns its exit code. */
  terminate(): Promise<number | null>
}

/** The surroundings of a server, while servers come and go. */
export type Rig = Awaited<ReturnType<typeof openRig>>

export type Sql = <R extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<R[]>

/** Starts stand-ins, and a database on the run's own PostgreSQL unless one is given. */
export async function openRig(givenDatabaseUrl?: string) {
  const directory = fs.mkdtempSync(path.join(inject('runDirectory'), 'faults-'))
  const databaseUrl = givenDatabaseUrl ?? (await createDatabase(`faults_${process.pid}_${Date.now()}`, 'luna_template'))
  const standins = await startStandins({ directory: path.join(directory, 'standins'), appUrl: 'http://127.0.0.1:9' })
  const owner = openOwner(databaseUrl)
  const running = new Set<ServerProcess>()
  const clusters: Awaited<ReturnType<typeof startCluster>>[] = []
  const env = {
    PORT: '0',
    DATABASE_URL: databaseUrl,
    DATA_DIR: path.join(directory, 'data'),
    SESSION_SECRET: 'the-same-for-every-server-of-this-rig',
    STANDINS_URL: standins.url,
    STANDINS_SMTP_PORT: String(standins.smtpPort),
    STANDINS_WEBHOOK_SECRET: standins.stripeWebhookSecret,
    STANDINS_VOICE_WEBHOOK_SECRET: standins.elevenLabsWebhookSecret,
    RATE_LIMIT_FACTOR: '100',
    LOG_FILE: path.join(directory, 'server.log'),
  }
  return {
    directory,
    sql: owner.sql,
    standinsUrl: standins.url,
    /** Starts a server of this tree, or of another one. */
    startServer: async (tree?: string) => {
      const { child, port } = await startProcess('server/main.ts', { env, ...(tree ? { directory: tree } : {}) })
      const server = asServer(child, `http://127.0.0.1:${port}`)
      standins.setAppUrl(server.url)
      running.add(server)
      return server
    },
    /** Starts several servers behind a balancer, like `npm run start:cluster`. */
    startCluster: async (graceMs: number, { count = 2, withHaproxy = false } = {}) => {
      const cluster = await startCluster({ count, port: 0, env, graceMs, withHaproxy })
      standins.setAppUrl(`http://127.0.0.1:${cluster.port}`)
      clusters.push(cluster)
      return cluster
    },
    close: async () => {
      for (const server of running) await server.kill()
      for (const cluster of clusters) await cluster.stop()
      await standins.close()
      await owner.end()
    },
  }
}

function asServer(child: ChildProcess, url: string): ServerProcess {
  const exited = once(child, 'exit') as Promise<[number | null]>
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  return {
    url,
    child,
    kill: async () => {
      if (!isOver()) child.kill('SIGKILL')
      await exited
    },
    terminate: async () => {
      child.kill('SIGTERM')
      return (await exited)[0]
    },
  }
}

/** Creates a database on the run's own PostgreSQL, without any table for `template0`. Returns its address. */
export async function createDatabase(name: string, template: 'luna_template' | 'template0'): Promise<string> {
  const base = inject('databaseUrl')
  const client = new pg.Client({ connectionString: base })
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  return base.replace(/\/postgres$/, `/${name}`)
}

/** Reads and changes rows as the owner of the database; survives its restarts. */
export function openOwner(databaseUrl: string): { sql: Sql; end(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  pool.on('error', () => {})
  return { sql: async (text, values) => (await pool.query(text, values)).rows, end: () => pool.end() }
}

/** Returns the demo person who has paid, signed in at this server. */
export async function signInAna(url: string, directory: string): Promise<TestPerson> {
  const client = new TestClient(url, path.join(directory, 'answers.log'))
  const email = 'ana@luna.test'
  await client.call(auth.login, { body: { email, password: 'luna-demo-1' } })
  const { id } = await client.call(currentUser)
  await client.call(voice.giveVoiceConsent, { body: { version: voice.voiceNotice.version } })
  return { client, id, email }
}

export async function addAgentRow(sql: Sql): Promise<string> {
  const [agent] = await sql<{ id: string }>(
    `insert into agent (name, description, category, system_prompt, first_message, voice_id, created_at, updated_at)
     values ('Agent of a bad day', 'Helps in tests', 'Operations', 'You help.', 'Hello, how can I help?', 'clara', now(), now())
     returning id`,
  )
  return agent?.id ?? ''
}

export async function lastTickMs(sql: Sql, sessionId: string): Promise<number> {
  const [row] = await sql<{ used_ms: number; status: string }>(
    'select used_ms, status from voice_session where id = $1',
    [sessionId],
  )
  expect(row?.status).toBe('active')
  return row?.used_ms ?? -1
}

/** Checks what a killed server leaves after the cleanup: settled once, at its last tick, and a new start possible. */
export async function expectSettledAtTick(
  sql: Sql,
  person: TestPerson,
  talk: { id: string; agentId: string; tickMs: number },
): Promise<void> {
  const row = await endedRow({ sql }, talk.id, 100)
  const chargedMs = Math.floor(talk.tickMs / 1000) * 1000
  expect(row).toMatchObject({ status: 'abandoned', end_reason: 'gone', used_ms: talk.tickMs, charged_ms: chargedMs })
  const lines = (await person.client.call(voice.usage)).filter((line) => line.sessionId === talk.id)
  expect(lines).toHaveLength(1)
  expect(lines[0]?.secondsCharged).toBe(chargedMs / 1000)
  expect((await person.client.call(currentUser)).balanceSeconds).toBe(9000 - chargedMs / 1000)
  await expectInvariants({ sql })
  const again = await person.client.call(voice.startConversation, { body: { agentId: talk.agentId } })
  await person.client.call(voice.endConversation, { params: { id: again.id }, body: {} })
  await expectInvariants({ sql })
}
