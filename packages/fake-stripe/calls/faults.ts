import type Stripe from 'stripe'
import type { Decline } from '../cards/cards.ts'

/** The object under `error` in an answer of Stripe's API. */
export type FaultBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error'
  message: string
  code?: string
  decline_code?: string
  advice_code?: string
  param?: string
  charge?: string
  payment_intent?: Stripe.PaymentIntent
  payment_method?: Stripe.PaymentMethod
  setup_intent?: Stripe.SetupIntent
}

/** An answer that is not 2xx, in Stripe's own shape. */
export class StripeFault extends Error {
  readonly status: number
  readonly body: FaultBody

  constructor(status: number, body: FaultBody) {
    super(body.message)
    this.status = status
    this.body = body
  }
}

/** 400: the request itself is wrong. */
export function invalidRequest(message: string, code?: string, param?: string): StripeFault {
  return new StripeFault(400, { type: 'invalid_request_error', message, code, param })
}

/** Returns 404 for the id of a path that does not exist, 400 for one named by a parameter. */
export function resourceMissing(kind: string, id: string, param = 'id'): StripeFault {
  const status = param === 'id' || param === 'intent' ? 404 : 400
  const message = `No such ${kind.replaceAll('_', ' ')}: '${id}'`
  return new StripeFault(status, { type: 'invalid_request_error', code: 'resource_missing', message, param })
}

/** Returns 402: the bank or Stripe refused; `details` names the charge and its intent. */
export function cardDeclined(decline: Decline, details: Partial<FaultBody> = {}): StripeFault {
  const { code, declineCode, adviceCode, message, param } = decline
  return new StripeFault(402, {
    type: 'card_error',
    code,
    decline_code: declineCode,
    advice_code: adviceCode,
    message,
    param,
    ...details,
  })
}
