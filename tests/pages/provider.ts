import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readConfig } from '#server/config.ts'
import { cardCalls } from '#server/billing/stripe/cards.ts'
import { connectStripe } from '#server/billing/stripe/client.ts'
import { customerCalls } from '#server/billing/stripe/customers.ts'
import { paymentCalls } from '#server/billing/stripe/payments.ts'
import { startStandins } from '@luna/control/start.ts'

/** A payment with a card that the provider already keeps. */
interface KeptPayment {
  clientSecret: string
  paymentMethodId: string
}

/** The payment provider behind a page's card form: its stand-in, called as our server calls it. */
export interface Provider {
  url: string
  /** Opens a payment. Returns the secret with which the card form pays. */
  openPayment: (amountCents: number) => Promise<string>
  /** Opens a payment for a person whose card, such as `pm_card_visa`, is saved. */
  openKeptPayment: (amountCents: number, magicId: string) => Promise<KeptPayment>
  /** Begins saving a card. Returns the secret for the card form. */
  openCardSetup: () => Promise<string>
  /** Ends an open payment, like the server when another one replaces it. */
  cancel: (clientSecret: string) => Promise<void>
  close: () => Promise<void>
}

/** Starts the provider in this process, with files of its own. */
export async function startProvider(): Promise<Provider> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-provider-'))
  // Nothing receives its webhooks, whose effects are our server's part.
  const standins = await startStandins({ directory, appUrl: 'http://127.0.0.1:9' })
  const config = readConfig({ DATABASE_URL: 'postgres://none', STANDINS_URL: standins.url, DATA_DIR: directory })
  const stripe = connectStripe(config.stripe)
  const payments = { ...customerCalls(stripe), ...paymentCalls(stripe) }
  const openCustomer = () =>
    payments.createCustomer({ id: crypto.randomUUID(), email: 'robin.reed@example.com', name: 'Robin Reed' }, 'userId')
  const openFor = async (customerId: string, amountCents: number) => {
    const more = { userId: crypto.randomUUID(), kind: 'package', description: 'Minutes' }
    return (await payments.openPayment({ id: crypto.randomUUID(), customerId, amountCents, ...more })).clientSecret
  }
  return {
    url: standins.url,
    openPayment: async (amountCents) => openFor(await openCustomer(), amountCents),
    openKeptPayment: async (amountCents, magicId) => {
      const customer = await openCustomer()
      const method = await stripe.paymentMethods.attach(magicId, { customer })
      return { clientSecret: await openFor(customer, amountCents), paymentMethodId: method.id }
    },
    openCardSetup: async () =>
      cardCalls(stripe).openCardSetup({ id: crypto.randomUUID(), customerId: await openCustomer(), userId: 'page' }),
    cancel: async (clientSecret) => {
      await stripe.paymentIntents.cancel(clientSecret.split('_secret_')[0] ?? '')
    },
    close: async () => {
      await standins.close()
      fs.rmSync(directory, { recursive: true })
    },
  }
}
