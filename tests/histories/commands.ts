import fc from 'fast-check'
import { type PackageTier, packageTiers } from '#contract/billing/prices.ts'
import { recordTicks, settleConversation, openConversation } from '#server/conversations/voice-sessions.ts'
import { openPackagePurchase, openStartPurchase } from '#server/billing/checkout/checkout.flow.ts'
import { bookPayment } from '#server/billing/bookings/book-payment.flow.ts'
import { PaymentsUnavailable } from '#server/billing/stripe/client.ts'
import { payWithCard } from '../kit/world/people.ts'
import type { Actor, HistoryRig } from './rig.ts'

/** What can happen in a history. `who` names one of its people; figures are reduced to possible ones. */

const who = fc.nat({ max: 2 })
const tier = fc.constantFrom(...packageTiers)

const kind = <K extends string>(name: K) => fc.constant(name)
const weighted = <T>(weight: number, fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) => {
  return { weight, arbitrary: fc.record(fields) }
}
const which = fc.nat({ max: 5 })
const order = fc.constantFrom('oldest' as const, 'newest' as const)
const count = fc.integer({ min: 1, max: 30 })

export const command = fc.oneof(
  weighted(4, { do: kind('start'), who, tier: fc.option(tier), pays: fc.boolean() }),
  weighted(4, { do: kind('buy'), who, tier, told: fc.boolean() }),
  weighted(4, { do: kind('talk'), who }),
  weighted(5, { do: kind('tick'), who, ms: fc.integer({ min: 1, max: 400_000 }) }),
  weighted(3, { do: kind('hangUp'), who }),
  weighted(2, { do: kind('crash'), who }),
  weighted(3, { do: kind('refund'), who, which, percent: fc.integer({ min: 1, max: 100 }) }),
  weighted(2, { do: kind('dispute'), who, which }),
  weighted(2, { do: kind('closeDispute'), who, which, won: fc.boolean() }),
  weighted(2, { do: kind('cancel'), who, wanted: fc.boolean() }),
  weighted(1, { do: kind('clock'), by: fc.constantFrom('PT2H', 'P3D', 'P8D', 'P1MT2H') }),
  weighted(5, { do: kind('deliver'), order, count, twice: fc.boolean() }),
  weighted(1, { do: kind('reconcile') }),
)
export type Command = typeof command extends fc.Arbitrary<infer C> ? C : never

/** Performs one command. What is impossible at that moment does not happen, as for a person. */
export async function perform(rig: HistoryRig, actors: Actor[], one: Command): Promise<void> {
  if (one.do === 'clock') return rig.advance(one.by)
  if (one.do === 'deliver') return rig.deliver(one.order, one.count, one.twice)
  if (one.do === 'reconcile') return rig.reconcile()
  const actor = actors[one.who % actors.length]
  if (!actor) return
  if (one.do === 'start') return start(rig, actor, one.tier, one.pays)
  if (one.do === 'buy') return buy(rig, actor, one.tier, one.told)
  if (one.do === 'talk') return talk(rig, actor)
  if (one.do === 'tick') return tick(rig, actor, one.ms)
  if (one.do === 'hangUp') return hangUp(rig, actor)
  if (one.do === 'crash') return crash(rig, actor)
  if (one.do === 'refund') return refund(rig, actor, one.which, one.percent)
  if (one.do === 'dispute') return dispute(rig, actor, one.which, 'open')
  if (one.do === 'closeDispute') return dispute(rig, actor, one.which, one.won ? 'win' : 'lose')
  return cancel(rig, actor, one.wanted)
}

async function start(rig: HistoryRig, actor: Actor, choice: PackageTier | null, pays: boolean): Promise<void> {
  // Two choices of one person at the same moment replace each other; one may in the end be asked to try again.
  const opened = await openStartPurchase(rig.services, await rig.person(actor), choice).catch((error: unknown) => {
    if (error instanceof PaymentsUnavailable) return { state: 'busy' as const }
    throw error
  })
  if (opened.state === 'open' && pays) await payWithCard(rig.world, opened.clientSecret)
}

