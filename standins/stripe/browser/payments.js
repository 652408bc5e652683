import { askForApproval } from './challenge.js'
import { callStripe } from './requests.js'

/** What `stripe.*` does over the network; each takes the publishable key first and answers as Stripe.js does. */

export async function confirmPayment(key, { clientSecret, confirmParams = {}, elements, redirect = 'always' }) {
  const secret = elements ? elements.secretFor(clientSecret) : clientSecret
  if (!secret) throw new Error('In order to confirm a payment, you need a clientSecret.')
  let fields = { payment_method: confirmParams.payment_method }
  if (elements) {
    const { data, error } = readCard(await elements.form(), confirmParams.payment_method_data?.billing_details)
    if (error) return { error }
    fields = { payment_method_data: data }
  }
  const result = await confirm(key, secret, { ...fields, return_url: confirmParams.return_url, use_stripe_sdk: true })
  if (result.error || redirect === 'if_required') return result
  const { id, status } = result.paymentIntent
  const address = new URL(confirmParams.return_url)
  address.searchParams.set('payment_intent', id)
  address.searchParams.set('payment_intent_client_secret', secret)
  address.searchParams.set('redirect_status', status)
  location.assign(address)
  // The page is left, so nobody may go on as if it were not.
  return new Promise(() => undefined)
}

export async function confirmCardPayment(key, secret, { payment_method: method } = {}) {
  if (typeof method?.card?.form !== 'function') return confirm(key, secret, { payment_method: method })
  const { data, error } = readCard(await method.card.form(), method.billing_details)
  return error ? { error } : confirm(key, secret, { payment_method_data: data })
}

export async function retrievePaymentIntent(key, secret) {
  const { body, error } = await callStripe(key, `${pathOf(secret)}?client_secret=${encodeURIComponent(secret)}`)
  return error ? { error } : { paymentIntent: body }
}

export async function handleNextAction(key, { clientSecret }) {
  const { error, paymentIntent } = await retrievePaymentIntent(key, clientSecret)
  if (error || paymentIntent.status !== 'requires_action') return { error, paymentIntent }
  return challenge(key, clientSecret, paymentIntent)
}

export async function createPaymentMethod(key, { billing_details: billing, card, elements, params }) {
  const { data, error } = readCard(await (elements ?? card).form(), params?.billing_details ?? billing)
  if (error) return { error }
  const made = await callStripe(key, 'payment_methods', data)
  return made.error ? { error: made.error } : { paymentMethod: made.body }
}

export async function createToken(key, element) {
  const { data, error } = readCard(await element.form())
  if (error) return { error }
  const made = await callStripe(key, 'tokens', { card: data.card })
  return made.error ? { error: made.error } : { token: made.body }
}

/** The sandbox saves a card together with a payment (`setup_future_usage`) and in no other way. */
export async function confirmSetup() {
  return { error: { type: 'invalid_request_error', message: 'The sandbox saves cards with payments only.' } }
}

async function confirm(key, secret, fields) {
  const { body, error } = await callStripe(key, `${pathOf(secret)}/confirm`, { client_secret: secret, ...fields })
  if (error) return { error }
  return body.status === 'requires_action' ? challenge(key, secret, body) : { paymentIntent: body }
}

async function challenge(key, secret, intent) {
  const approved = await askForApproval(intent)
  const fields = { client_secret: secret, approved }
  const { body, error } = await callStripe(key, `${pathOf(secret)}/sandbox_challenge`, fields)
  if (error) return { error }
  if (body.status === 'succeeded') return { paymentIntent: body }
  return { error: { ...body.last_payment_error, payment_intent: body } }
}

/** The typed card as fields of a call, or what is missing. */
function readCard(form, billing) {
  const error = form.validate()
  return error ? { error } : { data: { type: 'card', card: form.value(), billing_details: billing } }
}

function pathOf(secret) {
  return `payment_intents/${secret.split('_secret_')[0]}`
}
