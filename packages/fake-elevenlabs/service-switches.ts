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

const anyNumber = z.nullable(z.int().check(z.minimum(0)))

const service = z.strictObject({
  /** Conversations that the plan allows at once; null for any number. */
  concurrency: anyNumber,
  /** Whether speech is recognized, which takes computing. Without it, speech gets the answer to unknown words. */
  understandsSpeech: z.boolean(),
  /** Ids of voices that the account has lost. */
  withdrawnVoices: z.array(z.string()),
  /** Characters that the plan can still have read aloud; null for any number. */
  charactersLeft: anyNumber,
  /** Bytes of documents that the plan lets be indexed; null for any number. */
  knowledgeBytes: anyNumber,
  /** How the webhook of an ended conversation reaches the server. */
  webhooks: z.enum(VOICE_WEBHOOK_MODES),
  /** Whether a webhook that the server did not accept is sent again. At the provider this is off by default. */
  retriesWebhooks: z.boolean(),
  /** How long a record stays in `processing` after its conversation. */
  processingSeconds: z.number().check(z.minimum(0), z.maximum(86_400)),
  /** How much longer (or shorter, below 0) than in reality the records say that conversations took. */
  durationShiftSeconds: z.int().check(z.minimum(-86_400), z.maximum(86_400)),
  /** The status of records after `processing`. */
  finalStatus: z.enum(FINAL_STATUSES),
})
export type ServiceSwitches = z.infer<typeof service>

/** The switches that may be changed; omitted ones stay. */
export const servicePatch = z.partial(service)

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
