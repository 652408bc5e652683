import { useState, useEffect, useEffectEvent } from 'react'
import type { Me } from '#contract/identity/people.ts'
import { defaultTier, type PackageTier, packageTiers } from '#contract/billing/prices.ts'
import { useStepFocus } from '#web/client/navigation.ts'
import { PaymentStep } from '#web/screens/billing/paying/payment-step.tsx'
import { Details } from './details.tsx'
import { PackageStep } from './package-step.tsx'
import { StepPage, type Step } from './step-page.tsx'
import { useFirstPayment } from './use-first-payment.ts'
import { useQuery } from '@tanstack/react-query'
import { openFirstPayment } from '#contract/billing/purchases.ts'
import { query } from '#web/client/api.ts'
import { AutoOpenedPayment } from '#web/screens/billing/paying/auto-opened-payment.tsx'
import { useLocation, useSearchParams } from 'wouter'
import { paths } from '#web/client/addresses/paths.ts'

interface Props {
  user: Me | null
  onPaid: () => void
}

/** The three steps, each an entry in the browser's history. A payment left open is resumed (S155-S157, D4, D21). */
export function Steps({ user, onPaid }: Props) {
  const { step: named, tier: chosen, ref, go, correct } = useStep()
  // People who come back are led to a payment that they left open; a new account has none.
  const [start] = useState<Step>(user ? 'payment' : 'package')
  const step: Step = user ? (named ?? start) : 'details'
  const payment = useFirstPayment({
    onOpened: (tier) => (step === 'payment' ? correct('payment', tier) : go('payment', tier)),
    onFailed: (tier) => step === 'payment' && correct('package', tier),
  })
  const { opened, priceChange, monthlyDollars, isPending, open, leave } = payment
  const tier = chosen ?? defaultTier
  useStepFocus(step)

  function leaveFor(other: Step) {
    leave()
    go(other)
  }

  if (step === 'details' || !user) {
    return <Details user={user} tier={chosen} referralCode={ref ?? null} onDone={() => go('package')} />
  }
  if (step === 'package') {
    return (
      <PackageStep
        tier={tier}
        onTier={(one) => correct(named, one)}
        monthlyDollars={monthlyDollars}
        priceChange={priceChange}
        isPending={isPending}
        onContinue={() => void open(tier)}
        onBack={() => leaveFor('details')}
      />
    )
  }
  if (!opened) {
    return (
      <ResumedPayment
        user={user}
        onFound={(found) => void open(found)}
        onNone={() => correct('package')}
        onLeave={() => leaveFor('package')}
      />
    )
  }
  return (
    <StepPage step={step}>
      <PaymentStep
        kind="registration"
        user={user}
        opened={opened}
        back={{ label: 'Back to Package', onBack: () => go('package') }}
        onPaid={onPaid}
        onChangePackage={() => go('package')}
        onReplaced={() => open(tier)}
        note="We'll save this card for the monthly renewal."
      />
    </StepPage>
  )
}

interface ResumedProps {
  user: Me
  onFound: (tier: PackageTier) => void
  onNone: () => void
  onLeave: () => void
}

/** Looks for a payment that was opened in an earlier visit, with a placeholder while it loads (S016, D4). */
function ResumedPayment({ user, onFound, onNone, onLeave }: ResumedProps) {
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

/**
 * Returns step and package from the address, so that a reload, Back and a bookmark keep both. Choosing a package
 * replaces the entry in the history; a step adds one.
 */
function useStep() {
  const [search] = useSearchParams()
  const [, navigate] = useLocation()
  const tier = packageTiers.find((one) => one === search.get('tier'))
  const ref = search.get('ref') ?? undefined
  const step = steps.find((one) => one === search.get('step'))
  return {
    step,
    tier,
    ref,
    go: (to: Step, chosen = tier) => navigate(paths.register({ tier: chosen, step: to, ref })),
    /** Replaces the current entry in the history. */
    correct: (to: Step | undefined, chosen = tier) =>
      navigate(paths.register({ tier: chosen, step: to, ref }), { replace: true }),
  }
}

const steps: Step[] = ['details', 'package', 'payment']
