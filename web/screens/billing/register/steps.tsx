import { useState } from 'react'
import type { Me } from '#contract/identity/people.ts'
import { defaultTier } from '#contract/billing/prices.ts'
import { useStepFocus } from '#web/client/navigation.ts'
import { PaymentStep } from '#web/screens/billing/paying/payment-step.tsx'
import { Details } from './details.tsx'
import { PackageStep } from './package-step.tsx'
import { ResumedPayment } from './resumed-payment.tsx'
import { StepPage, type Step } from './step-page.tsx'
import { useFirstPayment } from './use-first-payment.ts'
import { useStep } from './use-step.ts'

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
