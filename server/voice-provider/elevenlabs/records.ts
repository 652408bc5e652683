import { createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { Judged } from '#contract/agents/quality.ts'
import { readJudged } from './evaluation.ts'

/** The provider's record of a conversation, as its API and its webhook return it (voice notes 1.6, 1.7). */

const toleranceS = 300

const highestPrice = 999_999

/** A price that cannot be read must not cost the record its duration. */
const price = z.pipe(
  z.optional(z.unknown()),
  z.transform((value) => (typeof value === 'number' && value >= 0 && value <= highestPrice ? value : null)),
)

/** Reads only the figures and the results of criteria, so that what was said stays out of the server (D90). */
export const conversationRecord = z.object({
  conversation_id: z.string(),
  status: z.string(),
  metadata: z.object({
    call_duration_secs: z.number().check(z.minimum(0), z.maximum(1_000_000)),
    /** Credits. */
    cost: price,
    /** Dollars. */
    cost_fiat: price,
  }),
  analysis: z.pipe(z.optional(z.unknown()), z.transform(readJudged)),
})

export interface ProviderRecord {
  conversationId: string
  /** Whether its figures are final. */
  isFinal: boolean
  durationMs: number
  providerCostCredits: number | null
  costUsd: number | null
  /** The results of our criteria; empty until the provider has judged. */
  judged: Judged[]
}

export function toProviderRecord(record: z.output<typeof conversationRecord>): ProviderRecord {
  const { call_duration_secs: seconds, cost, cost_fiat: dollars } = record.metadata
  return {
    conversationId: record.conversation_id,
    isFinal: record.status === 'done' || record.status === 'failed',
    durationMs: Math.round(seconds) * 1000,
    providerCostCredits: cost === null ? null : Math.round(cost),
    costUsd: dollars,
    judged: record.analysis,
  }
}

/**
 * Returns whether one of the secrets signed a webhook within five minutes of now, in either direction:
 * `t=<seconds>,v0=<hex>` with the HMAC-SHA256 of `<seconds>.<body>`. The provider's own library accepts half an hour
 * and any future.
 */
export function isSignedWebhook(secrets: readonly string[], rawBody: Buffer, header: string, nowMs: number): boolean {
  const [, seconds = '', signature = ''] = /^t=(\d{1,12}),v0=([0-9a-f]{64})$/.exec(header) ?? []
  if (!signature || Math.abs(nowMs / 1000 - Number(seconds)) > toleranceS) return false
  const given = Buffer.from(signature, 'hex')
  return secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${seconds}.`).update(rawBody).digest()
    return timingSafeEqual(given, expected)
  })
}

const webhook = z.object({ type: z.string(), data: z.unknown() })

/** Returns the record in a verified webhook; null for other kinds, and for what cannot be read. */
export function readWebhook(rawBody: Buffer): ProviderRecord | null {
  try {
    const event = webhook.parse(JSON.parse(rawBody.toString('utf8')))
    if (event.type !== 'post_call_transcription') return null
    return toProviderRecord(conversationRecord.parse(event.data))
  } catch {
    return null
  }
}
