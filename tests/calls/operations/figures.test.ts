import fs from 'node:fs'
import path from 'node:path'
import * as voice from '#contract/conversations/voice.ts'
import { listQueues, type QueueFigures } from '#server/database/job-figures.ts'
import { addAgent, endTalk, expect, it, ownWorld, registered, startTalk, subscriber } from '#tests/calls.ts'

/** What /metrics counts of what people do, and what it reads at the moment. */

const world = await ownWorld()

/** Returns a figure by its name with labels, as it stands in the text. */
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
