import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { startPostgres } from '../../scripts/running/postgres.mjs'
import { currentUser } from '#contract/identity/current-user.ts'
import * as voice from '#contract/conversations/voice.ts'
import { endedRow, startHeardTalk, tickAt } from '../kit/conversations/conversations.ts'
import { expectInvariants } from '../kit/world/invariants.ts'
import { addAgentRow, openRig, signInAna } from './rig.ts'

// A PostgreSQL of its own, with fsync on; the conversation continues past a tick and a sweep: about 30 s for this file.
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-restart-'))
fs.chmodSync(directory, 0o755)
const postgres = await startPostgres({ directory: path.join(directory, 'postgres') })
const rig = await openRig(postgres.url)
const server = await rig.startServer()
afterAll(async () => {
  await rig.close()
  await postgres.stop()
  fs.rmSync(directory, { recursive: true, force: true })
})

/** Kills a backend, after which PostgreSQL drops every connection at once, recovers from its log and accepts again. */
async function crashPostgres(): Promise<void> {
  const checkpointer = () =>
    rig.sql<{ pid: number }>("select pid from pg_stat_activity where backend_type = 'checkpointer'")
  const [before] = await checkpointer()
  const [victim] = await rig.sql<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1",
  )
  process.kill(victim?.pid ?? 0, 'SIGKILL')
  const current = async () => (await checkpointer().catch(() => [])).at(0)?.pid ?? before?.pid
  await expect.poll(current, { timeout: 60_000 }).not.toBe(before?.pid)
}

test('PostgreSQL crashes during a conversation, which continues and is settled once, at its end', async () => {
  const agentId = await addAgentRow(rig.sql)
  const ana = await signInAna(server.url, rig.directory)
  const { id, client } = await startHeardTalk(ana, agentId)
  const metadata = client.frames.find((frame) => frame.type === 'conversation_initiation_metadata')
  await tickAt(client, 4)
  await crashPostgres()
  client.send({ type: 'user_message', text: 'Are you still there?' })
  expect((await client.next('agent_response')).event.agent_response).toContain('offline demo voice')
  // A sweep of this server has run meanwhile and left the conversation alone.
  await tickAt(client, 19)
  const measuredMs = client.elapsedMs() - (metadata?.atMs ?? 0)
  const ended = await ana.client.call(voice.endConversation, { params: { id }, body: {} })
  expect(ended).toMatchObject({ status: 'completed', endReason: 'user' })
  expect((await client.closed).code).toBe(1000)
  const row = await endedRow(rig, id, 100)
  // The server's conversation encloses what the client saw of it until it asked, and lies within the client's whole
  // one.
  expect(row.used_ms).toBeGreaterThan(measuredMs - 10)
  expect(row.used_ms).toBeLessThan(client.elapsedMs())
  expect(row.charged_ms).toBe(Math.floor(row.used_ms / 1000) * 1000)
  expect(await ana.client.call(voice.usage)).toHaveLength(1)
  expect((await ana.client.call(currentUser)).balanceSeconds).toBe(9000 - row.charged_ms / 1000)
  await expectInvariants(rig)
  // The server's sign of life is back, so a second server finds nothing to clean up.
  const locks = await rig.sql("select from pg_locks where locktype = 'advisory' and granted and classid = 7201")
  expect(locks).toHaveLength(1)
})

test('PostgreSQL is killed as a whole and comes back by itself, and the server with it', async () => {
  const [backend] = await rig.sql<{ pid: number }>('select pg_backend_pid() as pid')
  const main = Number(/^PPid:\s+(\d+)$/m.exec(fs.readFileSync(`/proc/${backend?.pid}/status`, 'utf8'))?.[1])
  process.kill(main, 'SIGKILL')
  const countPeople = () => rig.sql('select from users').catch(() => [])
  await expect.poll(async () => fs.existsSync(`/proc/${main}`), { timeout: 5000 }).toBe(false)
  await expect.poll(async () => (await countPeople()).length).toBeGreaterThan(0)
  const ana = await signInAna(server.url, rig.directory)
  expect((await ana.client.call(currentUser)).email).toBe(ana.email)
  await expectInvariants(rig)
})
