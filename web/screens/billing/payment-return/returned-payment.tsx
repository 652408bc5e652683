import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Me } from '#contract/identity/people.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { PaymentDone } from '#web/screens/billing/paying/payment-done.tsx'
import type { PaymentKind } from '#web/client/addresses/paths.ts'
import { paymentFlows } from '#web/screens/billing/paying/payment-flows.ts'
import { settlePayment, type Settlement } from '#web/screens/billing/paying/settle-payment.ts'
import { showFailure } from '#web/client/failure.ts'
import { billingFailures } from '../toasts.ts'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { readPaymentRefusal } from './read-refusal.ts'
import { Refused } from './refused.tsx'

interface Props {
  user: Me
  paymentIntentId: string
  kind: PaymentKind
  /** Id of the stopped payment that was to be confirmed. */
  resume: string | undefined
}

/** Settles a payment after the bank's page as if the page had never been left, or says why not and leads back. */
export function ReturnedPayment({ user, paymentIntentId, kind, resume }: Props) {
  const [purchasedBefore] = useState(user.purchasedCredits)
  const { isSilent, tryAgain } = paymentFlows[kind]
  // Read as a query, so that the server is notified once.
  const outcome = useQuery({
    queryKey: ['returned payment', paymentIntentId],
    queryFn: () => readOutcome({ paymentIntentId, purchasedBefore }),
  })
  const isLate = outcome.data?.state === 'failed' && !isSilent
  useEffect(() => {
    if (isLate) showFailure(billingFailures.minutesLate)
  }, [isLate])
  if (outcome.isPending) return <PageSpinner label="Confirming your payment…" />
  if (outcome.isError) return <LoadError what="your payment" failed={outcome} />
  if (outcome.data.state === 'refused') {
    return (
      <Refused
        title="Your payment did not go through"
        failure={billingFailures.payment}
        message={outcome.data.message}
        advice="Nothing was charged. You can try again with the same or another card."
        backHref={tryAgain(resume)}
        backLabel="Try Again"
      />
    )
  }
  return (
    <Page title="Payment">
      <PaymentDone kind={kind} settlement={outcome.data} />
    </Page>
  )
}

type Outcome = Settlement | { state: 'refused'; message: string }

/** Asks the provider how the payment ended and only then notifies the server, which decides. */
async function readOutcome(paid: { paymentIntentId: string; purchasedBefore: number }): Promise<Outcome> {
  const message = await readPaymentRefusal()
  if (message !== null) return { state: 'refused', message }
  const settlement = await settlePayment(paid)
  const isRefused = settlement.state === 'failed' && settlement.refusal !== null
  return isRefused ? { state: 'refused', message: settlement.refusal ?? '' } : settlement
}
