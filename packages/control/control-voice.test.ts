import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { usualService } from '@luna/fake-elevenlabs/service-switches.ts'
import { startStandins, type Standins } from './start.ts'

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
