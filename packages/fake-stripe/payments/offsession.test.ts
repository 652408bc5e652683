import Stripe from 'stripe'
import { beforeEach, describe, expect, test } from 'vitest'
import { expectFault, faultOf, rigOfFile } from '../testing/rig.ts'

const rig = rigOfFile()
let customer: string

beforeEach(async () => {
  customer = (await rig.stripe.customers.create({ email: 'ana@luna.test' })).id
})

const attach = async (id: string, owner = customer) =>
  (await rig.stripe.paymentMethods.attach(id, { customer: owner })).id

const charge = (method: string, fields: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  rig.pay(method, { customer, off_session: true, metadata: { attemptId: 'a1' }, ...fields })

async function save(id: string): Promise<string> {
  const card = { payment_method: id, confirm: true, allowed_payment_method_types: ['card' as const] }
  const intent = await rig.stripe.setupIntents.create({ customer, ...card })
  if (intent.status === 'requires_action') await rig.answerChallenge(intent.client_secret!)
  return (await rig.stripe.setupIntents.retrieve(intent.id)).payment_method as string
}

describe('an off-session charge', () => {
  test('refuses cards of others, redirects without an address, and a payment that is not confirmed', async () => {
    const foreign = await attach('pm_card_visa', (await rig.stripe.customers.create({})).id)
    await expectFault(charge(foreign), { statusCode: 400, code: 'resource_missing', param: 'payment_method' })
    const method = await attach('pm_card_visa')
    const redirects = { allowed_payment_method_types: undefined, automatic_payment_methods: { enabled: true } }
    await expectFault(charge(method, redirects), { statusCode: 400, param: 'return_url' })
    await expectFault(charge(method, { customer: undefined }), { param: 'payment_method' })
    await expectFault(charge(method, { confirm: false }), { param: 'off_session' })
    expect((await rig.stripe.paymentIntents.list({ customer })).data).toEqual([])
  })

  test('works with 3155 after a setup or payment, with 0446 when attached, never with 0341', async () => {
    const attached = await attach('pm_card_authenticationRequiredOnSetup')
    await expectFault(charge(attached), { code: 'authentication_required' })
    expect((await charge(await save('pm_card_authenticationRequiredOnSetup'))).status).toBe('succeeded')
    const first = await rig.newIntent(customer)
    const card = { payment_method: 'pm_card_authenticationRequiredOnSetup' }
    const asked = await rig.stripe.paymentIntents.confirm(first.id, card)
    await rig.answerChallenge(asked.client_secret!)
    expect((await charge(asked.payment_method as string)).status).toBe('succeeded')
    const other = await attach('pm_card_authenticationRequiredSetupForOffSession')
    expect((await charge(other)).status).toBe('succeeded')
    const failing = await attach('pm_card_chargeCustomerFail')
    for (const _attempt of [1, 2]) await expectFault(charge(failing), { decline_code: 'generic_decline' })
  })

  test('uses a card without a customer once', async () => {
    const paid = await charge('pm_card_visa', { off_session: undefined })
    await expectFault(charge(paid.payment_method as string), { param: 'payment_method' })
  })
})

describe('the same intent on session', () => {
  let intent: Stripe.PaymentIntent
  let method: string

  beforeEach(async () => {
    method = await save('pm_card_authenticationRequired')
    intent = (await faultOf(charge(method))).payment_intent!
  })

  const confirm = (fields: Record<string, string> = {}) =>
    rig.browserCall(`payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret!,
      payment_method: method,
      ...fields,
    })

  test('asks for approval, stays unpaid when it is refused, and then is paid', async () => {
    const offSession = await confirm({ off_session: 'true' })
    expect(offSession.body.error).toMatchObject({ param: 'off_session' })
    const { body } = await confirm()
    expect(body).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    expect((await rig.answerChallenge(intent.client_secret!, false)).body).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_authentication_failure', payment_method: { id: method } },
    })
    expect((await rig.stripe.paymentIntents.retrieve(intent.id)).amount_received).toBe(0)
    await confirm()
    expect((await rig.answerChallenge(intent.client_secret!)).body.status).toBe('succeeded')
    expect(await rig.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ amount_received: 2500, customer })
  })

  test('can no longer be paid once it is canceled, and shows a browser neither customer nor notes', async () => {
    const canceled = await rig.stripe.paymentIntents.cancel(intent.id, { cancellation_reason: 'abandoned' })
    expect(canceled.status).toBe('canceled')
    const { error } = (await confirm()).body
    expect(error).toMatchObject({ code: 'payment_intent_unexpected_state' })
    expect(error!.payment_intent).toMatchObject({ id: intent.id, status: 'canceled' })
    for (const hidden of ['customer', 'metadata']) expect(error!.payment_intent).not.toHaveProperty(hidden)
  })
})
