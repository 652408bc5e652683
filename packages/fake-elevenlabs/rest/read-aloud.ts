/** Text read aloud by one voice: as sound, or as sound with the time of each character. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { piecesOf } from '../conversation/answer.ts'
import { alignmentOf, type SpokenPiece } from '../speech/alignment.ts'
import { canEncode, encode, outputFormats, type OutputFormat } from '../speech/output-formats.ts'
import type { ServiceSwitches } from '../service-switches.ts'
import { soundOfVoice, type Speech } from '../speech/speech.ts'
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
