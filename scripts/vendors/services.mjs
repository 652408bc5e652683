// The two services of npm run vendor:check: where they are, their calls, and how their stand-ins are called.
import { stripeCalls } from './calls-stripe.mjs'
import { voiceCalls } from './calls-voice.mjs'
import { compareAnswers, makeCalls } from './compare.mjs'

const standinKeys = { stripe: 'sk_test_sandbox', elevenLabs: 'xi_standin' }

/** Returns which keys are missing or may not be used for this, a line each. */
export function faultsOfKeys({ stripeKey, voiceKey }) {
  const faults = []
  if (!stripeKey)
    faults.push('STRIPE_SECRET_KEY is missing: the secret key of a Stripe account in test mode (sk_test_…).')
  else if (!/^(sk|rk)_test_/.test(stripeKey)) {
    faults.push('STRIPE_SECRET_KEY is no key of the test mode: this check makes payments.')
  }
  if (!voiceKey) faults.push('ELEVENLABS_API_KEY is missing: the key of an ElevenLabs account that is not in use.')
  return faults
}

export function stripeService({ key, url = 'https://api.stripe.com' }) {
  return {
    name: 'Stripe',
    url,
    calls: stripeCalls,
    headers: (version) => ({ authorization: `Bearer ${key}`, 'stripe-version': version }),
    standinHeaders: { authorization: `Bearer ${standinKeys.stripe}` },
  }
}

export function elevenLabsService({ key, url }) {
  return {
    name: 'ElevenLabs',
    url: url || 'https://api.elevenlabs.io',
    calls: voiceCalls,
    headers: () => ({ 'xi-api-key': key }),
    standinHeaders: { 'xi-api-key': standinKeys.elevenLabs },
  }
}

/** Sends the same requests to a service and its stand-in. Returns how many, and where the answers differ. */
export async function checkService(service, standinUrl, run) {
  const calls = service.calls(run)
  // In the version that the stand-in implements; an account's own is often another one.
  const version = (await fetch(new URL('/v1/customers', standinUrl))).headers.get('stripe-version') ?? ''
  const standin = await makeCalls(
    { url: standinUrl, headers: service.standinHeaders },
    calls.filter(({ isForServiceAlone }) => !isForServiceAlone),
  )
  const answered = await makeCalls({ url: service.url, headers: service.headers(version) }, calls)
  return { calls: answered.size, lines: compareAnswers(answered, standin, calls) }
}
