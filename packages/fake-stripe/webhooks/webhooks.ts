import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import type { Store } from '@luna/standin-kit/journal.ts'
import type { WebhookMode } from '../switches.ts'

const DELAY_MS = 3_000
const REORDER_WINDOW_MS = 400
const FIRST_RETRY_MS = 1_000
const SLOWEST_RETRY_MS = 300_000
const GIVE_UP_AFTER_MS = 3 * 86_400_000
const ANSWER_WITHIN_MS = 10_000
const AT_ONCE = 16

/** One copy of an event to deliver. All times are real, whatever the stand-in's clock says. */
type Delivery = {
  id: string
  eventId: string
  attempts: number
  queuedAtMs: number
  dueAtMs: number
  backwards: boolean
}

/** Delivers events to the server by HTTP until it answers 2xx; pending ones survive a restart. */
export class WebhookSender {
  readonly #store: Store
  readonly #secret: string
  #appUrl: string
  #timer: NodeJS.Timeout | undefined
  readonly #pending = new Map<string, Delivery>()
  /** What is being sent, by the delivery's id; deliveries of a reversed window share one promise. */
  readonly #sending = new Map<string, Promise<void>>()
  readonly #closing = new AbortController()

  constructor(store: Store, secret: string, appUrl: string) {
    this.#store = store
    this.#secret = secret
    this.#appUrl = appUrl
    for (const delivery of store.list<Delivery>('delivery')) this.#pending.set(delivery.id, delivery)
  }

  /** Queues an event as the mode requires; nothing is sent before the next `wake`. */
  enqueue(event: Stripe.EventBase, mode: WebhookMode): void {
    if (mode === 'drop') return
    const waitMs = mode === 'delay' ? DELAY_MS : mode === 'reorder' ? REORDER_WINDOW_MS : 0
    const queuedAtMs = Date.now()
    const copies = mode === 'duplicate' ? [event.id, `${event.id}+`] : [event.id]
    for (const id of copies) {
      const times = { queuedAtMs, dueAtMs: queuedAtMs + waitMs }
      this.#save({ id, eventId: event.id, attempts: 0, ...times, backwards: mode === 'reorder' })
    }
  }

  /** Sends what is due, now or later. Call it after the state was flushed. */
  wake(): void {
    if (this.#closing.signal.aborted || this.#sending.size >= AT_ONCE) return
    clearTimeout(this.#timer)
    const nowMs = Date.now()
    let nextMs = Infinity
    for (const delivery of this.#pending.values()) {
      if (this.#sending.has(delivery.id)) continue
      if (delivery.dueAtMs > nowMs) nextMs = Math.min(nextMs, delivery.dueAtMs)
      else if (delivery.backwards) this.#startReversed()
      else this.#start([delivery])
      if (this.#sending.size >= AT_ONCE) return
    }
    if (nextMs < Infinity) this.#timer = setTimeout(() => this.wake(), nextMs - nowMs)
  }

  /** Switches to another server and tries everything that waits at once. */
  setAppUrl(url: string): void {
    this.#appUrl = url
    const nowMs = Date.now()
    for (const delivery of this.#pending.values()) {
      this.#save({ ...delivery, dueAtMs: Math.min(delivery.dueAtMs, nowMs) })
    }
    this.#store.flush()
    this.wake()
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#closing.abort()
    await Promise.all(this.#sending.values())
    this.#store.flush()
  }

  #save(delivery: Delivery): void {
    this.#pending.set(delivery.id, delivery)
    this.#store.put('delivery', delivery.id, delivery)
  }

  /** Closes the window for all of them at once, so that the newest really goes first. */
  #startReversed(): void {
    const waiting = [...this.#pending.values()].filter(({ backwards, id }) => backwards && !this.#sending.has(id))
    this.#start(waiting.toReversed())
  }

  /** Sends deliveries one after the other. */
  #start(deliveries: Delivery[]): void {
    const sent = this.#sendAll(deliveries).finally(() => {
      for (const { id } of deliveries) this.#sending.delete(id)
      this.wake()
    })
    for (const { id } of deliveries) this.#sending.set(id, sent)
  }

  async #sendAll(deliveries: Delivery[]): Promise<void> {
    for (const delivery of deliveries) await this.#send(delivery)
  }

  async #send(delivery: Delivery): Promise<void> {
    const event = this.#store.get<Stripe.EventBase>('event', delivery.eventId)
    const isDone = event === undefined || (await this.#post(event))
    if (this.#closing.signal.aborted && !isDone) return
    if (isDone || Date.now() - delivery.queuedAtMs > GIVE_UP_AFTER_MS) {
      this.#pending.delete(delivery.id)
      this.#store.remove('delivery', delivery.id)
      if (event !== undefined) this.#store.put('event', event.id, { ...event, pending_webhooks: isDone ? 0 : 1 })
    } else {
      const retryMs = Math.min(FIRST_RETRY_MS * 2 ** delivery.attempts, SLOWEST_RETRY_MS)
      this.#save({ ...delivery, attempts: delivery.attempts + 1, dueAtMs: Date.now() + retryMs })
    }
    this.#store.flush()
  }

  /** Returns whether the server accepted it. */
  async #post(event: Stripe.EventBase): Promise<boolean> {
    const body = JSON.stringify(event, null, 2)
    try {
      const answer = await fetch(new URL('/api/webhooks/stripe', this.#appUrl), {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signPayload(this.#secret, body, Math.floor(Date.now() / 1000)),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      })
      await answer.arrayBuffer()
      return answer.ok
    } catch {
      return false
    }
  }
}

/** Returns `t=...,v1=...` over the exact bytes that are sent; `atS` in seconds. */
function signPayload(secret: string, body: string, atS: number): string {
  const signature = createHmac('sha256', secret).update(`${atS}.${body}`).digest('hex')
  return `t=${atS},v1=${signature}`
}
