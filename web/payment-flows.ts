import { paths, type PaymentKind } from './paths.ts'

/** How a payment goes on once the provider has the money, or has refused it. */
interface PaymentFlow {
  /** How long "paid" stands before the dashboard follows (S068, S092, S095). */
  redirectDelayMs: number
  /** Whether nothing is said when the server cannot be told; the dashboard says it then (S254, D38). */
  isSilent: boolean
  /** Where the same thing can be tried again; `resume` is the payment that the bank had stopped. */
  tryAgain: (resume?: string) => string
}

export const paymentFlows: Record<PaymentKind, PaymentFlow> = {
  registration: { redirectDelayMs: 1000, isSilent: true, tryAgain: () => paths.register({ step: 'payment' }) },
  purchase: { redirectDelayMs: 2000, isSilent: false, tryAgain: () => paths.checkout() },
  subscription: { redirectDelayMs: 2000, isSilent: false, tryAgain: () => paths.subscribe() },
  overdue: { redirectDelayMs: 2000, isSilent: false, tryAgain: () => paths.subscribe() },
  resume: { redirectDelayMs: 2000, isSilent: false, tryAgain: (resume) => paths.checkout({ resume }) },
}
