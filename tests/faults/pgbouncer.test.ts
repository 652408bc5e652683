import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, expect, inject, test } from 'vitest'
import * as voice from '#contract/conversations/voice.ts'
import { tryDatabase } from '#server/database/connection.ts'
import { freePort } from '../../scripts/running/free-port.mjs'
import { unprivilegedAccount } from '../../scripts/running/postgres.mjs'
import { findProgram, startProgram } from '../../scripts/running/programs.mjs'
import { startHeardTalk, tickAt } from '../kit/conversations/conversations.ts'
import { expectInvariants } from '../kit/world/invariants.ts'
import { addAgentRow, createDatabase, openRig, signInAna } from './rig.ts'

// Debian's PgBouncer in front of PostgreSQL: about 10 s for this file.
const program = findProgram('pgbouncer')
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-pgbouncer-'))
const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})
afterAll(() => fs.rmSync(directory, { recursive: true }))

/** Starts PgBouncer in front of a database. Returns the database's address through it. */
async function startPgBouncer(databaseUrl: string, mode: 'session' | 'transaction'): Promise<string> {
  const [port, { hostname, port: behind, username, password, pathname }] = [await freePort(), new URL(databaseUrl)]
  const file = path.join(directory, `${mode}.ini`)
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${behind} user=${username} password=${password}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 60',
  ]
  fs.writeFileSync(file, lines.join('\n'))
  fs.chmodSync(directory, 0o755)
  const owner = process.getuid?.() === 0 ? unprivilegedAccount() : {}
  const running = startProgram(program ?? '', ['-q', file], { ...owner, stdio: 'ignore' })
  closing.push(() => running.stop('SIGINT'))
  const url = `postgres://${username}@127.0.0.1:${port}${pathname}`
  await expect.poll(() => answers(url)).toBe(true)
  return url
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

test.skipIf(!program)('a server works through PgBouncer that gives each connection its own', async () => {
  const url = await startPgBouncer(await createDatabase(`pgbouncer_${Date.now()}`, 'luna_template'), 'session')
  const rig = await openRig(url)
  closing.push(() => rig.close())
  const agentId = await addAgentRow(rig.sql)
  const server = await rig.startServer()
  const ana = await signInAna(server.url, rig.directory)
  const talk = await startHeardTalk(ana, agentId)
  await tickAt(talk.client, 4)
  const ended = await ana.client.call(voice.endConversation, { params: { id: talk.id }, body: {} })
  expect(ended.endReason).toBe('user')
  await expectInvariants(rig)
})

test.skipIf(!program)('a server refuses PgBouncer that changes the connection between transactions', async () => {
  const url = await startPgBouncer(inject('databaseUrl'), 'transaction')
  await expect(tryDatabase(url, 5000)).rejects.toThrow(
    /^DATABASE_URL: this pool changes the connection.*pool_mode = session/,
  )
})
