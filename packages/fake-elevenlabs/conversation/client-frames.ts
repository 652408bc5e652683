/** What a client may send on the conversation socket, checked as strictly as the provider's contract is written. */
import * as z from 'zod/mini'
import { knowledgeLocator } from '../rest/agents.ts'
import { sampleRateHz } from '../speech/speech.ts'

/** The longest piece of sound in one frame; the provider refuses longer ones. */
const longestChunkMs = 250
const bytesPerSample = 2
const longestChunkBytes = (longestChunkMs * sampleRateHz * bytesPerSample) / 1000

const dynamicValue = z.union([z.string(), z.number(), z.boolean()])

const initiation = z.looseObject({
  type: z.literal('conversation_initiation_client_data'),
  conversation_config_override: z.optional(
    z.nullable(
      z.looseObject({
        agent: z.optional(
          z.looseObject({
            prompt: z.optional(
              z.looseObject({ prompt: z.optional(z.string()), knowledge_base: z.optional(z.array(knowledgeLocator)) }),
            ),
            first_message: z.optional(z.string()),
            language: z.optional(z.string()),
          }),
        ),
        tts: z.optional(z.looseObject({ voice_id: z.optional(z.string()), speed: z.optional(z.number()) })),
        conversation: z.optional(
          z.looseObject({
            text_only: z.optional(z.boolean()),
            max_duration_seconds: z.optional(z.int().check(z.positive())),
            client_events: z.optional(z.array(z.string())),
          }),
        ),
      }),
    ),
  ),
  dynamic_variables: z.optional(z.nullable(z.record(z.string(), dynamicValue))),
  user_id: z.optional(z.nullable(z.string())),
})

const typedFrame = z.discriminatedUnion('type', [
  initiation,
  z.looseObject({ type: z.literal('pong'), event_id: z.int() }),
  z.looseObject({ type: z.literal('user_message'), text: z.optional(z.nullable(z.string())) }),
  z.looseObject({ type: z.literal('user_activity') }),
  z.looseObject({ type: z.literal('contextual_update'), text: z.string(), context_id: z.optional(z.string()) }),
  z.looseObject({
    type: z.literal('client_tool_result'),
    tool_call_id: z.string(),
    result: z.string(),
    is_error: z.boolean(),
  }),
  z.looseObject({ type: z.literal('mcp_tool_approval_result'), tool_call_id: z.string(), is_approved: z.boolean() }),
  z.looseObject({
    type: z.literal('feedback'),
    event_id: z.int(),
    score: z.nullable(z.enum(['like', 'dislike'])),
  }),
  z.looseObject({
    type: z.literal('multimodal_message'),
    text: z.optional(z.nullable(z.looseObject({ text: z.optional(z.nullable(z.string())) }))),
  }),
])

export type InitiationFrame = z.infer<typeof initiation>
export type TypedFrame = z.infer<typeof typedFrame>
export type ConfigOverride = NonNullable<InitiationFrame['conversation_config_override']>

/** A frame as understood, or why it violates the contract. */
export type ReadFrame =
  | { kind: 'sound'; samples: Int16Array }
  | { kind: 'message'; message: TypedFrame }
  | { kind: 'refused'; errorType: 'invalid_message' | 'missing_fields' | 'value_error'; reason: string }

const refused = (errorType: 'invalid_message' | 'missing_fields' | 'value_error', reason: string): ReadFrame => ({
  kind: 'refused',
  errorType,
  reason,
})

/** Reads one frame. A frame of sound has no type and is recognized by its key. */
export function readClientFrame(data: Buffer, isBinary: boolean): ReadFrame {
  if (isBinary) return refused('invalid_message', 'binary frames are not part of the protocol')
  let value: unknown
  try {
    value = JSON.parse(data.toString('utf8'))
  } catch {
    return refused('invalid_message', 'the frame is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refused('invalid_message', 'the frame is not an object')
  }
  if ('user_audio_chunk' in value) return readSound(value.user_audio_chunk)
  if (!('type' in value)) return refused('missing_fields', 'the frame has no type')
  const message = typedFrame.safeParse(value)
  if (message.success) return { kind: 'message', message: message.data }
  const fault = message.error.issues[0]
  const where = fault?.path.join('.') ?? ''
  if (where === 'type') return refused('invalid_message', `unknown message type ${JSON.stringify(value.type)}`)
  return refused('value_error', `${String(value.type)}: ${where || 'frame'} is not valid`)
}

function readSound(chunk: unknown): ReadFrame {
  if (typeof chunk !== 'string') return refused('value_error', 'user_audio_chunk is not a string')
  if (chunk.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(chunk)) {
    return refused('value_error', 'user_audio_chunk is not base64')
  }
  const bytes = Buffer.from(chunk, 'base64')
  if (bytes.length % bytesPerSample !== 0) return refused('value_error', 'user_audio_chunk holds half a sample')
  if (bytes.length > longestChunkBytes) {
    return refused('value_error', `user_audio_chunk is longer than ${longestChunkMs} ms`)
  }
  const samples = new Int16Array(bytes.length / bytesPerSample)
  for (let index = 0; index < samples.length; index += 1) samples[index] = bytes.readInt16LE(index * bytesPerSample)
  return { kind: 'sound', samples }
}
