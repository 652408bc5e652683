/** Text read aloud by one voice: as sound, or as sound with the time of each character. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createMp3Encoder } from 'wasm-media-encoders'
import * as z from 'zod/mini'
import { piecesOf } from '../conversation/answer.ts'
import { alignmentOf, type SpokenPiece } from '../speech/alignment.ts'
import type { ServiceSwitches } from '../service-switches.ts'
import { sampleRateHz, soundOfVoice, type Speech } from '../speech/speech.ts'
import { need, readBody, readQuery, refuse } from '../vendor-errors.ts'
import { agentModels, presentVoices } from './voices.ts'

/** Models that read aloud, with the longest text that each takes. The other ones of agents are refused here. */
const longestTextOf: Record<string, number> = {
  eleven_flash_v2: 30_000,
  eleven_flash_v2_5: 40_000,
  eleven_turbo_v2: 30_000,
  eleven_turbo_v2_5: 40_000,
  eleven_multilingual_v2: 10_000,
}

/** Every format of the provider's contract. */
const outputFormats = [
  ...(['mp3_22050_32', 'mp3_24000_48', 'mp3_44100_32', 'mp3_44100_64', 'mp3_44100_96', 'mp3_44100_128'] as const),
  ...(['mp3_44100_192', 'pcm_8000', 'pcm_16000', 'pcm_22050', 'pcm_24000', 'pcm_32000', 'pcm_44100'] as const),
  ...(['pcm_48000', 'opus_48000_32', 'opus_48000_64', 'opus_48000_96', 'opus_48000_128', 'opus_48000_192'] as const),
  ...(['wav_8000', 'wav_16000', 'wav_22050', 'wav_24000', 'wav_32000', 'wav_44100', 'wav_48000'] as const),
  ...(['ulaw_8000', 'alaw_8000'] as const),
]
type OutputFormat = (typeof outputFormats)[number]

const speechQuery = z.strictObject({
  output_format: z._default(z.enum(outputFormats), 'mp3_44100_128'),
  enable_logging: z.optional(z.stringbool()),
  optimize_streaming_latency: z.optional(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(4))),
})

const share = z.optional(z.number().check(z.minimum(0), z.maximum(1)))
const normalization = z.optional(z.enum(['auto', 'on', 'off']))
/** The fields of the provider's contract of 2026-08-22; any other is refused, so that a wrong name of ours shows. */
const speechBody = z.strictObject({
  text: z.string(),
  model_id: z._default(z.string(), 'eleven_multilingual_v2'),
  language_code: z.optional(z.nullable(z.string())),
  voice_settings: z.optional(
    z.nullable(
      z.strictObject({
        stability: share,
        similarity_boost: share,
        style: share,
        speed: z.optional(z.number().check(z.minimum(0.7), z.maximum(1.2))),
        use_speaker_boost: z.optional(z.boolean()),
      }),
    ),
  ),
  pronunciation_dictionary_locators: z.optional(z.nullable(z.array(z.unknown()).check(z.maxLength(3)))),
  seed: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(4_294_967_295)))),
  previous_text: z.optional(z.nullable(z.string())),
  next_text: z.optional(z.nullable(z.string())),
  previous_request_ids: z.optional(z.nullable(z.array(z.string()).check(z.maxLength(3)))),
  next_request_ids: z.optional(z.nullable(z.array(z.string()).check(z.maxLength(3)))),
  use_pvc_as_ivc: z.optional(z.boolean()),
  apply_text_normalization: normalization,
  apply_language_text_normalization: z.optional(z.boolean()),
})

interface Parts {
  speech: Speech
  service(): ServiceSwitches
}

type Route = { Params: { id: string } }

interface Order {
  text: string
  voiceId: string
  speed: number | undefined
  format: OutputFormat
}

