import type * as kernel from '../kernel/services.ts'
import type { Payments } from './stripe/stripe.ts'

/** What works with payments. */
export interface Services extends kernel.Services {
  payments: Payments
}
