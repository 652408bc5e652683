import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Me } from '#contract/identity/people.ts'
import type { PackageTier } from '#contract/billing/prices.ts'
import { openFirstPayment } from '#contract/billing/purchases.ts'
import { query } from '#web/client/api.ts'
import { AutoOpenedPayment } from '#web/screens/billing/paying/auto-opened-payment.tsx'
import { StepPage } from './step-page.tsx'

interface Props {
  user: Me
  onFound: (tier: PackageTier) => void
  onNone: () => void
  onLeave: () => void
}

/** Looks for a payment that was opened in an earlier visit, with a placeholder while it loads (S016, D4). */
export function ResumedPayment({ user, onFound, onNone, onLeave }: Props) {
  const { data, isError } = useQuery({ ...query(openFirstPayment), gcTime: 0 })
  const found = isError ? null : data?.package
  const act = useEffectEvent((tier: PackageTier | null) => (tier === null ? onNone() : onFound(tier)))
  useEffect(() => {
    if (found !== undefined) act(found)
  }, [found])
  return (
    <StepPage step="payment">
      <AutoOpenedPayment kind="registration" user={user} opened={undefined} call={waiting} onLeave={onLeave} />
    </StepPage>
  )
}

/** The code that opens the payment reports its failures. */
const waiting = { error: null, refetch: () => undefined }
