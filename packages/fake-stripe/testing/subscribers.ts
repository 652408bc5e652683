import Stripe from 'stripe'
import { expect } from 'vitest'
import { secretOf, type StripeRig } from './rig.ts'

/** Returns an active subscription that was paid with this card. */
export async function subscribeWith(rig: StripeRig, number: string): Promise<Stripe.Subscription> {
  const customer = await rig.stripe.customers.create({})
  const open = await rig.subscribe(customer.id)
  const { body } = await rig.confirmCard(secretOf(open), number)
  if (body.status === 'requires_action') await rig.answerChallenge(secretOf(open))
  const paid = await rig.stripe.subscriptions.retrieve(open.id)
  expect(paid.status).toBe('active')
  return paid
}

/** Returns the stand-ins' time in seconds. */
export async function nowS(rig: StripeRig): Promise<number> {
  const { now } = (await (await fetch(`${rig.standins.url}/control.json`)).json()) as { now: string }
  return Math.floor(Date.parse(now) / 1000)
}

/** Moves the clock forward to a moment in seconds. */
export async function advanceTo(rig: StripeRig, atS: number): Promise<void> {
  const seconds = atS - (await nowS(rig))
  expect(seconds).toBeGreaterThan(0)
  await rig.control({ advance: `PT${seconds}S` })
}

/** Saves a test card with the subscriber and makes it the subscription's default. Returns its id. */
export async function giveCard(rig: StripeRig, subscription: string, magicId: string): Promise<string> {
  const { customer } = await rig.stripe.subscriptions.retrieve(subscription)
  const { id } = await rig.stripe.paymentMethods.attach(magicId, { customer: customer as string })
  await rig.stripe.subscriptions.update(subscription, { default_payment_method: id })
  return id
}

/** Returns when the current period ends, in seconds. */
export async function periodEndOf(rig: StripeRig, subscription: string): Promise<number> {
  const { items } = await rig.stripe.subscriptions.retrieve(subscription)
  return items.data[0]!.current_period_end
}
