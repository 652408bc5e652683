import fs from 'node:fs'
import path from 'node:path'
import * as voice from '#contract/conversations/voice.ts'
import { listQueues, type QueueFigures } from '#server/database/job-figures.ts'
import { startServer } from '#server/main.ts'
import { addAgent, endTalk, expect, it, ownWorld, registered, startTalk, subscriber, tags } from '#tests/calls.ts'

/** What /metrics counts of what people do, and what it reads at the moment. */

const world = await ownWorld()

async function figure(line: string): Promise<number | null> {
  const { body } = await world.visitor().request<string>('GET', '/metrics')
  const found = body.split('\n').find((one) => one.startsWith(`${line} `))
  return found === undefined ? null : Number(found.split(' ').pop())
}

const starts = async () => ({
  started: await figure('luna_conversation_starts_total{outcome="started"}'),
  refused: await figure('luna_conversation_starts_total{outcome="refused"}'),
  failed: await figure('luna_conversation_starts_total{outcome="failed"}'),
})

it('starts of conversations are counted by outcome, from zero on', async () => {
  expect(await starts()).toEqual({ started: 0, refused: 0, failed: 0 })
  const agentId = await addAgent(world)
  const person = await subscriber(world)
  const talk = await startTalk(person, agentId)
  await endTalk(person, talk.id)
  const unpaid = await registered(world)
  await unpaid.client.try(voice.startConversation, { body: { agentId } })
  await world.control({ apiFault: { elevenlabs: 'error' } })
  const reply = await person.client.try(voice.startConversation, { body: { agentId } })
  await world.control({ apiFault: { elevenlabs: null } })
  expect(reply.status).toBe(503)
  expect(await starts()).toEqual({ started: 1, refused: 1, failed: 1 })
})

it('payments as reported, work that was done and calls to services are counted', async () => {
  // The person above has paid, and their receipt was mailed.
  const paid = () => figure('luna_payment_events_total{type="payment_intent.succeeded"}')
  await expect.poll(paid).toBeGreaterThanOrEqual(1)
  await expect.poll(() => figure('luna_jobs_total{queue="mail",outcome="done"}')).toBeGreaterThanOrEqual(1)
  expect(await figure('luna_jobs_total{queue="mail",outcome="failed"}')).toBe(0)
  expect(await figure('luna_outside_call_seconds_count{service="payments",failed="false"}')).toBeGreaterThan(1)
  expect(await figure('luna_outside_call_seconds_count{service="voice",failed="true"}')).toBeGreaterThanOrEqual(1)
})

it('figures say how long work waits and what was given up, and know the backup', async () => {
  await world.sql(
    "insert into stripe_event (id, type, object_id, payload, received_at) values ('evt_late', 'payment_intent.succeeded', 'pi_1', '{}', now() - interval '10 minutes')",
  )
  await world.sql("insert into pgboss.job (name, state, completed_on) values ('customer-details', 'failed', now())")
  const backedUpAt = new Date('2026-11-20T10:00:00Z')
  const mark = path.join(world.services.config.dataDirectory, 'last-backup')
  fs.writeFileSync(mark, '')
  fs.utimesSync(mark, backedUpAt, backedUpAt)
  expect(await figure('luna_payment_event_delay_seconds')).toBeGreaterThanOrEqual(600)
  expect(await figure('luna_payment_event_delay_seconds')).toBeLessThan(660)
  expect(await figure('luna_backup_timestamp_seconds')).toBe(backedUpAt.getTime() / 1000)
  expect(await figure('luna_database_up')).toBe(1)
  expect(await figure('luna_jobs_given_up{queue="mail"}')).toBe(0)
  expect(await figure('luna_jobs_given_up{queue="customer-details"}')).toBe(1)
  await world.sql("delete from stripe_event where id = 'evt_late'")
})

