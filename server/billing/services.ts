import type * as identity from '../identity/services.ts'
import type { Read, Tx } from '../database/sql.ts'
import type { Checkout } from './checkout/checkouts.ts'
import type { Fulfilment } from './checkout/purchases.ts'
import type { PaymentState } from './stripe/payments.ts'
import type { Payments } from './stripe/stripe.ts'

/** What works with payments. */
export interface Services extends identity.Services {
  payments: Payments
  live: {
    /** Lets a conversation that runs on an account go on with minutes that have just been credited. */
    renewAccount(accountId: string): void
  }
  pools: Pools
}

/**
 * What organizations add to payments: they register it in main. Billing itself knows accounts, and not whose pool one
 * is. For the account of a person nothing here does anything.
 */
export interface Pools {
  isPool(read: Read, accountId: string): Promise<boolean>
  /** The order that a payment pays, or that a subscription began with; null when there is none. */
  findOrder(services: Services, by: { paymentIntentId: string } | { subscriptionId: string }): Promise<Order | null>
  /** Added seats, as the table of bookings has every other kind. */
  seats: Booking
  /** A paid month has begun. */
  beginMonth(tx: Tx, accountId: string, monthEndsAt: Date, at: Date): Promise<void>
  /** The state of a subscription is stored. */
  followSubscription(
    tx: Tx,
    accountId: string,
    state: { status: string; pastDueSince: Date | null },
    at: Date,
  ): Promise<void>
  /** Whether a platform admin has ended what the account pays for: no payment brings it back, and no letter is sent. */
  isEndedByAdmin(read: Read, accountId: string): Promise<boolean>
}

/** What one kind of checkout brings; the table of all kinds is in bookings/kinds.flow.ts. */
export interface Booking {
  /** Whether somebody has pressed the button under which the terms stand (D23). */
  acceptsTerms: boolean
  /** What must be locked before the checkout is taken; runs again for a checkout that is booked already. */
  lockFirst?(tx: Tx, accountId: string, at: Date): Promise<void>
  /** Reads at the provider what booking needs, so that the transaction calls nobody; null while it is not shown there. */
  prepare(services: Services, paid: Paid): Promise<BookIn | null>
  /** What follows once it is booked. */
  afterwards?(services: Services, checkout: Checkout): Promise<void>
}

export interface Paid {
  checkout: Checkout
  payment: PaymentState
}

export type BookIn = (tx: Tx, at: Date) => Promise<void>

/** A payment that was opened here: what the provider must report of it, and what it brings. */
export interface Payable {
  /** As errors name it. */
  name: string
  /** Null while its payment has not made the account yet. */
  accountId: string | null
  isBooked: boolean
  readExpected(): Promise<Expected>
  /** Reads what booking needs; null while the provider does not show it yet. */
  prepare(payment: PaymentState): Promise<Prepared | null>
  readGiven(): Promise<Fulfilment>
}

/** The first payment of an organization. */
export interface Order extends Payable {
  paymentIntentId: string | null
}

export interface Expected {
  amountCents: number
  currency: string
  customerId: string | null
}

interface Prepared {
  /** Books at most once, however often it is called. */
  book: BookIn
  afterwards(): Promise<void>
}
