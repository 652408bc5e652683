import Stripe from 'stripe'
import { findWaitingEvent, storeEvent } from '#server/billing/bookings/provider-events.ts'
import { findPayer } from '#server/billing/checkout/payers.ts'
import { findOwnPage, type OwnPage } from '#server/identity/own-page.ts'
import { createUser, findPerson, type Person } from '#server/identity/users.ts'
import { followUndecided } from '#server/billing/refunds/refunds.flow.ts'
import { processPaymentEvent, handledEvents } from '#server/billing/bookings/payment-events.flow.ts'
import { reconcilePayments } from '#server/billing/reconcile.flow.ts'
import type { Services } from '#server/conversations/services.ts'
import { addAgent } from '../kit/world/people.ts'
import { openWorld, type World } from '../kit/world/world.ts'

/** A person of one history, with what the history itself knows of them. */
export interface Actor {
  id: string
  accountId: string
  /** The live conversation: how long it has lasted. */
  talk: { id: string; usedMs: number } | null
}

export type HistoryRig = Awaited<ReturnType<typeof openHistoryRig>>

const atOnce = 8
let count = 0

/** Does something with each of a list, several at once, in order. */
export async function inParallel<T>(list: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> {
  const queue = [...list]
  const next = async () => {
    for (let one = queue.shift(); one; one = queue.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}

/** A whole Luna whose webhooks are collected here and arrive when and as often as a history says. */
export async function openHistoryRig() {
  const world = await openWorld()
  await world.control({ webhooks: 'drop' })
  const { services } = world
  const { host, port } = { host: '127.0.0.1', port: world.standins.port }
  const stripe = new Stripe('sk_test_sandbox', { host, port, protocol: 'http', maxNetworkRetries: 0 })
  const agentId = await addAgent(world)
  return {
    world,
    services,
    stripe,
    agentId,
    addActor: () => addActor(services),
    person: (actor: Actor) => readPerson(services, actor),
    customerOf: async (actor: Actor) => (await findPayer(services.database.read, actor.accountId)).stripeCustomerId,
    ...collectEvents(world, stripe),
    /** Does what the hourly upkeep does. */
    reconcile: async () => {
      await reconcilePayments(services)
      await followUndecided(services)
    },
    close: () => world.close(),
  }
}

/** The provider's events, from when it made them until a history hands them over. */
function collectEvents(world: World, stripe: Stripe) {
  const { services } = world
  const seen = new Set<string>()
  let waiting: Stripe.Event[] = []
  let sinceSeconds = 0

  /** The provider deletes events after a while, so they are collected before time moves on. */
  async function collect(): Promise<void> {
    const found: Stripe.Event[] = []
    for await (const event of stripe.events.list({ created: { gte: sinceSeconds }, limit: 100 })) {
      if (!seen.has(event.id)) found.push(event)
      seen.add(event.id)
      sinceSeconds = Math.max(sinceSeconds, event.created)
    }
    waiting.push(...found.toReversed())
  }

  return {
    /** Delivers what waits, in the given order; `twice` delivers everything two times. */
    deliver: async (order: 'oldest' | 'newest', limit: number, twice: boolean) => {
      await collect()
      const all = order === 'oldest' ? waiting : waiting.toReversed()
      const now = all.slice(0, limit)
      waiting = waiting.filter((event) => !now.includes(event))
      for (const event of twice ? [...now, ...now] : now) await handOver(services, event)
    },
    /** Delivers everything that waits, several at once. */
    deliverAll: async () => {
      await collect()
      const all = waiting
      waiting = []
      await inParallel(all, (event) => handOver(services, event))
    },
    advance: async (duration: string) => {
      await collect()
      await world.control({ advance: duration })
      await collect()
    },
    /** Drops what the provider still has to report about a finished history. */
    deleteEvents: async () => {
      await collect()
      waiting = []
    },
  }
}

async function readPerson({ database: { read } }: Services, actor: Actor): Promise<Person & OwnPage> {
  const person = await findPerson(read, actor.id)
  const page = await findOwnPage(read, actor.id)
  if (!person || !page) throw new Error('A person of the history is gone')
  return { ...person, ...page }
}

async function addActor(services: Services): Promise<Actor> {
  const at = services.clock.now()
  const email = `actor${++count}.${process.pid}@example.com`
  // Nobody signs in, because a history calls the flows directly.
  const names = { passwordHash: 'none', firstName: 'Robin', lastName: 'Reed', referralCode: undefined, terms: null }
  const id = await services.database.write((tx) => createUser(tx, services.welcome, { ...names, email, at }))
  const person = id ? await findPerson(services.database.read, id) : null
  if (!person) throw new Error('The person was not stored')
  return { id: person.id, accountId: person.accountId, talk: null }
}

/** Delivers as the webhook route and its job do, but at once; the provider sends only the types it was asked for. */
async function handOver(services: Services, event: Stripe.Event): Promise<void> {
  if (!handledEvents.some((type) => type === event.type)) return
  const object = event.data.object as { id?: string }
  const at = services.clock.now()
  const fields = { id: event.id, type: event.type, objectId: object.id ?? '', payload: event }
  await services.database.write((tx) => storeEvent(tx, fields, at))
  if (await findWaitingEvent(services.database.read, event.id)) await processPaymentEvent(services, event.id)
}
