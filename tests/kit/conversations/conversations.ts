import { WebSocket } from 'ws'
import * as voice from '#contract/conversations/voice.ts'
import type { TestPerson } from '../world/people.ts'
import { type ReceivedFrame, VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'
import type { World } from '../world/world.ts'

/** A conversation as a raw client holds it. */
export interface Talk {
  id: string
  conversationId: string
  signedUrl: string
  client: VoiceClient
}

/** Starts a conversation and opens its socket; nothing has been received yet. */
export async function startTalk(
  person: TestPerson,
  agentId: string,
  options: { withoutMemory?: boolean; resumeOf?: string } = {},
): Promise<Talk> {
  const started = await person.client.call(voice.startConversation, { body: { agentId, ...options } })
  const client = new VoiceClient(started.signedUrl)
  await client.opened
  client.send({ type: 'conversation_initiation_client_data' })
  return { ...started, client }
}

/** Starts a conversation and waits until the agent is heard, from which on it counts, and the first figures came. */
export async function startHeardTalk(person: TestPerson, agentId: string): Promise<Talk> {
  const talk = await startTalk(person, agentId)
  const { client } = talk
  await client.next('audio')
  while (!client.kinds().includes('session_tick')) await client.delivered()
  return talk
}

export function endTalk({ client }: TestPerson, id: string) {
  return client.call(voice.endConversation, { params: { id }, body: {} })
}

/** Waits until the gateway has ended a conversation. Returns what it said, and the code of the closed socket. */
export async function endOf(client: VoiceClient): Promise<Record<string, unknown>> {
  const { event } = await client.next('session_ended')
  return { ...event, code: (await client.closed).code }
}

/** Returns the first new tick that counts at least this many seconds used; ticks come every 5 s of talk. */
export async function tickAt(client: VoiceClient, usedSeconds: number): Promise<ReceivedFrame> {
  for (;;) {
    // Twice the time between two ticks, because one that meets a restarting database is skipped.
    const tick = await client.next('session_tick', 12_000)
    if (Number(tick.event.used_seconds) >= usedSeconds) return tick
  }
}

/** Moves the clock of talk, of the gateway's ticks, pings and limits; from then on it passes only by moves. */
export function moveTalkClock(world: World, seconds: number): void {
  world.clock.moveTalk(Math.round(seconds * 1000))
}

/** Passes talk time without waiting, in steps short enough that the client never seems to be gone. */
export async function passTalkTime(world: World, seconds: number, client: VoiceClient): Promise<void> {
  for (let left = seconds; left > 0; left -= 10) {
    moveTalkClock(world, Math.min(10, left))
    client.send({ type: 'user_turn_stop' })
    await client.delivered()
  }
}

/** Resolves when the server has seen everything sent or closed before, because a call goes through the same loop. */
export async function seenByServer(world: World): Promise<void> {
  for (let call = 0; call < 2; call++) await world.visitor().request('GET', '/healthz')
}

/** Returns the answer to an upgrade: 101 when the socket opens, which is closed again at once. */
export function upgradeStatus(url: string, options: { origin?: string; protocols?: string[] } = {}): Promise<number> {
  const { origin, protocols = ['convai'] } = options
  const socket = new WebSocket(url, protocols, { headers: origin === undefined ? {} : { origin } })
  return new Promise((resolve, reject) => {
    socket.once('open', () => {
      socket.close(1000)
      resolve(101)
    })
    socket.once('unexpected-response', (request, response) => {
      resolve(response.statusCode ?? 0)
      request.destroy()
    })
    socket.once('error', reject)
  })
}

interface SessionFigures {
  status: string
  end_reason: string | null
  used_ms: number
  charged_ms: number
  free_ms: number
}

export async function endedRow(world: Pick<World, 'sql'>, sessionId: string, withinMs = 5000): Promise<SessionFigures> {
  const deadlineMs = performance.now() + withinMs
  for (;;) {
    const [row] = await world.sql<SessionFigures>(
      'select status, end_reason_of(voice_session) as end_reason, used_ms, charged_ms, free_ms from voice_session where id = $1',
      [sessionId],
    )
    if (row && row.status !== 'active') return row
    if (performance.now() > deadlineMs) throw new Error(`Conversation ${sessionId} has not ended: ${row?.status}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

interface ProviderRecord {
  status: string
  transcript: { role: string; message: string }[]
  metadata: { call_duration_secs: number; termination_reason: string }
  conversation_initiation_client_data: Record<string, unknown>
}

export async function providerRecord(world: World, conversationId: string): Promise<ProviderRecord> {
  return (await askProvider(world, 'GET', `/conversations/${conversationId}`)) as ProviderRecord
}

export async function askProvider(world: World, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${world.standins.url}/v1/convai${path}`, {
    method,
    headers: { 'xi-api-key': 'xi_standin', ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return answer.json()
}
