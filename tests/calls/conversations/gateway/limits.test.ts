import { beforeEach, describe, expect } from 'vitest'
import { test } from 'vitest'
import { currentUser } from '#contract/identity/current-user.ts'
import * as purchases from '#contract/billing/purchases.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, ownWorld, payWithCard, setBalance, subscriber, type TestPerson } from '#tests/calls.ts'
import {
  endedRow,
  moveTalkClock,
  passTalkTime,
  providerRecord,
  startHeardTalk,
  tickAt,
} from '../../../kit/conversations/conversations.ts'

// Moving the measuring clock passes talk time; the rest is ticks and last seconds, about 30 s for this file.

let person: TestPerson
const world = await ownWorld()
moveTalkClock(world, 0)
const agentId = await addAgent(world)

beforeEach(async () => {
  person = await subscriber(world)
})

const balanceSeconds = async () => (await person.client.call(currentUser)).balanceSeconds

describe('a balance that runs out (D69, D73)', () => {
  test('warns at 120 and 30 s, tells the agent, and stops within a second of zero with 1000', async () => {
    await setBalance(world, person.id, 124)
    const { id, conversationId, client } = await startHeardTalk(person, agentId)
    // A process that paused for a moment reports what is left then.
    const first = await client.next('session_warning')
    expect(first.event.seconds_left).toBeGreaterThanOrEqual(118)
    expect(first.event.seconds_left).toBeLessThanOrEqual(120)
    expect(first.event.bound).toBe('balance')
    await passTalkTime(world, 82, client)
    const second = await client.next('session_warning', 15_000)
    expect(second.event.seconds_left).toBeGreaterThanOrEqual(28)
    expect(second.event.seconds_left).toBeLessThanOrEqual(30)
    client.send({ type: 'user_message', text: 'A plan, please' })
    expect((await client.next('agent_response')).event.agent_response).toContain('Our time is nearly up')
    await passTalkTime(world, 22, client)
    await tickAt(client, 116)
    expect((await client.next('session_ended', 30_000)).event).toEqual({ reason: 'balance', used_seconds: 124 })
    expect(await client.closed).toEqual({ code: 1000, reason: 'balance' })
    const row = await endedRow(world, id)
    expect(row).toMatchObject({ status: 'completed', end_reason: 'balance', charged_ms: 124_000 })
    // Within a second; a pause at that very moment, here or in the database, may add two.
    expect(row.used_ms - 124_000).toBeLessThan(3000)
    expect(await balanceSeconds()).toBe(0)
    await expect
      .poll(async () => (await providerRecord(world, conversationId)).metadata.termination_reason)
      .toBe('Client disconnected: 1000')
    expect((await person.client.try(voice.startConversation, { body: { agentId } })).status).toBe(402)
  }, 60_000)

  test('warns at once when the call starts below a mark, and minutes bought meanwhile extend it', async () => {
    await setBalance(world, person.id, 70)
    const { id, client } = await startHeardTalk(person, agentId)
    // It may have come before the sound, or wait for the database.
    await expect.poll(() => client.frames.find(isWarning)).toBeDefined()
    expect([68, 69, 70]).toContain(client.frames.find(isWarning)?.event.seconds_left)
    await passTalkTime(world, 60, client)
    const { clientSecret } = await person.client.call(purchases.createPaymentIntent, { body: { tier: 'uplift' } })
    const paymentIntentId = await payWithCard(world, clientSecret)
    await person.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } })
    await expect
      .poll(() => client.frames.findLast((frame) => frame.type === 'session_tick')?.event.seconds_left)
      .toBeGreaterThan(7000)
    await passTalkTime(world, 20, client)
    expect(client.kinds()).not.toContain('session_ended')
    const ended = await person.client.call(voice.endConversation, { params: { id }, body: {} })
    expect(ended.secondsCharged).toBeGreaterThanOrEqual(80)
    expect(await balanceSeconds()).toBe(70 + 7200 - ended.secondsCharged)
  }, 30_000)
})

function isWarning(frame: { type: string }): boolean {
  return frame.type === 'session_warning'
}
