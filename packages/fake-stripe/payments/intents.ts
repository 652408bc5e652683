import * as z from 'zod/mini'
import { invalidRequest } from '../calls/faults.ts'
import { accepts, flag } from '../calls/params.ts'
import { route, type Call, type Route } from '../calls/routes.ts'
import {
  acceptedBy,
  assertReturnUrl,
  assertUsable,
  methodFor,
  type Acceptance,
  type MethodSource,
} from '../cards/method-use.ts'
import {
  cancelIntent,
  confirmIntent,
  endChallenge,
  INTENT_NAMES,
  type Intent,
  type IntentKind,
} from './confirmation.ts'
import type { Kinds } from '../account/objects.ts'
import { idOf, type Sandbox } from '../account/sandbox.ts'
import type Stripe from 'stripe'

type Confirming = MethodSource & { off_session?: boolean; return_url?: string }
type Creating = Confirming & Acceptance & { confirm?: boolean; customer?: string }

type IntentCalls<K extends IntentKind, Create extends Creating, Confirm extends Confirming> = {
  kind: K
  create: z.ZodMiniType<Create>
  confirm: z.ZodMiniType<Confirm>
  cancel: z.ZodMiniType<{ cancellation_reason?: Stripe.PaymentIntent.CancellationReason }>
  /** Returns a new intent. Throws for wrong parameters of its kind. */
  make(sandbox: Sandbox, given: Create): Kinds[K]
  /** Applies to the intent what only its kind takes with a confirmation. */
  beforeConfirm?(call: Call<Confirm>, intent: Kinds[K]): void
  beforeCancel?(sandbox: Sandbox, intent: Kinds[K]): void
}

/** Declares the calls that payments and the saving of cards have in common. */
export function intentRoutes<K extends IntentKind, Create extends Creating, Confirm extends Confirming>(
  calls: IntentCalls<K, Create, Confirm>,
): Route[] {
  const { beforeCancel, kind, make } = calls
  const path = `/v1/${kind}s`
  return [
    route({
      method: 'POST',
      path,
      params: calls.create,
      handle: ({ sandbox, params }) => createIntent(sandbox, kind, params, make),
    }),
    route({
      method: 'GET',
      path: `${path}/:id`,
      browser: true,
      params: accepts<{ expand?: string[] }>()({}),
      handle: (call) => needIntent(call, kind),
    }),
    confirmRoute(calls),
    route({
      method: 'POST',
      path: `${path}/:id/cancel`,
      params: calls.cancel,
      handle(call) {
        const intent = needIntent(call, kind)
        beforeCancel?.(call.sandbox, intent)
        cancelIntent(call.sandbox, intent, call.params.cancellation_reason ?? null)
        return intent
      },
    }),
    /** The stand-in's own path: the challenge dialog of the sandbox script reports the cardholder's choice. */
    route({
      method: 'POST',
      path: `${path}/:id/sandbox_challenge`,
      browser: true,
      params: z.strictObject({ approved: flag }),
      handle(call) {
        const intent = needIntent(call, kind)
        endChallenge(call.sandbox, intent, call.params.approved)
        return intent
      },
    }),
  ]
}

function confirmRoute<K extends IntentKind, Create extends Creating, Confirm extends Confirming>({
  beforeConfirm,
  confirm,
  kind,
}: IntentCalls<K, Create, Confirm>): Route {
  return route({
    method: 'POST',
    path: `/v1/${kind}s/:id/confirm`,
    browser: true,
    params: confirm,
    handle(call) {
      const { fromBrowser, params, sandbox } = call
      const intent = needIntent(call, kind)
      const saved = idOf(intent.payment_method)
      const method = methodFor(sandbox, params) ?? (saved === null ? null : sandbox.need('payment_method', saved))
      if (method === null) throw missingMethod(kind)
      if (!fromBrowser) assertReturnUrl(intent, params.return_url)
      beforeConfirm?.(call, intent)
      confirmIntent(sandbox, intent, method, params.off_session ?? false)
      return intent
    },
  })
}

/** Creates an intent, with a card or without one. A wrong call is refused before anything is created. */
function createIntent<K extends IntentKind, Create extends Creating>(
  sandbox: Sandbox,
  kind: K,
  given: Create,
  make: (sandbox: Sandbox, given: Create) => Kinds[K],
): Intent {
  const method = methodFor(sandbox, given)
  if (given.off_session !== undefined && given.confirm !== true) {
    throw invalidRequest('You may only pass `off_session` when `confirm` is true.', undefined, 'off_session')
  }
  if (method !== null) assertUsable(sandbox, method, given.customer ?? null)
  if (given.confirm === true) {
    if (method === null) throw missingMethod(kind)
    assertReturnUrl(acceptedBy(given), given.return_url)
  }
  if (given.customer !== undefined) sandbox.need('customer', given.customer, 'customer')
  const intent: Intent = make(sandbox, given)
  sandbox.save(intent)
  sandbox.emit(`${kind}.created`, intent)
  if (method === null) return intent
  intent.payment_method = method.id
  intent.status = 'requires_confirmation'
  sandbox.save(intent)
  if (given.confirm === true) confirmIntent(sandbox, intent, method, given.off_session ?? false)
  return intent
}

/** Returns the intent of the call. A browser must prove with the client secret that it received this one. */
function needIntent<K extends IntentKind>(
  { clientSecret, fromBrowser, id, sandbox }: Omit<Call<unknown>, 'params'>,
  kind: K,
): Kinds[K] {
  const intent = sandbox.need(kind, id, 'intent')
  if (fromBrowser && clientSecret !== intent.client_secret) {
    const message = `The client_secret provided does not match the client_secret associated with this ${INTENT_NAMES[kind]}.`
    throw invalidRequest(message, `${kind}_invalid_parameter`, 'client_secret')
  }
  return intent
}

function missingMethod(kind: IntentKind): Error {
  const remedy = {
    payment_intent: 'Update it with a payment method and confirm again',
    setup_intent: 'Update the SetupIntent with a payment method and then confirm it again',
  }[kind]
  const message = `You cannot confirm this ${INTENT_NAMES[kind]} because it's missing a payment method. ${remedy}.`
  return invalidRequest(message, `${kind}_unexpected_state`, 'payment_method')
}
