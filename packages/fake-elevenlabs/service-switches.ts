/** How the provider as a whole behaves, as far as the control page sets it. */
import * as z from 'zod/mini'

export const VOICE_WEBHOOK_MODES = ['deliver', 'drop', 'delay', 'duplicate'] as const
/**
 * What every REST call gets instead of its answer: 500, nothing at all, a broken line after the request was carried out
 * (reads are answered), 401 as with a withdrawn key, or 429 as with a plan whose conversations are all in use.
 */
export const VOICE_API_FAULTS = ['error', 'hang', 'lose_answer', 'unauthorized', 'busy'] as const
export type VoiceApiFault = (typeof VOICE_API_FAULTS)[number]

export const FINAL_STATUSES = ['done', 'failed'] as const

export interface ServiceSwitches {
  /** Conversations that the plan allows at once; null for any number. */
  concurrency: number | null
  /** Whether speech is recognized, which takes computing. Without it, speech gets the answer to unknown words. */
  understandsSpeech: boolean
  /** Ids of voices that the account has lost. */
  withdrawnVoices: string[]
  /** Characters that the plan can still have read aloud; null for any number. */
  charactersLeft: number | null
  /** Bytes of documents that the plan lets be indexed; null for any number. */
  knowledgeBytes: number | null
  /** How the webhook of an ended conversation reaches the server. */
  webhooks: (typeof VOICE_WEBHOOK_MODES)[number]
  /** Whether a webhook that the server did not accept is sent again. At the provider this is off by default. */
  retriesWebhooks: boolean
  /** How long a record stays in `processing` after its conversation. */
  processingSeconds: number
  /** How much longer (or shorter, below 0) than in reality the records say that conversations took. */
  durationShiftSeconds: number
  /** The status of records after `processing`. */
  finalStatus: (typeof FINAL_STATUSES)[number]
}

export const usualService: ServiceSwitches = {
  concurrency: null,
  understandsSpeech: true,
  withdrawnVoices: [],
  charactersLeft: null,
  knowledgeBytes: null,
  webhooks: 'deliver',
  retriesWebhooks: false,
  processingSeconds: 1,
  durationShiftSeconds: 0,
  finalStatus: 'done',
}

/** The switches that may be changed; omitted ones stay. */
export const servicePatch = z.strictObject({
  concurrency: z.optional(z.nullable(z.int().check(z.minimum(0)))),
  understandsSpeech: z.optional(z.boolean()),
  withdrawnVoices: z.optional(z.array(z.string())),
  charactersLeft: z.optional(z.nullable(z.int().check(z.minimum(0)))),
  knowledgeBytes: z.optional(z.nullable(z.int().check(z.minimum(0)))),
  webhooks: z.optional(z.enum(VOICE_WEBHOOK_MODES)),
  retriesWebhooks: z.optional(z.boolean()),
  processingSeconds: z.optional(z.number().check(z.minimum(0), z.maximum(86_400))),
  durationShiftSeconds: z.optional(z.int().check(z.minimum(-86_400), z.maximum(86_400))),
  finalStatus: z.optional(z.enum(FINAL_STATUSES)),
})

/** The values that a patch accepts, for the answer to a wrong one. */
export const allowedService = {
  concurrency: 'a whole number, or null',
  understandsSpeech: [true, false],
  withdrawnVoices: 'a list of voice ids',
  charactersLeft: 'a whole number, or null',
  webhooks: VOICE_WEBHOOK_MODES,
  retriesWebhooks: [false, true],
  processingSeconds: '0 to 86400',
  durationShiftSeconds: 'whole seconds, -86400 to 86400',
  finalStatus: FINAL_STATUSES,
}
