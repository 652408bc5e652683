import { useQuery } from '@tanstack/react-query'
import { CirclePlus, RefreshCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { dollarsToCents, formatCount, formatDollars, minutesText } from '#contract/amounts.ts'
import { payPoolDebt, poolDebts } from '#contract/organizations/pool-debts.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { useMe } from '#web/client/me.ts'
import { readAgain } from '#web/client/query-client.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Fact } from '#web/kit/text/fact.tsx'
import { DebtCard } from '#web/screens/billing/paying/debt-card.tsx'
import { KeptCard, useCardForm } from '#web/screens/billing/paying/use-card-form.tsx'
import { agentTypeNames } from '../labels.ts'
import { PriceLines } from '../prices/summary.tsx'
import type { Overview, TabProps } from '../scope.ts'
import { StatusBadge } from '../status-badge.tsx'
import { billingQuery, autoPurchaseRule, type Billing, type Order } from './billing.ts'
import { History } from './history.tsx'
import { SeatsCard } from './seats.tsx'
import { needsAct, SubscriptionCard } from './subscription-card.tsx'

/** What the organization has bought and paid, its pool, and the state of its subscription (S400-S410, D132, D133). */
export default function BillingTab({ overview, scope }: TabProps) {
  const read = useQuery(billingQuery(overview.id))
  useFreshBilling(overview)
  // Payment pages work only for one's own organization, not for one that a platform admin is viewing.
  const isOwn = !('organizationId' in scope)
  return (
    <Loaded read={read} what="the billing data" skeleton={<LoadingCards />}>
      {(billing) => <Cards overview={overview} billing={billing} isOwn={isOwn} />}
    </Loaded>
  )
}

interface Props {
  overview: Overview
  billing: Billing
  /** Whether the person works in this organization; false when a platform admin views it. */
  isOwn: boolean
}

function Cards(props: Props) {
  const { overview, billing, isOwn } = props
  const { businessRegistration: order, seats, plan } = billing
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
          {paid && <Plan order={paid} />}
          {paid && seats && plan && <SeatsCard organizationId={overview.id} seats={seats} plan={plan} />}
          <History billing={billing} isOwn={isOwn} />
        </div>
        <div className={side}>
          {plan && needsAct(plan) && subscription}
          <PoolMinutes {...props} />
          <Details {...props} />
          {billing.stripeBilling && <PoolCard {...props} />}
          {plan && !needsAct(plan) && subscription}
        </div>
      </div>
    </div>
  )
}

const grid = 'grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]'
/** First on a phone, beside the plan and its payments on wide screens. */
const side = 'flex min-w-0 flex-col gap-6 max-lg:order-first'

function LoadingCards() {
  return (
    <SkeletonGroup label="Loading the billing data…" className={grid}>
      <Skeleton className="h-96" />
      <Skeleton className="h-64" />
    </SkeletonGroup>
  )
}

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

/** Lists the items that were bought, with their totals, and leaves out the others (S400-S403). */
function Plan({ order }: { order: Order }) {
  const { userCount, userPricing, numberOfAgents, agentType, minutePackageName, voiceMinutesPackage } = order
  const line = (isMonthly: boolean, name: string, detail: string, dollars: number) => ({
    name,
    detail,
    cents: dollarsToCents(dollars),
    isMonthly,
  })
  const lines = [
    line(false, 'Agent Build', `${numberOfAgents} x ${agentTypeNames[agentType]}`, order.agentBuildCost),
    line(false, 'Branded PWA Setup', 'Your name, logo and colors', order.brandedPWASetupCost),
    line(true, 'Users', `${formatCount(userCount)} × ${formatDollars(userPricing)}`, order.userAccessCost),
    line(true, 'Voice Minutes', `${minutePackageName}, ${minutesText(voiceMinutesPackage)}`, order.voiceMinutesCost),
    line(true, 'Ongoing Optimization', 'For all your agents', order.optimizationCost),
    line(true, 'Branded PWA Maintenance', 'Hosting and updates', order.brandedPWAMaintenanceCost),
  ]
  return (
    <Card title="Current Plan">
      <PriceLines
        lines={lines.filter(({ cents }) => cents > 0)}
        sums={[
          { label: 'One-time setup total', cents: dollarsToCents(order.paymentAmount) },
          { label: 'Monthly subscription total', cents: dollarsToCents(order.monthlyTotal) },
        ]}
        hasUnits
      />
    </Card>
  )
}

