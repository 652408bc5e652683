import { paths, type PaymentKind } from '#web/client/addresses/paths.ts'

/** What happens after the provider has taken or refused a payment. */
interface PaymentFlow {
  /** How long the confirmation shows before the dashboard follows (S068, S092, S095). */
  redirectDelayMs: number
  /** Whether to stay silent if the server cannot be notified; the dashboard reports it then (S254, D38). */
  isSilent: boolean
  /** Whether it adds to an organization's pool and leads to its dashboard (D39). */
  isForPool: boolean
  /** Returns where to try again; `resume` is the payment that the bank stopped. */
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
