import { askForApproval } from './challenge.js'
import { callStripe } from './requests.js'

/**
 * What `stripe.*` does over the network. Each function takes the publishable key first and returns what Stripe.js does.
 * A client secret names what it belongs to: a payment (`pi_`) or the saving of a card (`seti_`).
 */

export async function confirmPayment(key, options) {
  return confirmIntent(key, options, 'confirmPayment')
}

export async function confirmSetup(key, options) {
  return confirmIntent(key, options, 'confirmSetup')
}

export {
  confirmCard as confirmCardPayment,
  confirmCard as confirmCardSetup,
  retrieve as retrievePaymentIntent,
  retrieve as retrieveSetupIntent,
}

export async function handleNextAction(key, { clientSecret }) {
  const found = await retrieve(key, clientSecret)
  const intent = found.paymentIntent ?? found.setupIntent
  return intent?.status === 'requires_action' ? challenge(key, clientSecret, intent) : found
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

async function confirmIntent(key, { clientSecret, confirmParams = {}, elements, redirect = 'always' }, caller) {
  const secret = elements ? elements.secretFor(clientSecret, caller) : clientSecret
  if (!secret) throw new Error(`In order to call ${caller}, you need a clientSecret.`)
  let fields = { payment_method: confirmParams.payment_method }
  if (elements) {
    const { data, error } = readCard(await elements.form(), confirmParams.payment_method_data?.billing_details)
    if (error) return { error }
    fields = { payment_method_data: data }
  }
  const result = await confirm(key, secret, { ...fields, return_url: confirmParams.return_url, use_stripe_sdk: true })
  if (result.error || redirect === 'if_required') return result
  leaveFor(confirmParams.return_url, secret, result.paymentIntent ?? result.setupIntent)
  // The page is being left, so no caller may continue.
  return new Promise(() => undefined)
}

function leaveFor(returnUrl, secret, { id, object, status }) {
  const address = new URL(returnUrl)
  address.searchParams.set(object, id)
  address.searchParams.set(`${object}_client_secret`, secret)
  address.searchParams.set('redirect_status', status)
  location.assign(address)
}

async function confirmCard(key, secret, { payment_method: method } = {}) {
  if (typeof method?.card?.form !== 'function') return confirm(key, secret, { payment_method: method })
  const { data, error } = readCard(await method.card.form(), method.billing_details)
  return error ? { error } : confirm(key, secret, { payment_method_data: data })
}

async function retrieve(key, secret) {
  const { body, error } = await callStripe(key, `${pathOf(secret)}?client_secret=${encodeURIComponent(secret)}`)
  return error ? { error } : answerOf(body)
}

async function confirm(key, secret, fields) {
  const { body, error } = await callStripe(key, `${pathOf(secret)}/confirm`, { client_secret: secret, ...fields })
  if (error) return { error }
  return body.status === 'requires_action' ? challenge(key, secret, body) : answerOf(body)
}

async function challenge(key, secret, intent) {
  const approved = await askForApproval(intent)
  const fields = { client_secret: secret, approved }
  const { body, error } = await callStripe(key, `${pathOf(secret)}/sandbox_challenge`, fields)
  if (error) return { error }
  if (body.status === 'succeeded') return answerOf(body)
  return { error: { ...(body.last_payment_error ?? body.last_setup_error), [body.object]: body } }
}

function answerOf(intent) {
  return intent.object === 'setup_intent' ? { setupIntent: intent } : { paymentIntent: intent }
}

/** Returns the typed card as fields of a call, or what is missing. */
function readCard(form, billing) {
  const error = form.validate()
  return error ? { error } : { data: { type: 'card', card: form.value(), billing_details: billing } }
}

function pathOf(secret) {
  const id = secret.split('_secret_')[0]
  return `${id.startsWith('seti_') ? 'setup_intents' : 'payment_intents'}/${id}`
}