/** Registers both ways to have a text read aloud. A request costs its characters, which a header names. */
export function registerReadAloud(app: FastifyInstance, parts: Parts): void {
  app.post<Route>('/v1/text-to-speech/:id', async (request, reply) => {
    const order = readOrder(request, parts)
    const { type, bytes } = await encode(join(await speak(parts.speech, order)), order.format)
    return reply.header('character-cost', order.text.length).type(type).send(bytes)
  })
  app.post<Route>('/v1/text-to-speech/:id/with-timestamps', async (request, reply) => {
    const order = readOrder(request, parts)
    const pieces = await speak(parts.speech, order)
    const { bytes } = await encode(join(pieces), order.format)
    const alignment = alignmentOf(pieces)
    reply.header('character-cost', order.text.length)
    return { audio_base64: bytes.toString('base64'), alignment, normalized_alignment: alignment }
  })
}

function readOrder(request: FastifyRequest<Route>, parts: Parts): Order {
  const { withdrawnVoices, charactersLeft } = parts.service()
  const { output_format: format } = readQuery(speechQuery, request)
  const { text, model_id: model, voice_settings: settings } = readBody(speechBody, request)
  const voice = presentVoices(withdrawnVoices).find(({ voice_id: id }) => id === request.params.id)
  const { voice_id: voiceId } = need(voice, 'voice', request.params.id)
  const longest = longestTextOf[model]
  if (longest === undefined) {
    const isAgents = (agentModels as readonly string[]).includes(model)
    if (isAgents) refuse(400, 'model_can_not_do_text_to_speech', `The model ${model} does not read aloud here.`)
    refuse(400, 'model_not_found', `A model with the model_id ${model} was not found.`)
  }
  if (text.length > longest) {
    refuse(400, 'max_character_limit_exceeded', `The model ${model} takes at most ${longest} characters.`)
  }
  if (!canEncode(format)) refuse(403, 'output_format_not_allowed', `The offline voices do not speak ${format}.`)
  if (charactersLeft !== null && text.length > charactersLeft) {
    const message = `This request exceeds your quota. You have ${charactersLeft} credits remaining, while ${text.length} credits are required for this request.`
    refuse(401, 'quota_exceeded', message)
  }
  return { text, voiceId, speed: settings?.speed, format }
}

async function speak(speech: Speech, { text, voiceId, speed }: Order): Promise<SpokenPiece[]> {
  const pieces: SpokenPiece[] = []
  for (const piece of piecesOf(text)) {
    const pcm = await speech.say(piece, soundOfVoice(voiceId, speed))
    pieces.push({ text: piece, samples: new Int16Array(pcm.buffer, pcm.byteOffset, pcm.length >> 1) })
  }
  return pieces
}

function join(pieces: readonly SpokenPiece[]): Int16Array {
  const samples = new Int16Array(pieces.reduce((sum, piece) => sum + piece.samples.length, 0))
  let at = 0
  for (const piece of pieces) {
    samples.set(piece.samples, at)
    at += piece.samples.length
  }
  return samples
}

/** Returns whether sound can be given in a format; the others are refused as by a plan that lacks them. */
function canEncode(format: OutputFormat): boolean {
  return format.startsWith('mp3_') || format === `pcm_${sampleRateHz}`
}

/** Returns sound at the stand-in's own rate in the format that a request names; PCM has no header. */
async function encode(samples: Int16Array, format: OutputFormat): Promise<{ type: string; bytes: Buffer }> {
  if (format.startsWith('pcm_')) return { type: 'audio/pcm', bytes: Buffer.from(samples.buffer) }
  const [rateHz, kbps] = format.split('_').slice(1).map(Number)
  const encoder = await createMp3Encoder()
  const output = { bitrate: kbps as 64, outputSampleRate: rateHz as 44_100 }
  encoder.configure({ sampleRate: sampleRateHz, channels: 1, ...output })
  const parts: Buffer[] = []
  for (let at = 0; at < samples.length; at += sampleRateHz) {
    const second = Float32Array.from(samples.subarray(at, at + sampleRateHz), (sample) => sample / 32_768)
    parts.push(Buffer.from(encoder.encode([second])))
    // Conversations on the same thread send their sound every 50 ms; a second of sound takes 10 ms to encode.
    await nextTurn()
  }
  parts.push(Buffer.from(encoder.finalize()))
  return { type: 'audio/mpeg', bytes: Buffer.concat(parts) }
}