it('only work that is due counts as waiting', async () => {
  const undone = new Error('undone')
  let found: QueueFigures[] = []
  // Never committed, so that no worker takes it.
  const looking = world.services.database.write(async (tx) => {
    for (const minutes of [-60, -5, 60]) {
      await tx`
          insert into pgboss.job (name, start_after) values ('data-export', now() + ${minutes} * interval '1 minute')`
    }
    found = await listQueues(tx)
    throw undone
  })
  await expect(looking).rejects.toBe(undone)
  const waiting = { waiting: 2, delaySeconds: 3600, givenUp: 0 }
  expect(found.find(({ queue }) => queue === 'data-export')).toEqual({ queue: 'data-export', ...waiting })
})

const upkeeps = () => world.sql<{ state: string }>("select state::text from pgboss.job where name = 'upkeep'")
const states = async () => {
  const rows = await world.sql<{ state: string }>("select state::text from pgboss.job where name = 'payment-upkeep'")
  return rows.map(({ state }) => state)
}

/** Returns the most upkeeps requested within a clock hour; these tests may cross one. */
async function mostInAnHour(): Promise<number> {
  const hours = await world.sql<{ count: number }>(
    "select count(*)::integer as count from pgboss.job where name = 'upkeep' group by date_trunc('hour', created_on)",
  )
  return Math.max(...hours.map(({ count }) => count))
}

/** Makes every payment upkeep of this world wait at its first call to the payment provider. */
function holdUp() {
  const { payments } = world.services
  const { listMadePayments } = payments
  const gate = Promise.withResolvers<undefined>()
  const seen = { now: 0, most: 0, all: 0 }
  payments.listMadePayments = async function* (since) {
    seen.all++
    seen.most = Math.max(seen.most, ++seen.now)
    await gate.promise
    seen.now--
    yield* listMadePayments(since)
  }
  return {
    seen,
    letGo: () => {
      gate.resolve(undefined)
      payments.listMadePayments = listMadePayments
    },
  }
}

it('the upkeep runs once an hour for all servers, which report it', tags('D37'), async () => {
  const { config, log } = world.services
  const start = () => startServer({ ...config, port: 0 }, { log })
  const servers = await Promise.all([start(), start()])
  expect(await world.sql("select cron, options from pgboss.schedule where name = 'upkeep'")).toEqual([
    { cron: '0 * * * *', options: { singletonSeconds: 3600 } },
  ])
  expect(await mostInAnHour()).toBe(1)
  await world.sql("update pgboss.job set start_after = now() where name = 'upkeep'")
  await expect.poll(async () => (await upkeeps())[0]?.state, { timeout: 60_000 }).toBe('completed')
  await world.sql("update upkeep_figure set count = 3 where name = 'audit_broken'")
  for (const { port } of servers) {
    const figures = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(await figures.text()).toContain('luna_audit_broken 3')
  }
  await Promise.all(servers.map((server) => server.stop()))
  expect(await mostInAnHour()).toBe(1)
  await world.sql("delete from pgboss.job where name in ('upkeep', 'payment-upkeep')")
})

it('no work with the payment provider begins while another one is under way', async () => {
  const { database, jobs } = world.services
  const ask = () => database.write((tx) => jobs.enqueue(tx, 'paymentUpkeep', null))
  const { letGo } = holdUp()
  await ask()
  await expect.poll(states).toEqual(['active'])
  await ask()
  expect(await states()).toEqual(['active'])
  letGo()
  await expect.poll(states).toEqual(['completed'])
})

it('the upkeep of a server never overlaps itself, however its clock moves', async () => {
  const { seen, letGo } = holdUp()
  const hourMs = 60 * 60_000
  const moves = [1, 2, 3].map((hours) => world.services.clock.setOffset(hours * hourMs))
  await expect.poll(() => seen.all).toBeGreaterThan(0)
  // Enough time for another one to get as far.
  for (let turn = 0; turn < 20; turn++) await world.visitor().request('GET', '/readyz')
  letGo()
  await Promise.all(moves)
  expect(seen.most).toBe(1)
})
