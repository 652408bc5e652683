import { useQuery } from '@tanstack/react-query'
import { CirclePlus } from 'lucide-react'
import { minutesText } from '#contract/amounts.ts'
import { payPoolDebt, poolDebts } from '#contract/organizations/pool-debts.ts'
import { query } from '#web/client/api.ts'
import { DebtCard } from '#web/screens/billing/paying/debt-card.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import type { TabProps } from '../scope.ts'
import { billingQuery, type Billing } from './billing.ts'
import { Details } from './details.tsx'
import { History } from './history.tsx'
import { PlanLines } from './plan-lines.tsx'
import { PoolCard } from './pool-card.tsx'
import { PoolAutoPurchase } from './pool-auto-purchase.tsx'
import { SeatsCard } from './seats-card.tsx'
import { needsAct, SubscriptionCard } from './subscription-card.tsx'
import { useFreshBilling } from './use-fresh-billing.ts'

/** What the organization has bought and paid, its pool, and the state of its subscription (S400-S410, D132, D133). */
export default function BillingTab({ overview, scope }: TabProps) {
  const billing = useQuery(billingQuery(overview.id))
  useFreshBilling(overview)
  if (billing.isError) return <LoadError what="the billing data" failed={billing} />
  if (!billing.data) return <LoadingCards />
  const { businessRegistration: order, seats, plan } = billing.data
  // Payment pages work only for one's own organization, not for one that a platform admin is viewing.
  const isOwn = !('organizationId' in scope)
  // An unpaid order is not a plan yet (D132).
  const paid = order?.status === 'paid' ? order : null
  const subscription = plan && paid && (
    <SubscriptionCard overview={overview} plan={plan} monthlyTotal={paid.monthlyTotal} isOwn={isOwn} />
  )
  return (
    <div className="flex flex-col gap-6">
      {isOwn && <PoolDebts />}
      <div className={grid}>
        <div className="flex min-w-0 flex-col gap-6">
          {paid && <PlanLines order={paid} />}
          {paid && seats && plan && <SeatsCard organizationId={overview.id} seats={seats} plan={plan} />}
          <History billing={billing.data} isOwn={isOwn} />
        </div>
        <div className={side}>
          {plan && needsAct(plan) && subscription}
          <MinutesHistory overview={overview} billing={billing.data} isOwn={isOwn} />
          <Details overview={overview} billing={billing.data} />
          {billing.data.stripeBilling && (
            <PoolCard organizationId={overview.id} card={billing.data.card} isOwn={isOwn} />
          )}
          {plan && !needsAct(plan) && subscription}
        </div>
      </div>
    </div>
  )
}

const grid = 'grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]'
/** First on a phone, beside the plan and its payments on wide screens. */
const side = 'flex min-w-0 flex-col gap-6 max-lg:order-first'

/** Nobody can talk until the pool's debt is paid, so it comes first when there is one (D44). */
function PoolDebts() {
  const owed = useQuery(query(poolDebts, { query: {} }))
  if (!owed.data?.length) return null
  return (
    <DebtCard owed={owed} call={payPoolDebt} returnPath={paths.paymentReturn({ after: 'pool-debt' })}>
      Your team can talk to its agents again as soon as this is paid. Your minutes are kept.
    </DebtCard>
  )
}

/** The pool and the ways to fill it (S404, S684, D109). */
function MinutesHistory({
  overview,
  billing: { autoPurchase },
  isOwn,
}: Pick<TabProps, 'overview'> & { billing: Billing; isOwn: boolean }) {
  return (
    <Card title="Available Credits">
      <p className="text-3xl font-semibold tracking-[-0.02em] tabular">{minutesText(overview.creditBalance)}</p>
      <p className="mt-1 text-muted">Shared by everyone in your organization. They never expire.</p>
      {isOwn && overview.givesAccess && (
        <div className="mt-4">
          <LinkButton href={paths.checkout()} wide icon={<CirclePlus aria-hidden className="size-4" />}>
            Add More Credits
          </LinkButton>
        </div>
      )}
      {autoPurchase && <PoolAutoPurchase autoPurchase={autoPurchase} />}
    </Card>
  )
}

function LoadingCards() {
  return (
    <SkeletonGroup label="Loading the billing data…" className={grid}>
      <Skeleton className="h-96" />
      <Skeleton className="h-64" />
    </SkeletonGroup>
  )
}
