import { test } from 'vitest'
import { currentUser } from '#contract/identity/current-user.ts'
import * as purchases from '#contract/billing/purchases.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, endedRow, endOf, expect, expectRefused, ownWorld, payWithCard, setBalance } from '#tests/calls.ts'
import { endTalk, moveTalkClock, passTalkTime, providerRecord } from '../../../kit/conversations/conversations.ts'
import { startHeardTalk, tickAt } from '../../../kit/conversations/conversations.ts'
import { tags } from '../../../kit/tags.ts'
import { subscriber, type TestPerson } from '../../../kit/world/people.ts'

const world = await ownWorld()
moveTalkClock(world, 0)
const agentId = await addAgent(world)

const balanceSeconds = async ({ client }: TestPerson) => (await client.call(currentUser)).balanceSeconds

test('a balance warns at 120 and 30 s, tells the agent, and stops at zero', tags('D69 D73'), async () => {
  const person = await subscriber(world)
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
  expect(await endOf(client)).toEqual({ reason: 'balance', used_seconds: 124, code: 1000 })
  expect((await client.closed).reason).toBe('balance')
  const figures = { used_ms: 124_000, charged_ms: 124_000 }
  expect(await endedRow(world, id)).toMatchObject({ status: 'completed', end_reason: 'balance', ...figures })
  expect(await balanceSeconds(person)).toBe(0)
  const termination = async () => (await providerRecord(world, conversationId)).metadata.termination_reason
  await expect.poll(termination).toBe('Client disconnected: 1000')
  await expectRefused(voice.startConversation, [person, { body: { agentId } }, 402, {}])
})

test('a call below a mark warns at once, and minutes bought in it extend it', tags('D69 D73'), async () => {
  const person = await subscriber(world)
  await setBalance(world, person.id, 70)
  const { id, client } = await startHeardTalk(person, agentId)
  // It may have come before the sound.
  expect(client.frames.find(({ type }) => type === 'session_warning')?.event.seconds_left).toBe(70)
  await passTalkTime(world, 60, client)
  const { clientSecret } = await person.client.call(purchases.createPaymentIntent, { body: { tier: 'uplift' } })
  const paymentIntentId = await payWithCard(world, clientSecret)
  await person.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } })
  const left = () => client.frames.findLast((frame) => frame.type === 'session_tick')?.event.seconds_left
  await expect.poll(left).toBeGreaterThan(7000)
  await passTalkTime(world, 20, client)
  expect(client.kinds()).not.toContain('session_ended')
  expect((await endTalk(person, id)).secondsCharged).toBe(80)
  expect(await balanceSeconds(person)).toBe(70 + 7200 - 80)
})
