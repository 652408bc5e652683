import { useQuery } from '@tanstack/react-query'
import { Redirect } from 'wouter'
import { LoadError } from '#web/client/load-error.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { settleDebt } from '#web/screens/billing/paying/settle-debt.ts'
import { billingFailures } from '../toasts.ts'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { readPaymentRefusal } from './read-refusal.ts'
import { Refused } from './refused.tsx'

interface Props {
  paymentIntentId: string
  /** Whether the debt belongs to the organization's pool. */
  isPool: boolean
}

/** Settles the payment of a debt after the bank's page, then returns to the page that shows the rest. */
export function ReturnedDebt({ paymentIntentId, isPool }: Props) {
  const back = isPool ? paths.organizationDashboard({ tab: 'billing' }) : paths.account()
  const refusal = useQuery({
    queryKey: ['returned debt', paymentIntentId],
    queryFn: () => settleUnlessRefused(paymentIntentId),
  })
  if (refusal.isPending) return <PageSpinner label="Confirming your payment…" />
  if (refusal.isError) return <LoadError what="your payment" failed={refusal} />
  if (refusal.data === null) return <Redirect to={back} replace />
  return (
    <Refused
      title="Your payment did not go through"
      failure={billingFailures.payment}
      message={refusal.data}
      advice="Nothing was charged. You can try again with the same or another card."
      backHref={back}
      backLabel="Try Again"
    />
  )
}

async function settleUnlessRefused(paymentIntentId: string): Promise<string | null> {
  const message = await readPaymentRefusal()
  if (message === null) await settleDebt(paymentIntentId)
  return message
}
