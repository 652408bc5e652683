import * as autoPurchase from '#contract/billing/auto-purchase.ts'
import * as purchases from '#contract/billing/purchases.ts'
import * as subscription from '#contract/billing/subscription.ts'
import { giveVoiceConsent, voiceNotice } from '#contract/conversations/voice.ts'
import { payWithCard, registered, type TestPerson } from '../kit/world/people.ts'
import { hangUp, talk, tick } from './commands.ts'
import type { PersonaName } from './personas.ts'
import type { Actor, HistoryRig } from './rig.ts'

/** What each kind of subscriber does in a month: right after the renewal, and six days later. */

export interface Subscriber extends Actor {
  persona: PersonaName
  person: TestPerson
}

/** Joins by the calls that the registration makes, with Uplift and a card of their kind. */
export async function join(rig: HistoryRig, persona: PersonaName): Promise<Subscriber> {
  const person = await registered(rig.world)
  await person.client.call(giveVoiceConsent, { body: { version: voiceNotice.version } })
  const body = { package: 'uplift' as const, subscriptionPrice: 2.97 }
  const { clientSecret } = await person.client.call(purchases.createCombinedPurchase, { body })
  const [account] = await rig.world.sql<{ id: string }>('select id from account where user_id = $1', [person.id])
  const subscriber: Subscriber = { id: person.id, accountId: account?.id ?? '', talk: null, persona, person }
  const card = persona === 'challenged' ? 'pm_card_authenticationRequired' : 'pm_card_visa'
  await pay(rig, subscriber, clientSecret, card)
  if (persona === 'automatic') {
    const settings = { enabled: true, tier: 'launch' as const, threshold: 9, monthlyCap: 100 }
    await person.client.call(autoPurchase.changeAutoPurchase, { body: settings })
  }
  return subscriber
}

/** Confirms like the card form, including the bank's question, and reports it to the server. */
async function pay(rig: HistoryRig, { person }: Subscriber, secret: string, card = 'pm_card_visa'): Promise<void> {
  const paymentIntentId = await payWithCard(rig.world, secret, card)
  const { status } = await rig.stripe.paymentIntents.retrieve(paymentIntentId)
  if (status === 'requires_action') {
    await fetch(`${rig.world.standins.url}/v1/payment_intents/${paymentIntentId}/sandbox_challenge`, {
      method: 'POST',
      headers: { authorization: 'Bearer pk_test_sandbox' },
      body: new URLSearchParams({ client_secret: secret, approved: 'true' }),
    })
  }
  await person.client.call(purchases.processPaymentSuccess, { body: { paymentIntentId } })
}

type Act = (rig: HistoryRig, subscriber: Subscriber) => Promise<void>

const talkFor =
  (minutes: number): Act =>
  async (rig, subscriber) => {
    await talk(rig, subscriber)
    await tick(rig, subscriber, minutes * 60_000)
    await hangUp(rig, subscriber)
  }

const cancel: Act = async (_rig, { person }) => void (await person.client.call(subscription.cancelSubscription))
const resume: Act = async (_rig, { person }) => void (await person.client.call(subscription.resumeSubscription))

const buyLaunch: Act = async (rig, subscriber) => {
  const body = { tier: 'launch' as const }
  const { clientSecret } = await subscriber.person.client.call(purchases.createPaymentIntent, { body })
  await pay(rig, subscriber, clientSecret)
}

const comeBack: Act = async (rig, subscriber) => {
  const body = { tier: 'starter' as const, amount: 2.97 }
  const { clientSecret } = await subscriber.person.client.call(purchases.createSubscriptionPayment, { body })
  await pay(rig, subscriber, clientSecret ?? '')
}

/** Replaces the saved card at the provider with one of another kind. */
const keepCard =
  (magicId: string): Act =>
  async (rig, subscriber) => {
    const { stripeCustomerId, stripeSubscriptionId } = await rig.person(subscriber)
    const method = await rig.stripe.paymentMethods.attach(magicId, { customer: stripeCustomerId ?? '' })
    await rig.services.payments.setDefaultCard(stripeCustomerId ?? '', stripeSubscriptionId, method.id)
  }

const payOpenInvoice =
  (card: string): Act =>
  async (rig, subscriber) => {
    const { clientSecret } = await subscriber.person.client.call(subscription.payOverdue)
    await pay(rig, subscriber, clientSecret, card)
  }

const disputeFirst =
  (action: 'open' | 'win' | 'lose'): Act =>
  async (rig, subscriber) => {
    const payment = await firstPayment(rig, subscriber)
    await rig.world.control({ dispute: { payment, action } })
  }

const refundFirst: Act = async (rig, subscriber) => {
  await rig.stripe.refunds.create({ payment_intent: await firstPayment(rig, subscriber) })
}

async function firstPayment(rig: HistoryRig, subscriber: Subscriber): Promise<string> {
  const [row] = await rig.world.sql<{ id: string }>(
    'select stripe_payment_intent_id as id from credit_purchase where account_id = $1 order by created_at limit 1',
    [subscriber.accountId],
  )
  return row?.id ?? ''
}

interface Plan {
  /** Right after the renewals of a month, or in every month. */
  after?: Record<number, Act> | Act
  /** Six days later. */
  later?: Record<number, Act> | Act
}

const plans: Record<PersonaName, Plan> = {
  steady: {},
  talker: { after: talkFor(20) },
  payer: { later: buyLaunch },
  canceller: { after: { 1: cancel } },
  resumer: { after: { 1: cancel }, later: { 1: resume } },
  returner: { after: { 1: cancel }, later: { 2: comeBack } },
  broke: { after: { 1: keepCard('pm_card_chargeCustomerFail') } },
  repairer: { after: { 1: keepCard('pm_card_chargeCustomerFail') }, later: { 2: payOpenInvoice('pm_card_visa') } },
  updater: { after: { 1: keepCard('pm_card_chargeCustomerFail'), 2: keepCard('pm_card_visa') } },
  challenged: { later: payOpenInvoice('pm_card_authenticationRequired') },
  loser: { after: { 1: talkFor(40), 2: disputeFirst('lose') }, later: { 1: disputeFirst('open') } },
  winner: { after: { 1: talkFor(40), 2: disputeFirst('win') }, later: { 1: disputeFirst('open') } },
  refunded: { after: { 1: talkFor(50) }, later: { 1: refundFirst } },
  automatic: { after: talkFor(60) },
}

/** Does what the subscriber's kind does at this time of this month. */
export async function act(rig: HistoryRig, who: Subscriber, month: number, time: keyof Plan): Promise<void> {
  const plan = plans[who.persona][time]
  const acts = typeof plan === 'function' ? plan : plan?.[month]
  await acts?.(rig, who)
}
