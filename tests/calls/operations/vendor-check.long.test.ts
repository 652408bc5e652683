import http from 'node:http'
import fs from 'node:fs'
import path from 'node:path'
import { inject } from 'vitest'
import { startStandins } from '@luna/control/start.ts'
import { checkService, elevenLabsService, faultsOfKeys, stripeService } from '../../../scripts/vendors/services.mjs'
import { afterAll, expect, it, tags } from '#tests/calls.ts'

// What `npm run vendor:check` sees, with a second stand-in in place of the services.
const directory = () => fs.mkdtempSync(path.join(inject('runDirectory'), 'vendor-'))
const start = () => startStandins({ directory: directory(), appUrl: 'http://127.0.0.1:9' })
const [standin, service] = [await start(), await start()]
afterAll(() => Promise.all([standin.close(), service.close()]))

type Answer = { status: number; body: Record<string, unknown> }

/** Returns the second stand-in, some of whose answers are changed on the way. */
async function changed(change: (call: string, answer: Answer) => void) {
  const server = http.createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = []
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
      const sent = Buffer.concat(parts)
      const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers
      const answered = await fetch(new URL(request.url ?? '/', service.url), {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(sent.length > 0 ? { body: sent } : {}),
      })
      const type = answered.headers.get('content-type') ?? ''
      let bytes = Buffer.from(await answered.arrayBuffer())
      let { status } = answered
      if (type.includes('json')) {
        const answer: Answer = { status, body: JSON.parse(bytes.toString('utf8')) }
        change(`${request.method} ${request.url?.split('?')[0]}`, answer)
        bytes = Buffer.from(JSON.stringify(answer.body))
        status = answer.status
      }
      response.writeHead(status, { 'content-type': type }).end(bytes)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const stripeAt = (url: string) => stripeService({ key: 'sk_test_sandbox', url })
const voiceAt = (url: string) => elevenLabsService({ key: 'xi_standin', url })
let runs = 0
const check = (one: Parameters<typeof checkService>[0]) => checkService(one, standin.url, `luna-check-${++runs}`)

it('the comparison finds no difference between equals, and leaves no agent', tags('D186'), async () => {
  const [payments, voice] = [await check(stripeAt(service.url)), await check(voiceAt(service.url))]
  expect([payments.lines, voice.lines]).toEqual([[], []])
  expect(payments.calls).toBeGreaterThan(30)
  expect(voice.calls).toBeGreaterThan(15)
  const agents = await fetch(`${service.url}/v1/convai/agents`, { headers: { 'xi-api-key': 'xi_standin' } })
  expect(await agents.json()).toMatchObject({ agents: [] })
})

it('the comparison finds another status, kind or word, and a missing field', tags('D186'), async () => {
  const proxy = await changed((call, answer) => {
    if (call === 'POST /v1/customers' && answer.status === 400) answer.status = 200
    if (call === 'POST /v1/refunds' && answer.status === 200) answer.body['amount'] = '100'
    if (/^POST \/v1\/payment_intents\/\w+\/confirm$/.test(call) && answer.status === 200) answer.body['status'] = 'paid'
    if (call === 'GET /v1/charges') delete (answer.body['data'] as Record<string, unknown>[])[0]?.['paid']
    answer.body['told_besides'] = true
  })
  const { lines } = await check(stripeAt(proxy.url))
  proxy.close()
  expect(lines).toEqual([
    'payment, confirmed: status says "paid", at the stand-in "succeeded"',
    'charges of a payment: data[].paid is missing',
    'refund: amount is a string, at the stand-in a number',
    expect.stringMatching(/^unknown field: the service answers 200.*, the stand-in 400 parameter_unknown$/),
  ])
})

it('the comparison finds lost fields, another refusal, and silence', tags('D186'), async () => {
  const proxy = await changed((call, answer) => {
    if (call.startsWith('GET /v1/convai/agents/agent_') && answer.status === 200) {
      const config = answer.body['conversation_config'] as { tts: Record<string, unknown> }
      config.tts['model_id'] = 'eleven_flash_v2'
    }
    if (call === 'GET /v1/voices/unknownvoice12345678') {
      answer.body = { detail: { status: 'voice_does_not_exist', message: 'No' } }
      answer.status = 400
    }
  })
  const { lines } = await check(voiceAt(proxy.url))
  proxy.close()
  const lost = 'conversation_config.tts.model_id does not read back as it was sent'
  expect(lines).toEqual([
    'unknown voice: the service answers 400 voice_does_not_exist, the stand-in 404 voice_not_found',
    `agent, read: ${lost}`,
    `agent, read once changed: ${lost}`,
  ])
  const nowhere = await check(voiceAt('http://127.0.0.1:9'))
  expect(nowhere.lines[0]).toMatch(/^voices: the service answers nothing \(.+\), the stand-in 200$/)
})

it('the comparison accepts only keys that may be used for it', tags('D186'), () => {
  expect(faultsOfKeys({ stripeKey: '', voiceKey: '' })).toEqual([
    expect.stringContaining('STRIPE_SECRET_KEY is missing'),
    expect.stringContaining('ELEVENLABS_API_KEY is missing'),
  ])
  const live = 'STRIPE_SECRET_KEY is no key of the test mode: this check makes payments.'
  expect(faultsOfKeys({ stripeKey: 'sk_live_1', voiceKey: 'xi' })).toEqual([live])
  expect(faultsOfKeys({ stripeKey: 'rk_test_1', voiceKey: 'xi' })).toEqual([])
})
