import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, beforeAll, expect } from 'vitest'
import { startStandins, type Standins } from '@luna/control/start.ts'

type Delivery = { body: string; signature: string }
type BrowserAnswer = { status: number; body: Stripe.PaymentIntent & { error?: Stripe.StripeRawError } }

/**
 * The stand-ins in a folder of their own, the official SDK connected to them, and a small server that receives the
 * webhooks.
 */
export class StripeRig {
  readonly directory = mkdtempSync(join(tmpdir(), 'luna-standins-'))
  /** Every webhook that was accepted, oldest first. */
  readonly deliveries: Delivery[] = []
  standins!: Standins
  stripe!: Stripe
  #refusals = 0
  readonly #receiver: Server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const isRefused = this.#refusals > 0 || request.url !== '/api/webhooks/stripe'
      if (isRefused) this.#refusals -= 1
      else {
        const signature = String(request.headers['stripe-signature'])
        this.deliveries.push({ body: Buffer.concat(chunks).toString(), signature })
      }
      response.writeHead(isRefused ? 503 : 200).end()
    })
  })

  /** Starts the stand-ins, also again after they were closed. */
  async start(): Promise<void> {
    if (!this.#receiver.listening) {
      await new Promise<void>((resolve) => this.#receiver.listen(0, '127.0.0.1', resolve))
    }
    const { port } = this.#receiver.address() as AddressInfo
    this.standins = await startStandins({ directory: this.directory, appUrl: `http://127.0.0.1:${port}` })
    this.stripe = this.connect('sk_test_sandbox')
  }

  async close(): Promise<void> {
    await this.standins.close()
    this.#receiver.close()
    rmSync(this.directory, { recursive: true })
  }

  connect(key: string): Stripe {
    return new Stripe(key, { host: '127.0.0.1', port: this.standins.port, protocol: 'http', maxNetworkRetries: 0 })
  }

  /** Makes the webhook server answer 503 to the next deliveries. */
  refuseNext(count: number): void {
    this.#refusals = count
  }

  eventsSince(start: number): Stripe.Event[] {
    return this.deliveries.slice(start).map(({ body }) => JSON.parse(body) as Stripe.Event)
  }

  /** Returns every event from a moment in seconds on, oldest first, whether or not it is sent to the server. */
  async recordedEvents(fromS = 0): Promise<Stripe.Event[]> {
    const events: Stripe.Event[] = []
    for await (const event of this.stripe.events.list({ created: { gte: fromS }, limit: 100 })) events.push(event)
    return events.toReversed()
  }

  /** Returns the types of the events about the object with this id, oldest first. */
  async typesAbout(id: string): Promise<string[]> {
    const events = await this.recordedEvents()
    return events.filter(({ data }) => Object.values(data.object).includes(id)).map(({ type }) => type)
  }

  /** Makes a call as the sandbox script does in a browser. */
  async browserCall(path: string, fields?: Record<string, string>): Promise<BrowserAnswer> {
    const answer = await fetch(`${this.standins.url}/stripe/v1/${path}`, {
      method: fields === undefined ? 'GET' : 'POST',
      headers: { authorization: 'Bearer pk_test_sandbox' },
      body: fields === undefined ? null : new URLSearchParams(fields),
    })
    return { status: answer.status, body: (await answer.json()) as Stripe.PaymentIntent }
  }

  confirmCard(clientSecret: string, number: string): Promise<BrowserAnswer> {
    return this.browserCall(`${pathOf(clientSecret)}/confirm`, {
      client_secret: clientSecret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '34',
      'payment_method_data[card][cvc]': '123',
    })
  }

  /** Answers when the bank asks the owner of the card. */
  answerChallenge(clientSecret: string, isApproved = true): Promise<BrowserAnswer> {
    const fields = { client_secret: clientSecret, approved: String(isApproved) }
    return this.browserCall(`${pathOf(clientSecret)}/sandbox_challenge`, fields)
  }

  control(patch: object): Promise<Response> {
    return fetch(`${this.standins.url}/control.json`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(patch),
    })
  }

  /** Returns the price with this lookup key, created when missing. */
  async priceOf(lookupKey: string, amount: number, recurring?: { interval: 'month' }): Promise<string> {
    const known = await this.stripe.prices.list({ lookup_keys: [lookupKey] })
    if (known.data[0] !== undefined) return known.data[0].id
    const product = await this.stripe.products.create({ id: `prod_${lookupKey}`, name: lookupKey })
    const made = { product: product.id, currency: 'usd', unit_amount: amount, recurring, lookup_key: lookupKey }
    return (await this.stripe.prices.create(made)).id
  }

  /** Makes the combined purchase: a month and a package in one unpaid invoice. */
  async subscribe(customer: string): Promise<Stripe.Subscription> {
    return this.stripe.subscriptions.create({
      customer,
      items: [{ price: await this.priceOf('access_monthly', 297, { interval: 'month' }) }],
      add_invoice_items: [{ price: await this.priceOf('pkg_uplift', 2500) }],
      payment_behavior: 'default_incomplete',
      payment_settings: { save_default_payment_method: 'on_subscription', payment_method_types: ['card'] },
      billing_mode: { type: 'flexible' },
      metadata: { userId: 'u1', kind: 'combined' },
      expand: ['latest_invoice.confirmation_secret'],
    })
  }

  /** Pays $25.00 with this card. */
  pay(method = 'pm_card_visa', fields: Partial<Stripe.PaymentIntentCreateParams> = {}): Promise<Stripe.PaymentIntent> {
    return this.stripe.paymentIntents.create({
      amount: 2500,
      currency: 'usd',
      payment_method: method,
      confirm: true,
      allowed_payment_method_types: ['card'],
      ...fields,
    })
  }

  newIntent(customer?: string): Promise<Stripe.PaymentIntent> {
    return this.stripe.paymentIntents.create({
      amount: 2500,
      currency: 'usd',
      customer,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      setup_future_usage: customer === undefined ? undefined : 'off_session',
      metadata: { tier: 'uplift' },
    })
  }
}

export async function openRig(): Promise<StripeRig> {
  const rig = new StripeRig()
  await rig.start()
  return rig
}

/** Returns a rig for the tests of a file. */
export function rigOfFile(): StripeRig {
  const rig = new StripeRig()
  beforeAll(() => rig.start())
  afterAll(() => rig.close())
  return rig
}

export function idOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0]!
}

function pathOf(clientSecret: string): string {
  const id = idOf(clientSecret)
  return `${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}`
}

export function secretOf(subscription: Stripe.Subscription): string {
  return (subscription.latest_invoice as Stripe.Invoice).confirmation_secret!.client_secret
}

/** Returns the SDK's error with which a call must fail. */
export async function faultOf(call: Promise<unknown>): Promise<InstanceType<typeof Stripe.errors.StripeError>> {
  const outcome = await call.then(
    () => null,
    (error: unknown) => error,
  )
  expect(outcome).toBeInstanceOf(Stripe.errors.StripeError)
  return outcome as InstanceType<typeof Stripe.errors.StripeError>
}

/** Proves that a call fails with an error that has these fields. */
export async function expectFault(call: Promise<unknown>, fields: object): Promise<void> {
  expect(await faultOf(call)).toMatchObject(fields)
}