async function buy(rig: HistoryRig, actor: Actor, chosen: PackageTier, told: boolean): Promise<void> {
  const person = await rig.person(actor)
  const { clientSecret } = await openPackagePurchase(rig.services, person, { tier: chosen, pool: null })
  const paymentIntentId = await payWithCard(rig.world, clientSecret)
  // The browser reports to the server, or closes before it could; two tabs report twice.
  if (told) await Promise.all([1, 2].map(() => bookPayment(rig.services, paymentIntentId, person)))
}

export async function talk(rig: HistoryRig, actor: Actor): Promise<void> {
  if (actor.talk) return
  const { services } = rig
  const at = services.clock.now()
  const who = { userId: actor.id, accountId: actor.accountId, agentId: rig.agentId, gatewayId: services.gatewayId() }
  const begun = { conversationId: crypto.randomUUID(), resumeOf: undefined, at, real: services.clock.real() }
  const started = await openConversation(services.database.step, { ...who, ...begun })
  if (started.state === 'started') actor.talk = { id: started.id, usedMs: 0 }
}

function progressOf({ id, usedMs }: { id: string; usedMs: number }, at: Date) {
  return { usedMs, freeMs: 0, soundMs: 0, agentSpoke: true, begun: { conversationId: id, at } }
}

export async function tick(rig: HistoryRig, actor: Actor, ms: number): Promise<void> {
  if (!actor.talk) return
  const { database, clock } = rig.services
  actor.talk.usedMs += ms
  const at = clock.now()
  const order = { id: actor.talk.id, progress: progressOf(actor.talk, at) }
  await recordTicks(database.step, [order], { at, real: clock.real() })
}

export async function hangUp(rig: HistoryRig, actor: Actor): Promise<void> {
  if (!actor.talk) return
  const { database, clock } = rig.services
  const ending = { id: actor.talk.id, reason: 'user' as const, progress: progressOf(actor.talk, clock.now()) }
  // Two ends meet: the person's and the gateway's.
  await Promise.all([1, 2].map(() => settleConversation(database.step, { ...ending, at: clock.now() })))
  actor.talk = null
}

/** The process carrying the conversation is gone; the sweeper settles as far as the last recorded tick. */
async function crash(rig: HistoryRig, actor: Actor): Promise<void> {
  if (!actor.talk) return
  const { database, clock } = rig.services
  await settleConversation(database.step, { id: actor.talk.id, reason: 'gone', at: clock.now() })
  actor.talk = null
}

async function paymentsOf(rig: HistoryRig, actor: Actor): Promise<string[]> {
  const customer = await rig.customerOf(actor)
  if (!customer) return []
  const { data } = await rig.stripe.paymentIntents.list({ customer, limit: 100 })
  return data.filter(({ status }) => status === 'succeeded').map(({ id }) => id)
}

async function refund(rig: HistoryRig, actor: Actor, which: number, percent: number): Promise<void> {
  const ids = await paymentsOf(rig, actor)
  const id = ids[which % ids.length]
  if (!id) return
  const { amount } = await rig.stripe.paymentIntents.retrieve(id)
  // More than is left, or a disputed payment, is refused by the provider, and nothing happens.
  await rig.stripe.refunds
    .create({ payment_intent: id, amount: Math.max(1, Math.floor((amount * percent) / 100)) })
    .catch(ignoreRefusal)
}

async function dispute(rig: HistoryRig, actor: Actor, which: number, action: 'open' | 'win' | 'lose'): Promise<void> {
  const ids = await paymentsOf(rig, actor)
  const payment = ids[which % ids.length]
  if (payment) await rig.world.control({ dispute: { payment, action } }).catch(ignoreRefusal)
}

async function cancel(rig: HistoryRig, actor: Actor, wanted: boolean): Promise<void> {
  const { stripeSubscriptionId, subscriptionStatus } = await rig.person(actor)
  if (!stripeSubscriptionId || subscriptionStatus !== 'active') return
  await rig.services.payments.setCancelAtPeriodEnd(stripeSubscriptionId, wanted).catch(ignoreRefusal)
}

/** Ignores what the provider refuses: nothing to refund, or a subscription that is over. */
function ignoreRefusal(error: unknown): void {
  const { type, message } = error as { type?: string; message?: string }
  if (type !== 'StripeInvalidRequestError' && !message?.includes('allowed')) throw error
}
