import type Stripe from 'stripe'
import type { Store } from '@luna/standin-kit/journal.ts'
import { createSandbox, type Sandbox } from '../account/sandbox.ts'
import type { StripeSwitches } from '../switches.ts'
import { isSent } from '../webhooks/webhook-endpoints.ts'
import type { WebhookSender } from '../webhooks/webhooks.ts'
import { createClock, Life } from './life.ts'

const EVENTS_KEPT_MS = 30 * 86_400_000
const LONGEST_WAIT_MS = 3_600_000

export type RunningAccount = {
  sandbox: Sandbox
  /** Runs everything that is due, then does the work. All effects are durable before they are reported. */
  during<T>(work: () => T): T
  /** Does everything that became due while there were no calls. */
  passTime(): void
  close(): void
}

type Parts = { store: Store; switches: StripeSwitches; webhooks: WebhookSender }

/** Runs the account with its clock: renewals, retries and ends happen when they are due. */
export function runAccount({ store, switches, webhooks }: Parts): RunningAccount {
  const clock = createClock(switches.nowMs)
  const sandbox = createSandbox({
    store,
    now: clock.nowS,
    takeCardOutcome: switches.takeCardOutcome,
    isEnabled: isSent,
    onSave: (object) => life.note(object),
    onEvent(event) {
      if (event.pending_webhooks > 0) webhooks.enqueue(event, switches.webhooks())
    },
  })
  const life: Life = new Life(sandbox, clock, store.flush)
  const alarm = new Alarm(switches.nowMs, passTime)

  function passTime(): void {
    life.catchUp()
    forgetOldEvents(store, switches.nowMs())
    publish()
  }

  function publish(): void {
    store.flush()
    webhooks.wake()
    const dueS = life.nextDueS()
    alarm.set(dueS === null ? null : dueS * 1000)
  }

  passTime()
  return {
    sandbox,
    passTime,
    during(work) {
      try {
        life.catchUp()
        return work()
      } finally {
        publish()
      }
    },
    close: () => alarm.close(),
  }
}

/** Drops events older than 30 days, which Stripe no longer returns. */
function forgetOldEvents(store: Store, nowMs: number): void {
  for (const { created, id, pending_webhooks: pending } of store.list<Stripe.EventBase>('event')) {
    if (pending === 0 && created * 1000 < nowMs - EVENTS_KEPT_MS) store.remove('event', id)
  }
}

/** Calls back at one moment of a clock, without keeping the process alive. */
class Alarm {
  readonly #nowMs: () => number
  readonly #ring: () => void
  #timer: NodeJS.Timeout | undefined

  constructor(nowMs: () => number, ring: () => void) {
    this.#nowMs = nowMs
    this.#ring = ring
  }

  /** Sets another moment, in milliseconds since 1970; null for never. It may ring early, at least hourly. */
  set(atMs: number | null): void {
    clearTimeout(this.#timer)
    if (atMs === null) return
    const waitMs = Math.min(Math.max(0, atMs - this.#nowMs()), LONGEST_WAIT_MS)
    this.#timer = setTimeout(this.#ring, waitMs).unref()
  }

  close(): void {
    clearTimeout(this.#timer)
  }
}
