import { expect, test } from 'vitest'
import { usualService } from '../service-switches.ts'
import { standinOfFile } from '../testing/standin-of-file.ts'
import { apiKey } from '../testing/voice-client.ts'

const standin = standinOfFile()

const text = 'Good morning. Feed your starter the evening before, then bake.'
const flash = 'eleven_flash_v2_5'

function ask(path: string, body: object, key = apiKey): Promise<Response> {
  const headers = { 'xi-api-key': key, 'content-type': 'application/json' }
  return fetch(`${standin.origin}/v1/text-to-speech/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function refusal(path: string, body: object, key?: string) {
  const answer = await ask(path, body, key)
  return { status: answer.status, body: (await answer.json()) as { detail: unknown } }
}

const rates: Record<string, readonly number[]> = { '11': [44_100, 48_000, 32_000], '10': [22_050, 24_000, 16_000] }
const kbpsOf: Record<string, readonly number[]> = {
  '11': [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  '10': [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}

/** Walks from frame header to frame header. Throws where a frame is not followed by another. */
function readMp3(bytes: Buffer): { formats: string[]; seconds: number } {
  const formats = new Set<string>()
  let seconds = 0
  for (let at = 0; at + 4 <= bytes.length;) {
    const header = bytes.readUInt32BE(at)
    if (header >>> 21 !== 0x7ff) throw new Error(`no frame at ${at}`)
    const version = ((header >>> 19) & 3).toString(2).padStart(2, '0')
    const rate = rates[version]?.[(header >>> 10) & 3] ?? 0
    const kbps = kbpsOf[version]?.[(header >>> 12) & 15] ?? 0
    const isMono = ((header >>> 6) & 3) === 3
    const samples = version === '11' ? 1152 : 576
    formats.add(`${rate} ${kbps} ${isMono ? 'mono' : 'stereo'}`)
    seconds += samples / rate
    at += Math.floor(((samples / 8) * kbps * 1000) / rate) + ((header >>> 9) & 1)
  }
  return { formats: [...formats], seconds }
}

test.each([
  ['mp3_22050_32', '22050 32 mono'],
  ['mp3_24000_48', '24000 48 mono'],
  ['mp3_44100_64', '44100 64 mono'],
  ['mp3_44100_128', '44100 128 mono'],
])('reads aloud as %s, exactly as it was asked for (D175)', async (format, found) => {
  const pcm = await (await ask('rms?output_format=pcm_16000', { text, model_id: flash })).arrayBuffer()
  const answer = await ask(`rms?output_format=${format}`, { text, model_id: flash })
  expect(answer.headers.get('content-type')).toBe('audio/mpeg')
  expect(answer.headers.get('character-cost')).toBe(String(text.length))
  const { formats, seconds } = readMp3(Buffer.from(await answer.arrayBuffer()))
  expect(formats).toEqual([found])
  // An encoder begins and ends with up to two frames of its own.
  expect(seconds - pcm.byteLength / 32_000).toBeGreaterThanOrEqual(0)
  expect(seconds - pcm.byteLength / 32_000).toBeLessThan(0.12)
})

test('names the time of each character, in order and within the sound (D175)', async () => {
  const answer = await ask('slt/with-timestamps?output_format=mp3_44100_64', { text, model_id: flash })
  const body = (await answer.json()) as Record<'alignment' | 'normalized_alignment', Record<string, number[]>> & {
    audio_base64: string
  }
  const sound = readMp3(Buffer.from(body.audio_base64, 'base64'))
  const {
    characters = [],
    character_start_times_seconds: starts = [],
    character_end_times_seconds: ends = [],
  } = body.alignment
  expect(characters.join('')).toBe(text)
  expect(body.normalized_alignment).toEqual(body.alignment)
  expect([starts.length, ends.length]).toEqual([text.length, text.length])
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  for (const [place, start] of starts.entries()) expect(ends[place]).toBeGreaterThanOrEqual(start)
  expect(ends.at(-1)).toBeLessThanOrEqual(sound.seconds)
  // The second sentence begins after the whole first one was spoken, which takes 0.6 s and more.
  expect(starts[text.indexOf('Feed')]).toBeGreaterThan(0.6)
})

test.each([
  ['Rachel', { text }, 404, { status: 'voice_not_found' }],
  ['slt?output_format=mp3_44100_65', { text }, 422, [{ loc: ['query', 'output_format'] }]],
  ['slt?output_format=opus_48000_32', { text }, 403, { status: 'output_format_not_allowed' }],
  ['slt', { text, voice: 'slt' }, 422, [{ type: 'extra_forbidden', loc: ['body', 'voice'] }]],
  ['slt/with-timestamps', {}, 422, [{ type: 'missing', loc: ['body', 'text'], msg: 'Field required' }]],
  ['slt', { text, model_id: 'eleven_v4' }, 400, { status: 'model_can_not_do_text_to_speech' }],
  ['slt', { text, model_id: 'eleven_flash' }, 400, { status: 'model_not_found' }],
  [
    'slt',
    { text: 'a'.repeat(10_001), model_id: 'eleven_multilingual_v2' },
    400,
    { status: 'max_character_limit_exceeded' },
  ],
])('refuses %s as the provider does (D175)', async (path, body, status, detail) => {
  expect(await refusal(path, body)).toMatchObject({ status, body: { detail } })
})

test('a wrong key and a used-up plan read nothing aloud (D175)', async () => {
  const wrong = { status: 401, body: { detail: { status: 'invalid_api_key' } } }
  expect(await refusal('slt', { text }, 'wrong')).toMatchObject(wrong)
  standin.faults.service = { ...usualService, charactersLeft: 10 }
  const used = { status: 401, body: { detail: { status: 'quota_exceeded' } } }
  expect(await refusal('slt', { text })).toMatchObject(used)
  expect((await ask('slt', { text: 'Hello.' })).status).toBe(200)
})
