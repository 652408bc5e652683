import { paths, type PaymentKind } from '#web/client/addresses/paths.ts'

/** How a payment goes on once the provider has the money, or has refused it. */
interface PaymentFlow {
  /** How long "paid" stands before the dashboard follows (S068, S092, S095). */
  redirectDelayMs: number
  /** Whether nothing is said when the server cannot be told; the dashboard says it then (S254, D38). */
  isSilent: boolean
  /** Whether it fills an organization's pool, and leads to its dashboard (D39). */
  isForPool: boolean
  /** Where the same thing can be tried again; `resume` is the payment that the bank had stopped. */
  tryAgain: (resume?: string) => string
}

const purchase: PaymentFlow = {
  redirectDelayMs: 2000,
  isSilent: false,
  isForPool: false,
  tryAgain: () => paths.checkout(),
}
const subscription: PaymentFlow = { ...purchase, tryAgain: () => paths.subscribe() }
const resume: PaymentFlow = { ...purchase, tryAgain: (stopped) => paths.checkout({ resume: stopped }) }

export const paymentFlows: Record<PaymentKind, PaymentFlow> = {
  registration: {
    ...purchase,
    redirectDelayMs: 1000,
    isSilent: true,
    tryAgain: () => paths.register({ step: 'payment' }),
  },
  purchase,
  subscription,
  overdue: subscription,
  resume,
  pool: { ...purchase, isForPool: true },
  'pool-resume': { ...resume, isForPool: true },
}
