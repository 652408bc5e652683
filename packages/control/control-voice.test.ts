import { createServer } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usualService } from '@luna/fake-elevenlabs/service-switches.ts'
import { startStandins, type Standins } from './start.ts'
import { apiKey, VoiceClient } from '@luna/fake-elevenlabs/testing/voice-client.ts'

const directory = mkdtempSync(join(tmpdir(), 'luna-control-voice-'))
let standins: Standins

beforeAll(async () => {
  standins = await startStandins({ directory, appUrl: 'http://127.0.0.1:9' })
})

afterAll(async () => {
  await standins.close()
  rmSync(directory, { recursive: true })
})

async function control(patch: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${standins.url}/control.json`, { method: 'POST', headers, body: JSON.stringify(patch) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

test('omitted switches of a patch stay, and a wrong patch changes nothing', async () => {
  await control({ voiceService: { webhooks: 'delay', retriesWebhooks: true } })
  const { body } = await control({ voiceService: { durationShiftSeconds: -5 } })
  const expected = { ...usualService, webhooks: 'delay', retriesWebhooks: true, durationShiftSeconds: -5 }
  expect(body['voiceService']).toEqual(expected)
  for (const wrong of [
    { webhooks: 'twice' },
    { processingSeconds: -1 },
    { durationShiftSeconds: 1.5 },
    { colour: 1 },
  ]) {
    const refused = await control({ voiceService: wrong })
    expect(refused.status).toBe(400)
    expect(refused.body['error']).toMatch(/voiceService/)
  }
  const page = await (await fetch(`${standins.url}/control`)).text()
  expect(page).toMatch(/<option value="delay" selected>/)
  expect(page).toMatch(/name="voiceService.durationShiftSeconds" type="number" value="-5"/)
  expect(page).toMatch(/name="voiceService.retriesWebhooks" type="checkbox" checked/)
  expect((await control({ voiceService: usualService })).body['voiceService']).toEqual(usualService)
})

test('the webhook of a conversation reaches the server to which the stand-ins belong', async () => {
  const signatures: string[] = []
  const server = createServer((request, response) => {
    signatures.push(`${request.url} ${String(request.headers['elevenlabs-signature'])}`)
    request.resume().on('end', () => response.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  standins.setAppUrl(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const ask = async (method: string, path: string, body?: object): Promise<Record<string, string>> => {
    const headers = { 'xi-api-key': apiKey, ...(body ? { 'content-type': 'application/json' } : {}) }
    const answer = await fetch(`${standins.url}/v1/convai${path}`, { method, headers, body: JSON.stringify(body) })
    return (await answer.json()) as Record<string, string>
  }
  const { agent_id: agentId } = await ask('POST', '/agents/create', {
    name: 'Xena',
    conversation_config: { tts: { voice_id: 'slt' } },
  })
  const { signed_url: url = '' } = await ask('GET', `/conversation/get-signed-url?agent_id=${agentId}`)
  await control({ voiceService: { processingSeconds: 0 } })
  const client = new VoiceClient(url)
  await client.next('conversation_initiation_metadata')
  client.close()
  await expect
    .poll(() => signatures)
    .toEqual([expect.stringMatching(/^\/api\/webhooks\/elevenlabs t=\d+,v0=[0-9a-f]{64}$/)])
  server.close()
})
