import { useQuery } from '@tanstack/react-query'
import { Redirect } from 'wouter'
import { LoadError } from '#web/parts/load-error.tsx'
import { paths } from '#web/paths.ts'
import { settleDebt } from '#web/settle-debt.ts'
import { failures } from '#web/toasts.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { readPaymentRefusal } from './read-refusal.ts'
import { Refused } from './refused.tsx'

/** The payment of a debt after the bank's page: the account page shows what is left of it. */
export function ReturnedDebt({ paymentIntentId }: { paymentIntentId: string }) {
  const refusal = useQuery({
    queryKey: ['returned debt', paymentIntentId],
    queryFn: () => settleUnlessRefused(paymentIntentId),
  })
  if (refusal.isPending) return <PageSpinner label="Confirming your payment…" />
  if (refusal.isError) return <LoadError what="your payment" failed={refusal} />
  if (refusal.data === null) return <Redirect to={paths.account()} replace />
  return (
    <Refused
      title="Your payment did not go through"
      failure={failures.payment}
      message={refusal.data}
      advice="Nothing was charged. You can try again with the same or another card."
      backHref={paths.account()}
      backLabel="Try Again"
    />
  )
}

async function settleUnlessRefused(paymentIntentId: string): Promise<string | null> {
  const message = await readPaymentRefusal()
  if (message === null) await settleDebt(paymentIntentId)
  return message
}
