import type Stripe from 'stripe'
import * as z from 'zod/mini'
import { invalidRequest } from '../calls/faults.ts'
import { historyOf } from './method-history.ts'
import { assertOwned, cardOf, createMethod, methodData, needMethod, type MethodData } from './payment-methods.ts'
import { flag, listOf, text } from '../calls/params.ts'
import { idOf, type Sandbox } from '../account/sandbox.ts'

/** The parameters of a confirmation, which name the card of a payment or the one to save. */
export const confirming = {
  payment_method: z.optional(text),
  payment_method_data: z.optional(z.strictObject({ ...methodData, allow_redisplay: z.optional(text) })),
  return_url: z.optional(text),
  use_stripe_sdk: z.optional(flag),
}
export type MethodSource = { payment_method?: string; payment_method_data?: MethodData }

/** Returns the card to use, named or typed within the same call; null when the call has none. */
export function methodFor(sandbox: Sandbox, given: MethodSource): Stripe.PaymentMethod | null {
  if (given.payment_method_data !== undefined) return createMethod(sandbox, given.payment_method_data)
  return given.payment_method === undefined ? null : needMethod(sandbox, given.payment_method)
}

/** Refuses a card that belongs to another customer or cannot be used a second time. */
export function assertUsable(
  sandbox: Sandbox,
  method: Stripe.PaymentMethod,
  customer: Stripe.PaymentIntent['customer'],
): void {
  if (method.customer !== null) return assertOwned(sandbox, idOf(customer), method.id, 'payment_method')
  if (historyOf(sandbox, method).isSpent) {
    const message =
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.'
    throw invalidRequest(message, undefined, 'payment_method')
  }
}

/** Returns whether the bank asks for approval: some cards only until they were set up, some only on session. */
export function isChallenged(sandbox: Sandbox, method: Stripe.PaymentMethod, offSession: boolean): boolean {
  switch (cardOf(method).challenge) {
    case 'never':
      return false
    case 'always':
      return true
    case 'on_session':
      return !offSession
    case 'until_set_up':
      return !(offSession && historyOf(sandbox, method).isSetUp)
  }
}

/** The parameters that say which kinds of payment methods an intent accepts. */
export const acceptance = {
  allowed_payment_method_types: z.optional(listOf(z.literal('card'))),
  automatic_payment_methods: z.optional(
    z.strictObject({ enabled: flag, allow_redirects: z.optional(z.enum(['always', 'never'])) }),
  ),
}
type Automatic = { enabled: boolean; allow_redirects?: 'always' | 'never' }
export type Acceptance = { allowed_payment_method_types?: 'card'[]; automatic_payment_methods?: Automatic }
type Accepted = { allowed_payment_method_types: 'card'[] | null; automatic_payment_methods: Automatic | null }

/** Returns what a new intent accepts, by default what the dashboard says. */
export function acceptedBy(given: Acceptance): Accepted {
  const { allowed_payment_method_types: allowed = null, automatic_payment_methods: automatic } = given
  if (allowed !== null && automatic !== undefined) {
    const message =
      'You may only specify one of these parameters: automatic_payment_methods, allowed_payment_method_types.'
    throw invalidRequest(message, 'parameters_exclusive')
  }
  return {
    allowed_payment_method_types: allowed,
    automatic_payment_methods: automatic ?? (allowed === null ? { enabled: true } : null),
  }
}

/** Requires a server that confirms to exclude methods that leave the page, or to say where to return to. */
export function assertReturnUrl(
  {
    automatic_payment_methods: automatic,
  }: Pick<Stripe.PaymentIntent | Stripe.SetupIntent, 'automatic_payment_methods'>,
  returnUrl: string | undefined,
): void {
  if (returnUrl !== undefined || automatic?.enabled !== true || automatic.allow_redirects === 'never') return
  const message =
    "This intent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never`."
  throw invalidRequest(message, undefined, 'return_url')
}
