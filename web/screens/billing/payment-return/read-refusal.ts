import { readSecret } from '#web/client/addresses/address-secrets.ts'
import { paymentsQuery } from '#web/screens/billing/paying/use-payments.ts'
import { queryClient } from '#web/client/query-client.ts'
import { billingFailures } from '../toasts.ts'

const open = new Set(['requires_payment_method', 'canceled'])

/**
 * Returns why the payment behind the bank's page failed, in the provider's words; null if it went through, or if its
 * secret is missing and the server has to find out.
 */
export async function readPaymentRefusal(): Promise<string | null> {
  const secret = readSecret('payment_intent_client_secret')
  if (!secret) return null
  const stripe = await queryClient.ensureQueryData(paymentsQuery)
  const { paymentIntent } = await stripe.retrievePaymentIntent(secret)
  if (!paymentIntent || !open.has(paymentIntent.status)) return null
  return paymentIntent.last_payment_error?.message ?? billingFailures.payment.text
}

/** Returns the same for a card that was to be saved. */
export async function readSetupRefusal(): Promise<string | null> {
  const secret = readSecret('setup_intent_client_secret')
  if (!secret) return null
  const stripe = await queryClient.ensureQueryData(paymentsQuery)
  const { setupIntent } = await stripe.retrieveSetupIntent(secret)
  if (!setupIntent || !open.has(setupIntent.status)) return null
  return setupIntent.last_setup_error?.message ?? billingFailures.cardRefused.text
}
