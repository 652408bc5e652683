import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'
import { startConversation } from '../conversations/voice.ts'

/**
 * Whether the voice provider has the voice: it works, will be removed, is gone (the fallback speaks instead), has not
 * been checked yet, or is not set up in this installation (docs/OPERATIONS.md).
 */
export const voiceStates = ['ok', 'ending', 'gone', 'unchecked', 'not_set_up'] as const
export type VoiceState = (typeof voiceStates)[number]

export const adminVoice = z.object({
  id: z.string(),
  name: z.string(),
  /** How the voice sounds. */
  description: z.string(),
  /** ISO 639-1 codes, the best language first. */
  languages: z.array(z.string()),
  /** Whether this voice speaks for agents without a voice and replaces voices that cannot be used. */
  isFallback: z.boolean(),
  state: z.enum(voiceStates),
  /** Explains the state to admins. */
  reason: z.nullable(z.string()),
  checkedAt: z.nullable(isoTime),
  /** The number of agents that use this voice. */
  agentCount: z.number(),
})
export type AdminVoice = z.output<typeof adminVoice>

export const adminVoices = call('GET /api/admin/voices', {
  who: 'agents.read',
  summary: 'Lists the voices that an agent can have, the fallback first (D186).',
  answer: z.array(adminVoice),
})

export const readVoiceSample = call('GET /api/admin/voices/:id/sample', {
  who: 'agents.read',
  summary: 'Returns a sample sentence in this voice, which is generated once and stored (D186).',
  params: { id: z.string().check(z.maxLength(40)) },
  /** A WAV file in base64. */
  answer: z.object({ wavBase64: z.string() }),
  errors: {
    voice_not_found: [404, 'This voice does not exist. Please choose another one.'],
    voice_unusable: [409, 'The voice provider does not offer this voice. Please choose another one.'],
    voice_unavailable: startConversation.errors.voice_unavailable,
  },
})
