import { formatCents } from '#contract/amounts.ts'
import { readStripeSetup } from './config.ts'
import { handledEvents } from './billing/bookings/payment-events.flow.ts'
import { createPayments, type Payments } from './billing/stripe/stripe.ts'
import { priceDefinitions } from './seed/prices.ts'

/** `npm run stripe:setup` prepares a Stripe account for Luna; running it again changes nothing. */
async function main(): Promise<void> {
  const { secretKey, publicUrl } = readStripeSetup()
  const config = { mode: 'stripe' as const, secretKey, publishableKey: '', webhookSecrets: [], address: null }
  for (const line of await setUpStripe(createPayments(config), publicUrl)) console.log(line)
}

/** Creates products, prices and the webhook endpoint. Returns what was done, line by line. */
export async function setUpStripe(payments: Payments, publicUrl: string): Promise<string[]> {
  const lines: string[] = []
  for (const definition of priceDefinitions()) {
    const { lookupKey, name, amountCents, monthly } = definition
    const outcome = await payments.ensurePrice(definition)
    lines.push(`price ${lookupKey}: ${outcome} (${name}, ${formatCents(amountCents)}${monthly ? ' a month' : ''})`)
  }
  const url = `${publicUrl}/api/webhooks/stripe`
  const { outcome, secret } = await payments.ensureWebhookEndpoint(url, handledEvents)
  lines.push(`webhook ${url}: ${outcome} (${handledEvents.length} types of events)`)
  if (secret) lines.push(`STRIPE_WEBHOOK_SECRET=${secret}`, 'Keep this secret now: Stripe does not tell it again.')
  return lines
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
}
