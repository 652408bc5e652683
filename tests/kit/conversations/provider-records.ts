import { createHmac } from 'node:crypto'
import type { ProblemBody } from '#contract/call.ts'
import * as voice from '#contract/conversations/voice.ts'
import { passTalkTime, startHeardTalk } from './conversations.ts'
import type { TestPerson } from '../world/people.ts'
import type { World } from '../world/world.ts'

/** Holds a conversation in which about this many seconds pass by our clock. Returns what was charged, in ms. */
export async function talkFor(
  world: World,
  person: TestPerson,
  agentId: string,
  seconds: number,
): Promise<{ id: string; conversationId: string; chargedMs: number }> {
  const { id, conversationId, client } = await startHeardTalk(person, agentId)
  await passTalkTime(world, seconds, client)
  const ended = await person.client.call(voice.endConversation, { params: { id }, body: {} })
  return { id, conversationId, chargedMs: ended.secondsCharged * 1000 }
}

/** Returns a final record as the provider sends it, with words in it. */
export function recordOf(conversationId: string, seconds: number, more: object = {}) {
  return {
    agent_id: 'agent_1',
    conversation_id: conversationId,
    status: 'done',
    transcript: [{ role: 'user', message: 'wordmark is private', time_in_call_secs: 1 }],
    metadata: { call_duration_secs: seconds, cost: 100, cost_fiat: 0.0125, termination_reason: 'wordmark' },
    ...more,
  }
}

export function signatureOf(body: string, secret: string, atS = Math.floor(Date.now() / 1000)): string {
  return `t=${atS},v0=${createHmac('sha256', secret).update(`${atS}.${body}`).digest('hex')}`
}

/** Sends an event as the provider does, correctly signed unless a signature is given. */
export function sendRecord(world: World, data: unknown, given: { type?: string; signature?: string | null } = {}) {
  const body = JSON.stringify({ type: given.type ?? 'post_call_transcription', event_timestamp: 1, data })
  const signature =
    given.signature === undefined ? signatureOf(body, world.standins.elevenLabsWebhookSecret) : given.signature
  const headers: Record<string, string> = signature === null ? {} : { 'elevenlabs-signature': signature }
  return world.visitor().request<ProblemBody>('POST', '/api/webhooks/elevenlabs', body, headers)
}

export async function storedRecord(world: World, sessionId: string) {
  const [row] = await world.sql<{
    provider_ms: number | null
    provider_cost_credits: number | null
    provider_cost_usd: string | null
    credited_ms: number
    charged_ms: number
    provider_asks: number
    provider_ask_at: Date | null
  }>(
    `select provider_ms, provider_cost_credits, provider_cost_usd, credited_ms, charged_ms, provider_asks, provider_ask_at
     from voice_session where id = $1`,
    [sessionId],
  )
  if (!row) throw new Error('No such conversation')
  return row
}
