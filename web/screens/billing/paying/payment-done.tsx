import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { countText, minutesText } from '#contract/amounts.ts'
import { paths, type PaymentKind } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { Spinner } from '#web/kit/spinner.tsx'
import { justPaid } from '../arriving-payment.ts'
import type { Settlement } from './settle-payment.ts'

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

/** By kind of payment. */
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

interface Props {
  kind: PaymentKind
  /** Null while the server is being notified. */
  settlement: Settlement | null
}

/** Confirms the payment; the dashboard follows after the specified delay (S068, S092, S095). */
export function PaymentDone({ kind, settlement }: Props) {
  const [, navigate] = useLocation()
  const isSettled = settlement !== null
  const { isForPool, redirectDelayMs } = paymentFlows[kind]
  useEffect(() => {
    if (!isSettled) return
    const next = isForPool ? paths.organizationDashboard() : paths.dashboard()
    const timer = setTimeout(() => navigate(next, { state: justPaid }), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [isSettled, isForPool, redirectDelayMs, navigate])
  return (
    <Card className="mx-auto w-full max-w-form">
      <div role="status" className="flex flex-col items-center gap-2 py-6 text-center">
        <CircleCheck aria-hidden className="size-10 text-success" />
        <p className="mt-1 text-xl font-semibold">Payment received</p>
        <p className="text-lg">
          {kind === 'subscription' || kind === 'overdue' ? accessText(settlement) : addedText(settlement, isForPool)}
        </p>
        <p className="mt-2 text-muted">
          <Spinner
            label={isSettled ? `Taking you to your ${isForPool ? 'organization' : 'dashboard'}…` : 'One moment…'}
          />
        </p>
        {isSettled && <p className="text-sm text-muted">We've emailed your receipt.</p>}
      </div>
    </Card>
  )
}

function addedText(settlement: Settlement | null, isForPool: boolean): string {
  if (settlement === null) return isForPool ? 'Adding the minutes…' : 'Adding your minutes…'
  if (settlement.state !== 'credited') return isForPool ? 'The minutes are arriving.' : 'Your minutes are arriving.'
  return `${countText(settlement.minutes, 'minute was', 'minutes were')} added to ${isForPool ? 'the pool' : 'your balance'}.`
}

function accessText(settlement: Settlement | null): string {
  if (settlement === null) return 'Setting up your access…'
  if (settlement.state !== 'credited') return 'Your access will be ready in a moment.'
  return `Your access is ready, with ${minutesText(settlement.minutes)} for this month.`
}
