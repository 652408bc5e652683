import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Redirect, useLocation, useSearchParams } from 'wouter'
import { centsToDollars } from '#contract/amounts.ts'
import { defaultTier, type PackageTier, packageTiers, platformAccess } from '#contract/billing/prices.ts'
import { createCombinedPurchase, openFirstPayment } from '#contract/billing/purchases.ts'
import type { Answer } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { meQuery } from '#web/client/me.ts'
import { useStepFocus } from '#web/client/navigation.ts'
import { planState, useHeldView } from '#web/screens/billing/subscription/plan-state.ts'
import { type PriceChange, readPriceChange } from '#web/screens/billing/subscription/price-changed.tsx'
import { PageSkeleton } from '#web/screens/frame/page-skeleton.tsx'
import { Details, PackageStep, type Step, StepPage } from './account-and-package.tsx'

/** New people pay last. */
const loadStep = () => import('#web/screens/billing/paying/payment-step.tsx')
const AutoOpenedPayment = lazy(async () => ({ default: (await loadStep()).AutoOpenedPayment }))
const PaymentStep = lazy(async () => ({ default: (await loadStep()).PaymentStep }))
const OverduePayment = lazy(async () => ({
  default: (await import('#web/screens/billing/subscription/overdue-payment.tsx')).OverduePayment,
}))

/**
 * /register: details, package, payment. It starts at the package for an account without access, and with an open
 * invoice only that can be paid (S064, D4).
 */
export default function Register() {
  const me = useQuery(meQuery)
  const [view, hold] = useHeldView(me.data ? viewOf(me.data) : 'steps')
  return (
    <Loaded read={me} what="Luna" skeleton={<PageSkeleton kind="entry" />}>
      {(user) => {
        if (view === 'home') return <Redirect to={paths.home()} replace />
        return (
          <Suspense fallback={<PageSkeleton kind="form" />}>
            {user && view === 'overdue' ? (
              <OverduePayment user={user} onPaid={hold} />
            ) : (
              <Steps user={user} onPaid={hold} />
            )}
          </Suspense>
        )
      }}
    </Loaded>
  )
}

function viewOf(user: Me): 'overdue' | 'home' | 'steps' {
  if (planState(user) === 'overdue') return 'overdue'
  return user.hasAccess ? 'home' : 'steps'
}

interface StepsProps {
  user: Me | null
  onPaid: () => void
}

/** The three steps, each an entry in the browser's history. A payment left open is resumed (S155-S157, D4, D21). */
function Steps({ user, onPaid }: StepsProps) {
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

interface Options {
  onOpened: (tier: PackageTier) => void
  /** Called when there is no payment to make. */
  onFailed: (tier: PackageTier) => void
}

/** Opens the first payment for a package, or resumes the open one (D34). */
function useFirstPayment({ onOpened, onFailed }: Options) {
  const [opened, setOpened] = useState<Answer<typeof createCombinedPurchase> | null>(null)
  const [priceChange, setPriceChange] = useState<PriceChange | null>(null)
  const [awaited, setAwaited] = useState<PackageTier | null>(null)
  // An answer that arrives after the user moved on is ignored.
  const isAwaited = useRef(false)
  const call = useCall(createCombinedPurchase, {
    done: (answer, { body }) => {
      if (!isAwaited.current) return
      setAwaited(null)
      setOpened(answer)
      onOpened(body.package)
    },
    refused: (error, { body }) => {
      setAwaited(null)
      setPriceChange(readPriceChange(error) ?? priceChange)
      if (isAwaited.current && !opened) onFailed(body.package)
    },
  })
  const subscriptionPrice = priceChange?.monthly ?? centsToDollars(platformAccess.priceCents)

  return {
    opened,
    priceChange,
    /** Price of a month of platform access, in dollars. */
    monthlyDollars: subscriptionPrice,
    isPending: awaited !== null,
    /** Never rejects: a failure has shown its toast. */
    async open(tier: PackageTier): Promise<void> {
      isAwaited.current = true
      setAwaited(tier)
      await call.submit({ body: { package: tier, subscriptionPrice } })
    },
    leave() {
      isAwaited.current = false
      setAwaited(null)
    },
  }
}
