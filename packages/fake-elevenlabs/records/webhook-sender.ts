/** Notifies the server of ended conversations, signed as the provider signs. */
import { createHmac } from 'node:crypto'
import type { ConversationRecord } from './conversations.ts'
import type { ServiceSwitches } from '../service-switches.ts'

const delayMs = 3000
const answerWithinMs = 10_000
const firstRetryMs = 1000
const mostRetries = 5

interface WebhookTarget {
  secret: string
  /** Address of the server. */
  appUrl: string
  /** The stand-in's time in ms, for timestamps. */
  now(): number
}

/** `close` drops what waits, because the provider does not promise delivery either. */
export class WebhookSender {
  private readonly target: WebhookTarget
  private readonly timers = new Set<NodeJS.Timeout>()
  private readonly sending = new Set<Promise<void>>()
  private readonly closing = new AbortController()

  constructor(target: WebhookTarget) {
    this.target = { ...target }
  }

  /** Sets where webhooks go from now on. */
  setAppUrl(url: string): void {
    this.target.appUrl = url
  }

  /** Sends a final record as `post_call_transcription`, in the way that the switches say. */
  send(record: ConversationRecord, { retriesWebhooks, webhooks }: ServiceSwitches): void {
    if (webhooks === 'drop') return
    const envelope = {
      type: 'post_call_transcription',
      event_timestamp: Math.floor(this.target.now() / 1000),
      data: record,
    }
    const body = JSON.stringify(envelope)
    const retries = retriesWebhooks ? mostRetries : 0
    for (let copy = 0; copy < (webhooks === 'duplicate' ? 2 : 1); copy += 1) {
      this.schedule(body, webhooks === 'delay' ? delayMs : 0, retries, firstRetryMs)
    }
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer)
    this.closing.abort()
    await Promise.all(this.sending)
  }

  private schedule(body: string, waitMs: number, retries: number, retryMs: number): void {
    if (this.closing.signal.aborted) return
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      const sent = this.post(body).then((isSettled) => {
        this.sending.delete(sent)
        if (!isSettled && retries > 0) this.schedule(body, retryMs, retries - 1, retryMs * 2)
      })
      this.sending.add(sent)
    }, waitMs)
    timer.unref()
    this.timers.add(timer)
  }

  /** Returns false when sending it again may help: no answer, 429 or 5xx. */
  private async post(body: string): Promise<boolean> {
    try {
      const answer = await fetch(new URL('/api/webhooks/elevenlabs', this.target.appUrl), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'elevenlabs-signature': signWebhook(this.target.secret, body, Math.floor(Date.now() / 1000)),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.closing.signal, AbortSignal.timeout(answerWithinMs)]),
      })
      await answer.arrayBuffer()
      return answer.status !== 429 && answer.status < 500
    } catch {
      return false
    }
  }
}

/**
 * Returns `t=...,v0=...` over the exact bytes that are sent; `atS` is in real seconds, whatever the stand-in's clock
 * says.
 */
function signWebhook(secret: string, body: string, atS: number): string {
  return `t=${atS},v0=${createHmac('sha256', secret).update(`${atS}.${body}`).digest('hex')}`
}
