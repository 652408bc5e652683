import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Redirect } from 'wouter'
import { saveCard } from '#contract/cards.ts'
import { isSignedOut } from '#web/api-error.ts'
import { send } from '#web/api.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { paths } from '#web/paths.ts'
import { refreshPaymentSettings } from '#web/refresh.ts'
import { failures, showFailure, successes } from '#web/toasts.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { readSetupRefusal } from './read-refusal.ts'
import { Refused } from './refused.tsx'

/** A card after the bank's page: kept as if the page had never been left, then back to the account. */
export function ReturnedCard({ setupIntentId }: { setupIntentId: string }) {
  const refusal = useQuery({
    queryKey: ['returned card', setupIntentId],
    queryFn: () => keepUnlessRefused(setupIntentId),
  })
  const { error } = refusal
  useEffect(() => {
    if (error && !isSignedOut(error)) showFailure(failures.saveCard, error)
  }, [error])
  if (refusal.isPending) return <PageSpinner label="Saving your card…" />
  if (refusal.isError) return <LoadError what="your card" failed={refusal} />
  if (refusal.data === null) return <Redirect to={paths.account()} replace />
  return (
    <Refused
      title="Your card was not saved"
      failure={failures.cardRefused}
      message={refusal.data}
      advice="Nothing was charged, and a card that was saved before is still there."
      backHref={paths.account()}
      backLabel="Back to Account"
    />
  )
}

async function keepUnlessRefused(setupIntentId: string): Promise<string | null> {
  const message = await readSetupRefusal()
  if (message !== null) return message
  await send(saveCard, { body: { setupIntentId } })
  await refreshPaymentSettings()
  showToast(successes.cardSaved)
  return null
}
