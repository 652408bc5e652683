import type { Services } from '../conversations/services.ts'

/**
 * Pays as a browser would, with the publishable key, the payment's secret and a test card. Returns the payment's id.
 */
export async function payInDemo({ config }: Services, clientSecret: string): Promise<string> {
  const paymentIntentId = clientSecret.split('_secret_')[0] ?? ''
  const response = await fetch(`${config.standinsUrl}/v1/payment_intents/${paymentIntentId}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${config.stripe.publishableKey}` },
    body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`The demo payment ${paymentIntentId} failed: ${await response.text()}`)
  return paymentIntentId
}
