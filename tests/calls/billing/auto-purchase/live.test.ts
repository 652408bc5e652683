import type { VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, describe, expect, it, ownWorld, subscriber } from '#tests/calls.ts'
import {
  endedRow,
  moveTalkClock,
  passTalkTime,
  startHeardTalk,
  tickAt,
} from '../../../kit/conversations/conversations.ts'
import {
  attemptsOf,
  balanceMinutes,
  lowSubscriber,
  spendTo,
  stateOf,
  storedState,
  setAutoPurchase,
} from '../../../kit/billing/auto-purchases.ts'

const world = await ownWorld()
moveTalkClock(world, 0)
const agentId = await addAgent(world)

function secondsLeft(client: VoiceClient): number {
  return Number(client.frames.findLast((frame) => frame.type === 'session_tick')?.event.seconds_left ?? 0)
}

describe('a crossing in the middle of a call (D45)', () => {
  it('buys once, and the call continues with the new minutes past its former end', async () => {
    const person = await lowSubscriber(world, 75 / 60)
    await setAutoPurchase(person, { enabled: true, threshold: 1 })
    expect(await attemptsOf(world, person)).toEqual([])
    const { id, client } = await startHeardTalk(person, agentId)
    await passTalkTime(world, 20, client)
    await expect.poll(() => secondsLeft(client)).toBeGreaterThan(7000)
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid', amount_cents: 2500 }])
    await passTalkTime(world, 70, client)
    await tickAt(client, 90)
    await person.client.call(voice.endConversation, { params: { id }, body: {} })
    const { charged_ms: chargedMs } = await endedRow(world, id)
    expect(chargedMs).toBe(90_000)
    expect(await balanceMinutes(person)).toBeCloseTo((75 + 7200 - chargedMs / 1000) / 60, 3)
    expect(await attemptsOf(world, person)).toHaveLength(1)
    expect(await storedState(world, person)).toMatchObject({ armed: true })
  })

  it('is seen at the settlement, when the call ends before its next tick', async () => {
    const person = await subscriber(world)
    await setAutoPurchase(person, { enabled: true })
    await spendTo(world, person, 9 + 20 / 60)
    const { id, client } = await startHeardTalk(person, agentId)
    await passTalkTime(world, 30, client)
    await person.client.call(voice.endConversation, { params: { id }, body: {} })
    expect(await attemptsOf(world, person)).toMatchObject([{ status: 'paid' }])
    expect((await stateOf(person)).spentThisMonth).toBe(25)
  })
})
