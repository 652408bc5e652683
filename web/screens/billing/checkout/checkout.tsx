import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { minutesText } from '#contract/amounts.ts'
import { firstPackageBonus, packages, packageTiers } from '#contract/billing/prices.ts'
import { createPaymentIntent, firstTimeEligible } from '#contract/billing/purchases.ts'
import type { Answer, Input } from '#contract/call.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall } from '#web/client/api.ts'
import { useLoadToast } from '#web/client/load-toast.ts'
import { useMe } from '#web/client/me.ts'
import { useStepFocus } from '#web/client/navigation.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PackageCards, packageNameId } from '#web/screens/billing/package-cards.tsx'
import { keptCard } from '#web/screens/billing/paying/card-name.ts'
import { payLabel } from '#web/screens/billing/paying/order-summary.tsx'
import { PaymentStep } from '#web/screens/billing/paying/payment-step.tsx'
import { minutesToTalk } from '#web/screens/frame/header/balance-parts.tsx'
import { RequestMinutes, shortageOf } from '#web/screens/frame/header/request-minutes.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { PoolHead, poolPackageNameId, PoolPackages } from './pool-packages.tsx'
import { ResumePayment } from './resume-payment.tsx'

/**
 * /checkout: four plans, then the payment (S089-S092); packages for the pool of an organization (D49); or a payment
 * that the bank stopped (D47).
 */
export default function Checkout() {
  const user = useMe()
  const [search] = useSearchParams()
  const stoppedId = search.get('resume')
  if (!user) return null
  if (stoppedId) return <ResumePayment key={stoppedId} user={user} checkoutId={stoppedId} />
  const { organizationId, organizationName, organizationRole } = user
  if (organizationId === null || organizationName === null) return <Purchase user={user} pool={null} />
  if (organizationRole !== 'admin') return <AskAdmins user={user} />
  return <Purchase key={organizationId} user={user} pool={{ id: organizationId, name: organizationName }} />
}

type Opened = Answer<typeof createPaymentIntent>

interface PurchaseProps {
  user: Me
  /** The organization whose pool gets the minutes; null for the person's own balance. */
  pool: { id: number; name: string } | null
}

/** One package, then its payment with the saved card or another (S089-S092, D49). */
function Purchase({ user, pool }: PurchaseProps) {
  const [opened, setOpened] = useState<Opened | null>(null)
  useStepFocus(opened ? 'payment' : 'plans')
  if (!opened) return <Plans user={user} pool={pool} onOpened={setOpened} />
  return (
    <Page
      title="Payment"
      description={`We'll add ${pool ? 'the minutes to the pool' : 'your minutes'} as soon as your payment goes through.`}
    >
      <PaymentStep
        kind={pool ? 'pool' : 'purchase'}
        user={user}
        opened={opened}
        keptCard={keptCard(opened, payLabel(opened.summary))}
        summaryHead={pool && <PoolHead organizationName={pool.name} minutes={opened.summary.packageMinutes} />}
        back={{ label: pool ? 'Back to Packages' : 'Back to Plans', onBack: () => setOpened(null) }}
      />
    </Page>
  )
}

/** Four packages for a person, five for a pool. */
function Plans({ user, pool, onOpened }: PurchaseProps & { onOpened: (opened: Opened) => void }) {
  const open = useCall(createPaymentIntent, { done: onOpened })
  const opening = open.isPending ? open.variables.body.tier : null

  function choose(
    tier: Input<typeof createPaymentIntent>['body']['tier'],
    name: string,
    nameId: string,
    isMain: boolean,
  ) {
    return (
      <Button
        wide
        variant={isMain ? 'primary' : 'secondary'}
        aria-describedby={nameId}
        pending={opening === tier}
        pendingText="Preparing…"
        disabled={opening !== null && opening !== tier}
        onClick={() => open.mutate({ body: { tier, ...(pool && { organizationId: pool.id }) } })}
      >
        Choose {name}
      </Button>
    )
  }

  if (pool) {
    return (
      <Page
        title="Buy Credits"
        description={`A one-time top-up for everyone in ${pool.name}. Minutes in the pool never expire.`}
        actions={<Balance minutes={user.organizationCredits ?? 0} label="In the pool" />}
      >
        <PoolPackages
          action={(tier, { name, badge }) => choose(tier, name, poolPackageNameId(tier), badge !== undefined)}
        />
      </Page>
    )
  }
  return (
    <Page
      title="Buy Credits"
      description="Minutes you buy never expire. 1 credit = 1 minute with any agent."
      actions={<Balance minutes={user.creditBalance} label="Current balance" />}
    >
      <FirstTimeBonus />
      <PackageCards action={({ tier, name, popular }) => choose(tier, name, packageNameId(tier), popular)} />
    </Page>
  )
}

/** Shown while there is a bonus, to people who have not bought anything yet (S090, D40). */
function FirstTimeBonus() {
  const { data } = useLoadToast(useQuery(query(firstTimeEligible)))
  if (!data?.isFirstTime || data.bonusPercent <= 0) return null
  const { bonusPercent } = data
  // Whole minutes, as they will be credited; a small percentage of a small package may round to none.
  const given = packageTiers
    .map((tier) => ({ ...packages[tier], bonus: firstPackageBonus(packages[tier].minutes, bonusPercent) }))
    .filter(({ bonus }) => bonus > 0)
    .map(({ name, bonus }) => `${bonus} with ${name}`)
  return (
    <div className="mb-6">
      <Banner tone="success" title="First-time bonus">
        {`Your first package comes with ${bonusPercent}% more minutes: ${given.join(', ')}.`}
      </Banner>
    </div>
  )
}

/** Members cannot buy for the pool, so they ask its admins (D49). */
function AskAdmins({ user }: { user: Me }) {
  const isLimited = user.monthLeftSeconds !== null
  return (
    <Page
      title="Minutes for your organization"
      actions={<Balance minutes={minutesToTalk(user)} label={isLimited ? 'Left this month' : 'In the pool'} />}
      width="form"
    >
      <EmptyState
        title={`${user.organizationName} pays for your sessions`}
        action={
          <>
            <RequestMinutes about={shortageOf(user)} />
            <LinkButton href={paths.organizationDashboard()} variant="ghost">
              Go to Dashboard
            </LinkButton>
          </>
        }
      >
        {isLimited
          ? 'Your admins set how many minutes you get each month. If you need more, ask them with one click.'
          : "Your admins add minutes to the pool everyone shares. If it's running low, ask them for more with one click."}
      </EmptyState>
    </Page>
  )
}

/** The balance, next to the title. */
function Balance({ minutes, label }: { minutes: number; label: string }) {
  return (
    <p className="inline-flex items-center gap-2 rounded-card border border-line bg-surface px-4 py-2 text-muted">
      <Clock aria-hidden className="size-4" />
      {label} <span className="font-semibold text-text tabular">{minutesText(minutes)}</span>
    </p>
  )
}