/** The pool and the ways to fill it (S404, S684, D109). */
function PoolMinutes({ overview, billing: { autoPurchase }, isOwn }: Props) {
  return (
    <Card title="Available Credits">
      <p className="text-3xl font-semibold tracking-[-0.02em] tabular">{minutesText(overview.creditBalance)}</p>
      <p className="mt-1 text-muted">The pool that everyone in your organization shares. Its minutes never expire.</p>
      {isOwn && overview.givesAccess && (
        <div className="mt-4">
          <LinkButton href={paths.checkout()} wide icon={<CirclePlus aria-hidden className="size-4" />}>
            Add More Credits
          </LinkButton>
        </div>
      )}
      {autoPurchase && <AutoPurchase autoPurchase={autoPurchase} />}
    </Card>
  )
}

/** Says when the saved card is charged automatically, how much was charged, and what prevents a charge (D109). */
function AutoPurchase({ autoPurchase }: { autoPurchase: NonNullable<Billing['autoPurchase']> }) {
  const { enabled, problem, checkoutId } = autoPurchase
  return (
    <section className="mt-5 flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="flex items-center gap-2 font-medium">
        <RefreshCw aria-hidden className="size-4 text-muted" />
        <span>{enabled ? 'Auto-refill is on' : 'Auto-refill is off'}</span>
      </h3>
      {enabled ? (
        <p className="text-sm text-muted">
          <span>{autoPurchaseRule(autoPurchase)}</span>. This month:{' '}
          <span translate="no">{formatDollars(autoPurchase.spentThisMonth)}</span>.
        </p>
      ) : (
        <p className="text-sm text-muted">Nothing is bought automatically.</p>
      )}
      {problem && (
        <Banner
          tone="warning"
          actions={
            checkoutId && (
              <LinkButton href={paths.checkout({ resume: checkoutId })} size="dense">
                Confirm Payment
              </LinkButton>
            )
          }
        >
          {problem}
        </Banner>
      )}
    </section>
  )
}

/** Who pays, and until when (S405, S406, D132). */
function Details({ overview, billing: { plan, stripeBilling } }: Props) {
  return (
    <Card title="Organization Details">
      <dl className="grid grid-cols-1 gap-x-8 gap-y-4 sm:max-lg:grid-cols-2">
        <Fact label="Organization ID">
          <span className="tabular">{overview.id}</span>
        </Fact>
        <Fact label="Customer ID">
          {stripeBilling ? <span className="break-all">{stripeBilling.customerId}</span> : 'Not connected'}
        </Fact>
        <Fact label="Subscription">
          <StatusBadge organization={overview} />
        </Fact>
        {plan?.renewsAt && (
          <Fact label={renewalName(plan)}>
            <DateTime value={plan.graceEndsAt ?? plan.renewsAt} />
          </Fact>
        )}
      </dl>
    </Card>
  )
}

function renewalName({ status, cancelAtPeriodEnd, graceEndsAt }: NonNullable<Billing['plan']>): string {
  if (graceEndsAt) return 'Access until'
  if (status === 'canceled') return 'Ended'
  return cancelAtPeriodEnd ? 'Ends' : 'Renews'
}

/** The card charged for renewals, seats and auto-purchase, with a button to change it (D46, D109). */
function PoolCard({ overview, billing: { card }, isOwn }: Props) {
  const update = useCardForm({
    title: card ? 'Update card' : 'Add card',
    description:
      'We use it for renewals, seats and auto-refill. Nothing is charged now, unless we retry a declined refill.',
    returnPath: paths.paymentReturn({ after: 'pool-card' }),
    organizationId: overview.id,
  })
  return (
    <Card title="Saved card">
      <KeptCard kept={card} form={isOwn ? update : null} />
    </Card>
  )
}

/**
 * Reloads billing when an automatic purchase or a renewal fills the pool without any action on this page (D133).
 * Talking only uses minutes and changes nothing here.
 */
function useFreshBilling({ id }: Overview): void {
  const me = useMe()
  const minutes = me?.organizationId === id ? (me.organizationCredits ?? 0) : 0
  const seen = useRef(minutes)
  useEffect(() => {
    const isMore = minutes > seen.current
    seen.current = minutes
    if (isMore) void readAgain()
  }, [minutes])
}
