import type Stripe from 'stripe'
import { nextRefundStep } from '../payments/refunds.ts'
import { collectRenewal, finalizeRenewal, renewSubscription } from '../subscriptions/renewals.ts'
import type { Kind, Kinds } from '../account/objects.ts'
import { idOf, type Sandbox } from '../account/sandbox.ts'
import { endSubscription, expireSubscription, isOver } from '../subscriptions/subscription-ends.ts'

const FIRST_PAYMENT_WITHIN_S = 23 * 3_600
/** How many steps are written to disk at once: enough to be fast, few enough for one line of the journal. */
const STEPS_PER_FLUSH = 500

export type Clock = {
  /** Returns seconds since 1970: the moment being simulated, otherwise the stand-ins' time. */
  nowS(): number
  /** Does work as of a past moment, in seconds. */
  during(atS: number, work: () => void): void
}

/** Creates the time of everything at the stand-in's Stripe; `nowMs` is the stand-ins' clock. */
export function createClock(nowMs: () => number): Clock {
  let simulatedS: number | null = null
  return {
    nowS: () => simulatedS ?? Math.floor(nowMs() / 1000),
    during(atS, work) {
      simulatedS = atS
      try {
        work()
      } finally {
        simulatedS = null
      }
    },
  }
}

/** Something that happens to a subscription or a refund by itself, at a moment in seconds. */
type Step = { atS: number; take(): void }

/** Advances subscriptions and refunds by the clock: what is due happens in order, each at its own moment. */
export class Life {
  readonly #sandbox: Sandbox
  readonly #clock: Clock
  readonly #flush: () => void
  readonly #queue = new DueQueue()
  readonly #changed = new Set<string>()
  #reachedS = 0

  constructor(sandbox: Sandbox, clock: Clock, flush: () => void) {
    this.#sandbox = sandbox
    this.#clock = clock
    this.#flush = flush
    for (const { id } of [...sandbox.list('subscription'), ...sandbox.list('refund')]) this.#changed.add(id)
  }

  /** Notes a saved object, which may change what is due. Call it for every one. */
  note(object: Kinds[Kind]): void {
    if (object.object === 'subscription' || object.object === 'refund') this.#changed.add(object.id)
    if (object.object !== 'invoice') return
    const subscription = idOf(object.parent?.subscription_details?.subscription)
    if (subscription !== null) this.#changed.add(subscription)
  }

  /** Returns when something is next due, in seconds; null when nothing is. */
  nextDueS(): number | null {
    return this.#first()?.at ?? null
  }

  /** Does everything that is due by now. */
  catchUp(): void {
    const nowS = this.#clock.nowS()
    let count = 0
    for (let due = this.#first(); due !== null && due.at <= nowS; due = this.#first()) {
      const step = nextStepOf(this.#sandbox, due.id)!
      // An end that was set to a past moment is due now, not back then.
      this.#reachedS = Math.max(this.#reachedS, due.at)
      this.#clock.during(this.#reachedS, step.take)
      count += 1
      if (count % STEPS_PER_FLUSH === 0) this.#flush()
    }
    this.#reachedS = nowS
  }

  #first(): ReturnType<DueQueue['first']> {
    for (const id of this.#changed) {
      this.#queue.set(id, nextStepOf(this.#sandbox, id)?.atS ?? null)
    }
    this.#changed.clear()
    return this.#queue.first()
  }
}

type Entry = { id: string; at: number }

/** Finds which id is due first, among many whose moments change: a binary heap that skips outdated entries. */
class DueQueue {
  readonly #heap: Entry[] = []
  readonly #current = new Map<string, number>()

  /** Sets the moment of an id; null removes it. */
  set(id: string, at: number | null): void {
    if (at === null) this.#current.delete(id)
    else if (this.#current.get(id) !== at) {
      this.#current.set(id, at)
      this.#push({ id, at })
    }
  }

  first(): Entry | null {
    for (;;) {
      const [top] = this.#heap
      if (top === undefined) return null
      if (this.#current.get(top.id) === top.at) return top
      this.#pop()
    }
  }

  #push(entry: Entry): void {
    const heap = this.#heap
    let place = heap.push(entry) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (heap[parent]!.at <= entry.at) break
      heap[place] = heap[parent]!
      place = parent
    }
    heap[place] = entry
  }

  #pop(): void {
    const heap = this.#heap
    const last = heap.pop()!
    if (heap.length === 0) return
    let place = 0
    for (;;) {
      let child = place * 2 + 1
      if (child >= heap.length) break
      if (child + 1 < heap.length && heap[child + 1]!.at < heap[child]!.at) child += 1
      if (heap[child]!.at >= last.at) break
      heap[place] = heap[child]!
      place = child
    }
    heap[place] = last
  }
}

/** Returns what happens next to the subscription or refund with this id; null when nothing does by itself. */
function nextStepOf(sandbox: Sandbox, id: string): Step | null {
  const refund = sandbox.find('refund', id)
  if (refund !== undefined) return nextRefundStep(sandbox, refund)
  const [first = null, ...others] = stepsOf(sandbox, sandbox.need('subscription', id))
  return others.reduce((earliest, step) => (step.atS < earliest!.atS ? step : earliest), first)
}

/** Returns all that is planned for a subscription; of two at the same moment the first one happens first. */
function stepsOf(sandbox: Sandbox, subscription: Stripe.Subscription): Step[] {
  if (isOver(subscription)) return []
  if (subscription.status === 'incomplete') {
    const atS = subscription.created + FIRST_PAYMENT_WITHIN_S
    return [{ atS, take: () => expireSubscription(sandbox, subscription) }]
  }
  const steps: Step[] = []
  for (const invoice of sandbox.listBy('invoice', 'subscription', subscription.id)) {
    const { automatically_finalizes_at: finalizesAt, next_payment_attempt: retryAt } = invoice
    if (finalizesAt !== null) {
      steps.push({ atS: finalizesAt, take: () => finalizeRenewal(sandbox, subscription, invoice) })
    }
    if (retryAt !== null) steps.push({ atS: retryAt, take: () => collectRenewal(sandbox, subscription, invoice) })
  }
  const { cancel_at: endAt, cancellation_details: details } = subscription
  if (endAt !== null) {
    const wish = details ?? { reason: 'cancellation_requested' }
    steps.push({ atS: endAt, take: () => endSubscription(sandbox, subscription, wish) })
  }
  const periodEnds = subscription.items.data.map(({ current_period_end: end }) => end)
  steps.push({ atS: Math.min(...periodEnds), take: () => renewSubscription(sandbox, subscription) })
  return steps
}
