import type * as identity from '../identity/services.ts'
import type { Read, Tx } from '../database/sql.ts'
import type { Checkout } from './checkout/checkouts.ts'
import type { GivenMinutes } from './checkout/purchases.ts'
import type { PaymentState } from './stripe/payments.ts'
import type { Payments } from './stripe/stripe.ts'

/** What works with payments. */
export interface Services extends identity.Services {
  payments: Payments
  live: {
    /** Lets a conversation that runs on an account continue with minutes that were just credited. */
    renewAccount(accountId: string): void
  }
  pools: Pools
}

/**
 * What organizations add to payments, registered in main. Billing itself knows accounts, and not whose pool one is. For
 * a person's account nothing here does anything.
 */
export interface Pools {
  isPool(read: Read, accountId: string): Promise<boolean>
  /** Returns the order that a payment pays or that a subscription began with; null when there is none. */
  findOrder(services: Services, by: { paymentIntentId: string } | { subscriptionId: string }): Promise<Order | null>
  /** Added seats, like the other kinds in the table of bookings. */
  seats: Booking
  /**
   * Returns the price of the month that ends at `monthEndsAt`, or with null of the next one, with the seats counted when
   * it began; null where it is the subscription's own.
   */
  findMonthCents(read: Read, accountId: string, monthEndsAt: Date | null): Promise<number | null>
  /** Called when a paid month has begun. */
  beginMonth(tx: Tx, accountId: string, monthEndsAt: Date, at: Date): Promise<void>
  /** Called when the state of a subscription is stored. */
  followSubscription(
    tx: Tx,
    accountId: string,
    state: { status: string; pastDueSince: Date | null },
    at: Date,
  ): Promise<void>
  /**
   * Returns whether a platform admin has ended what the account pays for; then no payment restores it or sends mail.
   */
  isEndedByAdmin(read: Read, accountId: string): Promise<boolean>
}

/** What one kind of checkout causes. The table of all kinds is in bookings/kinds.flow.ts. */
export interface Booking {
  /** Whether a person has pressed the button that agrees to the terms (D23). */
  acceptsTerms: boolean
  /** Locks what must be locked before the checkout is taken. It runs again for a checkout that is already booked. */
  lockFirst?(tx: Tx, accountId: string, at: Date): Promise<void>
  /** Reads from the provider what booking needs, outside the transaction. Null until the provider shows it. */
  prepare(services: Services, paid: Paid): Promise<BookIn | null>
  /** What follows after the booking. */
  afterwards?(services: Services, checkout: Checkout): Promise<void>
}

export interface Paid {
  checkout: Checkout
  payment: PaymentState
}

export type BookIn = (tx: Tx, at: Date) => Promise<void>

/** A payment that was opened here: what the provider must report of it, and what it causes. */
export interface Payable {
  /** How errors name it. */
  name: string
  /** Null until its payment has created the account. */
  accountId: string | null
  isBooked: boolean
  readExpected(): Promise<Expected>
  /** Reads what booking needs. Returns null until the provider shows it. */
  prepare(payment: PaymentState): Promise<Prepared | null>
  readGiven(): Promise<GivenMinutes>
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
