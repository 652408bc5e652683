import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import type { Store } from '../state.ts'

export const WEBHOOK_MODES = ['deliver', 'drop', 'delay', 'duplicate', 'reorder'] as const
type WebhookMode = (typeof WEBHOOK_MODES)[number]

const DELAY_MS = 3_000
const REORDER_WINDOW_MS = 400
const FIRST_RETRY_MS = 1_000
const SLOWEST_RETRY_MS = 300_000
const GIVE_UP_AFTER_MS = 3 * 86_400_000
const ANSWER_WITHIN_MS = 10_000
const AT_ONCE = 10

/** One copy of an event on its way; all times are real, whatever the stand-in's clock says. */
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
  #round: Promise<void> | undefined
  readonly #closing = new AbortController()

  constructor(store: Store, secret: string, appUrl: string) {
    this.#store = store
    this.#secret = secret
    this.#appUrl = appUrl
  }

  /** Queues an event as the mode asks; nothing is sent before the next `wake`. */
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

  /** Sends what is due, now or when it is time. Call it after the state was flushed. */
  wake(): void {
    const pending = this.#pending()
    if (this.#closing.signal.aborted || this.#round !== undefined || pending.length === 0) return
    clearTimeout(this.#timer)
    const dueAtMs = Math.min(...pending.map((delivery) => delivery.dueAtMs))
    this.#timer = setTimeout(
      () => {
        this.#round = this.#sendDue().finally(() => {
          this.#round = undefined
          this.wake()
        })
      },
      Math.max(0, dueAtMs - Date.now()),
    )
  }

  /** Points at another server and tries everything that waits at once. */
  setAppUrl(url: string): void {
    this.#appUrl = url
    const nowMs = Date.now()
    for (const delivery of this.#pending()) this.#save({ ...delivery, dueAtMs: Math.min(delivery.dueAtMs, nowMs) })
    this.#store.flush()
    this.wake()
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#closing.abort()
    await this.#round
  }

  #pending(): Delivery[] {
    return this.#store.list<Delivery>('delivery')
  }

  #save(delivery: Delivery): void {
    this.#store.put('delivery', delivery.id, delivery)
  }

  async #sendDue(): Promise<void> {
    const pending = this.#pending()
    const due = pending.filter(({ dueAtMs }) => dueAtMs <= Date.now())
    const forwards = due.filter(({ backwards }) => !backwards).slice(0, AT_ONCE)
    // The window closes for all of them at once, so that the newest really goes first.
    const isWindowOver = due.some(({ backwards }) => backwards)
    const backwards = isWindowOver ? pending.filter((delivery) => delivery.backwards).toReversed() : []
    await Promise.all([
      ...forwards.map((delivery) => this.#send(delivery)),
      backwards.reduce((before, delivery) => before.then(() => this.#send(delivery)), Promise.resolve()),
    ])
  }

  async #send(delivery: Delivery): Promise<void> {
    const event = this.#store.get<Stripe.EventBase>('event', delivery.eventId)
    const isDone = event === undefined || (await this.#post(event))
    if (this.#closing.signal.aborted) return
    if (isDone || Date.now() - delivery.queuedAtMs > GIVE_UP_AFTER_MS) {
      this.#store.remove('delivery', delivery.id)
      if (event !== undefined) this.#store.put('event', event.id, { ...event, pending_webhooks: isDone ? 0 : 1 })
    } else {
      const retryMs = Math.min(FIRST_RETRY_MS * 2 ** delivery.attempts, SLOWEST_RETRY_MS)
      this.#save({ ...delivery, attempts: delivery.attempts + 1, dueAtMs: Date.now() + retryMs })
    }
    this.#store.flush()
  }

  /** True when the server took it. */
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

/** `t=...,v1=...` over the exact bytes that are sent; `atS` in seconds. */
function signPayload(secret: string, body: string, atS: number): string {
  const signature = createHmac('sha256', secret).update(`${atS}.${body}`).digest('hex')
  return `t=${atS},v1=${signature}`
}
