/** What can be set and done at the payment service without its API; the code that starts the stand-in provides it. */

/** What can be forced on the next confirmation. */
export const CARD_OUTCOMES = [
  'declined',
  'insufficient_funds',
  'lost_card',
  'stolen_card',
  'expired_card',
  'authentication_required',
  'processing_error',
] as const
export type CardOutcome = (typeof CARD_OUTCOMES)[number]

export const WEBHOOK_MODES = ['deliver', 'drop', 'delay', 'duplicate', 'reorder'] as const
export type WebhookMode = (typeof WEBHOOK_MODES)[number]

/** `no_secret`: every answer omits what a browser needs to confirm a payment. */
export const STRIPE_FAULTS = ['error', 'hang', 'no_secret'] as const
export type StripeApiFault = (typeof STRIPE_FAULTS)[number]

export interface StripeSwitches {
  /** Returns the stand-in's time, in milliseconds since 1970. */
  nowMs(): number
  /** Returns the outcome forced on the next confirmation, once. */
  takeCardOutcome(): CardOutcome | null
  /** Returns how events reach the server. */
  webhooks(): WebhookMode
  /** Returns the fault that every API call gets. */
  apiFault(): StripeApiFault | null
}

/** Why a cardholder disputes a charge. */
export const DISPUTE_REASONS = [
  'fraudulent',
  'product_not_received',
  'product_unacceptable',
  'subscription_canceled',
  'credit_not_processed',
  'duplicate',
  'unrecognized',
  'general',
] as const
export type DisputeReason = (typeof DISPUTE_REASONS)[number]

export const DISPUTE_ACTIONS = ['open', 'win', 'lose'] as const
export const REFUND_ACTIONS = ['make', 'settle'] as const

/** What a bank or a person in Stripe's dashboard does; a payment is `latest` or an id. */
export interface DashboardAction {
  dispute?: { payment: string; action: (typeof DISPUTE_ACTIONS)[number]; reason?: DisputeReason }
  refund?: { payment: string; action?: (typeof REFUND_ACTIONS)[number]; amount?: number }
  /** `latest` or an event's id, which is delivered again. */
  replayEvent?: string
}

/** Why Stripe would not allow an action. */
export class DashboardFault extends Error {}
