import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Redirect, useSearchParams } from 'wouter'
import { centsToDollars } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/people.ts'
import { defaultTier, packageTiers, platformAccess, type PackageTier } from '#contract/prices.ts'
import { createCombinedPurchase } from '#contract/purchases.ts'
import { ApiError } from '#web/api-error.ts'
import { useCall } from '#web/api.ts'
import { meQuery, refreshMe } from '#web/me.ts'
import { useStepFocus } from '#web/navigation.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { OverduePayment } from '#web/parts/overdue-payment.tsx'
import { PaymentStep } from '#web/parts/payment-step.tsx'
import { paths } from '#web/paths.ts'
import { planState, useHeldView } from '#web/plan-state.ts'
import { readPriceChange, type PriceChange } from '#web/price-change.ts'
import { failures } from '#web/toasts.ts'
import { PageSpinner } from '#web/ui/spinner.tsx'
import { Details } from './details.tsx'
import { PackageStep } from './package-step.tsx'
import { StepPage, type Step } from './step-page.tsx'

/**
 * /register: details, package, payment; with an own account but no access it begins at the package, and with an open
 * invoice only that one can be paid (S064, D4).
 */
export default function Register() {
  const me = useQuery(meQuery)
  const user = me.data
  const [view, hold] = useHeldView(user ? viewOf(user) : 'steps')
  if (user === undefined) return me.isError ? <LoadError what="Luna" failed={me} /> : <PageSpinner />
  if (view === 'home') return <Redirect to={paths.home()} replace />
  if (user && view === 'overdue') return <OverduePayment user={user} onPaid={hold} />
  return <Steps user={user} onPaid={hold} />
}

function viewOf(user: Me): 'overdue' | 'home' | 'steps' {
  if (planState(user) === 'overdue') return 'overdue'
  return user.hasAccess ? 'home' : 'steps'
}

function Steps({ user, onPaid }: { user: Me | null; onPaid: () => void }) {
  const [search] = useSearchParams()
  const [chosenStep, setStep] = useState<Step>(user ? 'package' : 'details')
  const [tier, setTier] = useState(() => tierOf(search.get('tier')))
  const [opened, setOpened] = useState<Answer<typeof createCombinedPurchase> | null>(null)
  const [priceChange, setPriceChange] = useState<PriceChange | null>(null)
  const openPayment = useCall(createCombinedPurchase, {
    failed: failures.paymentSetup,
    done: (answer) => {
      setOpened(answer)
      setStep('payment')
    },
    refused: (error) => {
      setPriceChange(readPriceChange(error) ?? priceChange)
      // Paid, or overdue, in another tab meanwhile: the person as read anew leads to what there is to do.
      if (error instanceof ApiError && error.status === 409) void refreshMe()
    },
  })
  const subscriptionPrice = priceChange?.monthly ?? centsToDollars(platformAccess.priceCents)
  const step = reachableStep(chosenStep, user, opened !== null)
  useStepFocus(step)

  if (step === 'payment' && user && opened) {
    return (
      <StepPage step={step}>
        <PaymentStep
          kind="registration"
          user={user}
          opened={opened}
          back={{ label: 'Back to Details', onBack: () => setStep('details') }}
          onPaid={onPaid}
          onChangePackage={() => setStep('package')}
          note="This card is kept for the monthly renewal."
        />
      </StepPage>
    )
  }
  if (step === 'package') {
    return (
      <PackageStep
        tier={tier}
        onTier={setTier}
        monthlyDollars={subscriptionPrice}
        priceChange={priceChange}
        isPending={openPayment.isPending}
        onContinue={() => openPayment.mutate({ body: { package: tier, subscriptionPrice } })}
        onBack={() => setStep('details')}
      />
    )
  }
  return <Details user={user} referralCode={search.get('ref')} onDone={() => setStep('package')} />
}

/** Without an account, or without an opened payment, there is nothing to pay (S155-S157). */
function reachableStep(step: Step, user: Me | null, isOpened: boolean): Step {
  if (!user || (step === 'payment' && !isOpened)) return 'details'
  return step
}

function tierOf(text: string | null): PackageTier {
  return packageTiers.find((tier) => tier === text) ?? defaultTier
}
