import type * as kernel from '../kernel/services.ts'
import type { Payments } from './stripe/stripe.ts'

/** What works with payments. */
export interface Services extends kernel.Services {
  payments: Payments
  live: {
    /** Lets a conversation that runs on an account go on with minutes that have just been credited. */
    renewAccount(accountId: string): void
  }
}
