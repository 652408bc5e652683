import { createHmac } from 'node:crypto'
import type Stripe from 'stripe'
import type { Store } from '../state.ts'

export const WEBHOOK_MODES = ['deliver', 'drop', 'delay', 'duplicate', 'reorder'] as const
export type WebhookMode = (typeof WEBHOOK_MODES)[number]

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

export type WebhookSender = {
  /** Queues an event as the mode asks; nothing is sent before the next `wake`. */
  enqueue(event: Stripe.EventBase, mode: WebhookMode): void
  /** Sends what is due. Call it after the state was flushed. */
  wake(): void
  setAppUrl(url: string): void
  close(): Promise<void>
}

/** `t=...,v1=...` over the exact bytes that are sent. */
export function signPayload(secret: string, body: string, atS: number): string {
  const signature = createHmac('sha256', secret).update(`${atS}.${body}`).digest('hex')
  return `t=${atS},v1=${signature}`
}

/** Delivers events to the server by HTTP until it answers 2xx; pending ones survive a restart. */
export function createWebhookSender(store: Store, secret: string, firstAppUrl: string): WebhookSender {
  let appUrl = firstAppUrl
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  let closed = false
  const aborter = new AbortController()

  function enqueue(event: Stripe.EventBase, mode: WebhookMode): void {
    if (mode === 'drop') return
    const waitMs = mode === 'delay' ? DELAY_MS : mode === 'reorder' ? REORDER_WINDOW_MS : 0
    const queuedAtMs = Date.now()
    const copies = mode === 'duplicate' ? [event.id, `${event.id}+`] : [event.id]
    for (const id of copies) {
      const delivery = { id, eventId: event.id, attempts: 0, queuedAtMs, dueAtMs: queuedAtMs + waitMs }
      store.put('delivery', id, { ...delivery, backwards: mode === 'reorder' } satisfies Delivery)
    }
  }

  function wake(): void {
    if (closed || round !== undefined) return
    clearTimeout(timer)
    const pending = store.list<Delivery>('delivery')
    if (pending.length === 0) return
    const dueAtMs = Math.min(...pending.map((delivery) => delivery.dueAtMs))
    timer = setTimeout(
      () => {
        round = sendDue().finally(() => {
          round = undefined
          wake()
        })
      },
      Math.max(0, dueAtMs - Date.now()),
    )
  }

  async function sendDue(): Promise<void> {
    const pending = store.list<Delivery>('delivery')
    const due = pending.filter(({ dueAtMs }) => dueAtMs <= Date.now())
    const forwards = due.filter(({ backwards }) => !backwards)
    // The window closes for all of them at once, so that the newest really goes first.
    const isWindowOver = due.some(({ backwards }) => backwards)
    const backwards = isWindowOver ? pending.filter((delivery) => delivery.backwards).reverse() : []
    await Promise.all([
      ...forwards.slice(0, AT_ONCE).map(send),
      backwards.reduce((before, delivery) => before.then(() => send(delivery)), Promise.resolve()),
    ])
  }

  async function send(delivery: Delivery): Promise<void> {
    const event = store.get<Stripe.EventBase>('event', delivery.eventId)
    const isDone = event === undefined || (await post(event))
    if (closed) return
    const attempts = delivery.attempts + 1
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** delivery.attempts, SLOWEST_RETRY_MS)
    if (isDone || Date.now() - delivery.queuedAtMs > GIVE_UP_AFTER_MS) {
      store.remove('delivery', delivery.id)
      if (event !== undefined) store.put('event', event.id, { ...event, pending_webhooks: 0 })
    } else {
      store.put('delivery', delivery.id, { ...delivery, attempts, dueAtMs: Date.now() + retryMs })
    }
    store.flush()
  }

  async function post(event: Stripe.EventBase): Promise<boolean> {
    const body = JSON.stringify(event, null, 2)
    try {
      const answer = await fetch(new URL('/api/webhooks/stripe', appUrl), {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signPayload(secret, body, Math.floor(Date.now() / 1000)),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([aborter.signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      })
      await answer.arrayBuffer()
      return answer.ok
    } catch {
      return false
    }
  }

  return {
    enqueue,
    wake,
    setAppUrl(url) {
      appUrl = url
      for (const delivery of store.list<Delivery>('delivery')) {
        store.put('delivery', delivery.id, { ...delivery, dueAtMs: Math.min(delivery.dueAtMs, Date.now()) })
      }
      store.flush()
      wake()
    },
    async close() {
      closed = true
      clearTimeout(timer)
      aborter.abort()
      await round
    },
  }
}
