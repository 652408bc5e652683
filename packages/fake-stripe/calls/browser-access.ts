import { invalidRequest, type FaultBody } from './faults.ts'
import type { Call } from './routes.ts'
import type { Kinds } from '../account/sandbox.ts'

type IntentKind = 'payment_intent' | 'setup_intent'

const NAMES = { payment_intent: 'PaymentIntent', setup_intent: 'SetupIntent' } as const

/** Returns the intent of the call. A browser must prove with the client secret that it received this one. */
export function needIntent<K extends IntentKind>(
  { clientSecret, fromBrowser, id, sandbox }: Omit<Call<unknown>, 'params'>,
  kind: K,
): Kinds[K] {
  const intent = sandbox.need(kind, id, 'intent')
  if (fromBrowser && clientSecret !== intent.client_secret) {
    const message = `The client_secret provided does not match the client_secret associated with this ${NAMES[kind]}.`
    throw invalidRequest(message, `${kind}_invalid_parameter`, 'client_secret')
  }
  return intent
}

const SHARED_FIELDS = [
  'id',
  'object',
  'automatic_payment_methods',
  'cancellation_reason',
  'client_secret',
  'created',
  'description',
  'livemode',
  'next_action',
  'payment_method',
  'payment_method_types',
  'status',
]

const PUBLIC_FIELDS: Record<IntentKind, string[]> = {
  payment_intent: [
    ...SHARED_FIELDS,
    'amount',
    'canceled_at',
    'capture_method',
    'confirmation_method',
    'currency',
    'last_payment_error',
    'processing',
    'receipt_email',
    'setup_future_usage',
    'shipping',
  ],
  setup_intent: [...SHARED_FIELDS, 'last_setup_error', 'usage'],
}

/** Returns what Stripe shows a browser of an intent: no customer, no notes. */
export function publicPart(answer: { [key: string]: unknown }): { [key: string]: unknown } {
  const fields = PUBLIC_FIELDS[answer['object'] as IntentKind] as string[] | undefined
  if (fields === undefined) return answer
  return Object.fromEntries(fields.map((field) => [field, answer[field]]))
}

/** Does the same for the intent in an error. */
export function publicFault(body: FaultBody): object {
  const { payment_intent: payment, setup_intent: setup } = body
  return {
    ...body,
    payment_intent: payment === undefined ? undefined : publicPart({ ...payment }),
    setup_intent: setup === undefined ? undefined : publicPart({ ...setup }),
  }
}
