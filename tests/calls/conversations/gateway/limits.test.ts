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

let person: TestPerson
const world = await ownWorld()
moveTalkClock(world, 0)
const agentId = await addAgent(world)

beforeEach(async () => {
  person = await subscriber(world)
})

const balanceSeconds = async () => (await person.client.call(currentUser)).balanceSeconds

describe('a balance that runs out (D69, D73)', () => {
  test('warns at 120 and 30 s, tells the agent, and stops at zero with 1000', async () => {
    await setBalance(world, person.id, 124)
    const { id, conversationId, client } = await startHeardTalk(person, agentId)
    await passTalkTime(world, 4, client)
    expect((await client.next('session_warning')).event).toEqual({ seconds_left: 120, bound: 'balance' })
    await passTalkTime(world, 90, client)
    expect((await client.next('session_warning')).event).toEqual({ seconds_left: 30, bound: 'balance' })
    client.send({ type: 'user_message', text: 'A plan, please' })
    expect((await client.next('agent_response')).event.agent_response).toContain('Our time is nearly up')
    await passTalkTime(world, 29, client)
    await tickAt(client, 123)
    expect(client.kinds()).not.toContain('session_ended')
    moveTalkClock(world, 1)
    expect((await client.next('session_ended')).event).toEqual({ reason: 'balance', used_seconds: 124 })
    expect(await client.closed).toEqual({ code: 1000, reason: 'balance' })
    expect(await endedRow(world, id)).toMatchObject({
      status: 'completed',
      end_reason: 'balance',
      used_ms: 124_000,
      charged_ms: 124_000,
    })
    expect(await balanceSeconds()).toBe(0)
    await expect
      .poll(async () => (await providerRecord(world, conversationId)).metadata.termination_reason)
      .toBe('Client disconnected: 1000')
    expect((await person.client.try(voice.startConversation, { body: { agentId } })).status).toBe(402)
  })

  test('warns at once when the call starts below a mark, and minutes bought meanwhile extend it', async () => {
    await setBalance(world, person.id, 70)
    const { id, client } = await startHeardTalk(person, agentId)
    // It may have come before the sound.
    expect(client.frames.find(({ type }) => type === 'session_warning')?.event.seconds_left).toBe(70)
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
    expect(ended.secondsCharged).toBe(80)
    expect(await balanceSeconds()).toBe(70 + 7200 - 80)
  })
})
