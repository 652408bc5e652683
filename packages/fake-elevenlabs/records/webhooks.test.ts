import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { usualService } from '../service-switches.ts'
import { standinOfFile } from '../testing/standin-of-file.ts'
import { webhookSecret } from '../testing/voice-client.ts'

interface Delivery {
  path: string
  signature: string
  body: string
}

interface Envelope {
  type: string
  event_timestamp: number
  data: { conversation_id: string; status: string; metadata: { call_duration_secs: number; cost: number } }
}

const standin = standinOfFile()
let agentId: string
let receiver: Server
let deliveries: Delivery[] = []
/** What the receiver answers, one after the other, then 200. */
let answers: number[] = []

beforeAll(async () => {
  receiver = createServer((request, response) => {
    void readBody(request).then((body) => {
      deliveries.push({ path: request.url ?? '', signature: String(request.headers['elevenlabs-signature']), body })
      response.writeHead(answers.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  standin.setAppUrl(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}`)
  agentId = await standin.createAgent({
    name: 'Wanda',
    conversation_config: { agent: { first_message: 'Hello.' }, conversation: { text_only: true } },
  })
})

afterAll(() => receiver.close())

afterEach(() => {
  deliveries = []
  answers = []
})

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

async function talk(): Promise<string> {
  const client = await standin.open(agentId, { user_id: 'person-1' })
  await client.next('agent_response')
  client.close()
  await client.closed
  return client.conversationId
}

async function readConversation(id: string): Promise<Envelope['data']> {
  return (await standin.ask('GET', `/conversations/${id}`)).body as Envelope['data']
}

const envelopeOf = ({ body }: Delivery): Envelope => JSON.parse(body) as Envelope

test('notifies the server of an ended conversation, signed over the bytes that it sends', async () => {
  const id = await talk()
  await expect.poll(() => deliveries.length).toBe(1)
  const [delivery] = deliveries
  if (!delivery) throw new Error('no delivery')
  expect(delivery.path).toBe('/api/webhooks/elevenlabs')
  const [, at = '', v0] = /^t=(\d+),v0=([0-9a-f]{64})$/.exec(delivery.signature) ?? []
  expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60)
  expect(v0).toBe(createHmac('sha256', webhookSecret).update(`${at}.${delivery.body}`).digest('hex'))
  const { type, data } = envelopeOf(delivery)
  expect(type).toBe('post_call_transcription')
  expect(data).toMatchObject({ conversation_id: id, agent_id: agentId, user_id: 'person-1', status: 'done' })
  expect(data).toEqual(await readConversation(id))
})

test('is sent again only where retries are on and may help', async () => {
  const quick = { ...usualService, processingSeconds: 0 }
  standin.faults.service = quick
  answers = [503]
  await talk()
  await expect.poll(() => answers).toEqual([])
  standin.faults.service = { ...quick, retriesWebhooks: true }
  answers = [400]
  await talk()
  await expect.poll(() => answers).toEqual([])
  answers = [503, 429]
  const retried = await talk()
  await expect.poll(() => deliveries.length).toBe(5)
  const ids = deliveries.map((delivery) => envelopeOf(delivery).data.conversation_id)
  expect(ids.filter((id) => id === retried)).toHaveLength(3)
  expect(new Set(ids).size).toBe(3)
})

test('a record can be late, longer than the conversation, or failed', async () => {
  standin.faults.service = { ...usualService, processingSeconds: 1, durationShiftSeconds: 90, finalStatus: 'failed' }
  const id = await talk()
  expect(await readConversation(id)).toMatchObject({ status: 'processing', metadata: { cost_fiat: 0.12 } })
  expect(deliveries).toEqual([])
  await expect.poll(async () => (await readConversation(id)).status).toBe('failed')
  const { metadata } = await readConversation(id)
  expect(metadata.call_duration_secs).toBeGreaterThanOrEqual(90)
  expect(metadata.cost).toBe(Math.round((metadata.call_duration_secs * 1000) / 60))
  await expect.poll(() => deliveries.length).toBe(1)
  expect(deliveries.map((delivery) => envelopeOf(delivery).data.status)).toEqual(['failed'])
})
