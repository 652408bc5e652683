import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { WebSocket } from 'ws'
import { voiceSubprotocol } from '#contract/conversations/voice-socket.ts'
import { type BenchPerson, callAs, freeAgentId, preparePeople, startConversation } from './people.ts'
import { percentile, plain, type Row } from './report.ts'

const peopleCount = 10
/** How often a screen looks for a recap. */
const screenPollMs = 2000
const recordPollMs = 20
const said = 'I will call Anna on 4 December.'

/**
 * Measures how long after the provider's record a recap is there, for one conversation after the other: in the answer of
 * our call, and on a screen, which looks every two seconds.
 */
export async function benchRecap(url: string, standinsUrl: string, owner: pg.Client): Promise<Row[]> {
  const people = await preparePeople(owner, url, peopleCount, 'reader')
  const agentId = await freeAgentId(owner)
  const answeredMs: number[] = []
  const shownMs: number[] = []
  for (const person of people) {
    const { id, conversationId } = await talk(url, person, agentId)
    const shownAt = untilShown(url, person, id)
    await untilAnalysed(standinsUrl, conversationId)
    const recordAt = performance.now()
    if ((await readState(url, person, id)) !== 'ready') throw new Error('The record is there, but no recap')
    answeredMs.push(performance.now() - recordAt)
    shownMs.push(Math.max(0, (await shownAt) - recordAt))
  }
  return [
    plain(`GET the recap once the record is there, p95 of ${peopleCount}`, percentile(answeredMs, 0.95), ' ms'),
    plain('The recap on a screen after the record, the slowest', Math.max(...shownMs), ' ms', '<= 3,000 ms'),
  ]
}

/** Says something in a conversation and ends it. */
async function talk(
  url: string,
  { cookie }: BenchPerson,
  agentId: string,
): Promise<{ id: string; conversationId: string }> {
  const { id, signedUrl } = await startConversation(url, { cookie }, agentId)
  const socket = new WebSocket(signedUrl, [voiceSubprotocol], { perMessageDeflate: false })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  let [conversationId, heard] = ['', 0]
  socket.on('error', reject)
  socket.on('open', () => socket.send('{"type":"conversation_initiation_client_data"}'))
  socket.on('message', (data) => {
    const frame = JSON.parse((data as Buffer).toString('utf8')) as {
      type: string
      ping_event?: { event_id: number }
      conversation_initiation_metadata_event?: { conversation_id: string }
    }
    if (frame.ping_event) socket.send(JSON.stringify({ type: 'pong', event_id: frame.ping_event.event_id }))
    if (frame.conversation_initiation_metadata_event) {
      conversationId = frame.conversation_initiation_metadata_event.conversation_id
      socket.send(JSON.stringify({ type: 'user_message', text: said }))
    }
    // The first is the greeting.
    if (frame.type === 'agent_response' && ++heard === 2) resolve(conversationId)
  })
  await promise
  const closed = new Promise((close) => socket.once('close', close))
  socket.close(1000)
  await closed
  return { id, conversationId }
}

async function readState(url: string, { cookie }: BenchPerson, id: string): Promise<string> {
  const { body } = await callAs(url, cookie, 'GET', `/api/user/sessions/${id}/recap`)
  return (body as { state: string }).state
}

/** Looks like a screen does. Returns when the recap was there. */
async function untilShown(url: string, person: BenchPerson, id: string): Promise<number> {
  while ((await readState(url, person, id)) !== 'ready') await delay(screenPollMs)
  return performance.now()
}

async function untilAnalysed(standinsUrl: string, conversationId: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${standinsUrl}/v1/convai/conversations/${conversationId}`, {
      headers: { 'xi-api-key': 'xi_standin' },
    })
    const { analysis, status } = (await response.json()) as { status?: string; analysis?: unknown }
    if (status === 'done' && analysis) return
    await delay(recordPollMs)
  }
}
