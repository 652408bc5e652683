import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Redirect } from 'wouter'
import { saveCard } from '#contract/billing/cards.ts'
import type { Me } from '#contract/identity/people.ts'
import { isSignedOut } from '#web/client/api-error.ts'
import { send } from '#web/client/api.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { refreshOrganizationBilling, refreshPaymentSettings } from '#web/client/refresh.ts'
import { showFailure } from '#web/client/failure.ts'
import { billingFailures, billingSuccesses } from '../toasts.ts'
import { PageSpinner } from '#web/kit/spinner.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { readSetupRefusal } from './read-refusal.ts'
import { Refused } from './refused.tsx'

interface Props {
  user: Me
  setupIntentId: string
  /** Whether it is saved for the pool of the user's organization. */
  isPool: boolean
}

/** Saves a card after the bank's page as if the page had never been left, then returns to where it started. */
export function ReturnedCard({ user, setupIntentId, isPool }: Props) {
  const organizationId = isPool ? (user.organizationId ?? undefined) : undefined
  const back = isPool ? paths.organizationDashboard({ tab: 'billing' }) : paths.account()
  const refusal = useQuery({
    queryKey: ['returned card', setupIntentId],
    queryFn: () => keepUnlessRefused(setupIntentId, organizationId),
  })
  const { error } = refusal
  useEffect(() => {
    if (error && !isSignedOut(error)) showFailure(billingFailures.saveCard, error)
  }, [error])
  if (refusal.isPending) return <PageSpinner label="Saving your card…" />
  if (refusal.isError) return <LoadError what="your card" failed={refusal} />
  if (refusal.data === null) return <Redirect to={back} replace />
  return (
    <Refused
      title="Your card was not saved"
      failure={billingFailures.cardRefused}
      message={refusal.data}
      advice="Nothing was charged, and any card you saved before is still in place."
      backHref={back}
      backLabel={isPool ? 'Back to Billing' : 'Back to Account'}
    />
  )
}

async function keepUnlessRefused(setupIntentId: string, organizationId?: number): Promise<string | null> {
  const message = await readSetupRefusal()
  if (message !== null) return message
  await send(saveCard, { body: { setupIntentId, organizationId } })
  await Promise.all([refreshPaymentSettings(), refreshOrganizationBilling()])
  showToast(billingSuccesses.cardSaved)
  return null
}
