import Stripe from 'stripe'
import { expect, test } from 'vitest'
import { expectFault, faultOf, rigOfFile, secretOf } from '../testing/rig.ts'

const rig = rigOfFile()

test('an unpaid subscription that is canceled can no longer be paid', async () => {
  const open = await rig.subscribe((await rig.stripe.customers.create({})).id)
  expect((await rig.stripe.subscriptions.cancel(open.id)).status).toBe('incomplete_expired')
  const invoice = await rig.stripe.invoices.retrieve((open.latest_invoice as Stripe.Invoice).id)
  expect(invoice.status).toBe('void')
  const late = await rig.confirmCard(secretOf(open), '4242424242424242')
  expect(late.body.error).toMatchObject({ code: 'payment_intent_unexpected_state' })
})

test('only our keys are accepted, and a browser needs the client secret', async () => {
  await expectFault(rig.connect('sk_test_other').customers.create({}), { statusCode: 401 })
  await expectFault(rig.connect('pk_test_sandbox').customers.create({}), { code: 'secret_key_required' })
  const [intent, other] = [await rig.newIntent(), await rig.newIntent()]
  const read = (secret: string) => rig.browserCall(`payment_intents/${intent.id}?client_secret=${secret}`)
  expect(await read(other.client_secret!)).toMatchObject({ status: 400, body: { error: { param: 'client_secret' } } })
  expect((await read(intent.client_secret!)).body.id).toBe(intent.id)
})

test('an idempotency key replays the first answer, even a decline, and refuses other parameters', async () => {
  const create = (email: string) => rig.stripe.customers.create({ email }, { idempotencyKey: 'cus:u1' })
  const [first, second] = [await create('a@luna.test'), await create('a@luna.test')]
  expect(second.id).toBe(first.id)
  expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  expect(await faultOf(create('b@luna.test'))).toBeInstanceOf(Stripe.errors.StripeIdempotencyError)

  const charge = {
    amount: 500,
    currency: 'usd',
    confirm: true,
    allowed_payment_method_types: ['card' as const],
    payment_method: 'pm_card_visa_chargeDeclined',
  }
  const once = await faultOf(rig.stripe.paymentIntents.create(charge, { idempotencyKey: 'auto:1' }))
  const again = await faultOf(rig.stripe.paymentIntents.create(charge, { idempotencyKey: 'auto:1' }))
  expect(again.payment_intent?.id).toBe(once.payment_intent!.id)
})

test('unknown, missing, removed and wrong parameters are refused as at Stripe', async () => {
  const wrong = [
    [
      { amount: 100, colour: 'red' },
      { statusCode: 400, code: 'parameter_unknown', param: 'colour' },
    ],
    [{}, { code: 'parameter_missing', param: 'amount' }],
    [{ amount: 1.5 }, { code: 'parameter_invalid_integer' }],
    [{ amount: 100, payment_method_types: ['card'] }, { code: 'payment_method_types_no_longer_supported' }],
  ] as const
  for (const [fields, fault] of wrong) {
    const params = { currency: 'usd', ...fields } as unknown as Stripe.PaymentIntentCreateParams
    await expectFault(rig.stripe.paymentIntents.create(params), fault)
  }
  await expectFault(rig.stripe.customers.retrieve('cus_none'), { statusCode: 404, code: 'resource_missing' })
  await expectFault(rig.stripe.customers.list({ expand: ['data.nothing'] }), { param: 'expand' })
})
