import { Check } from 'lucide-react'
import { useEffect, useState } from 'react'
import { centsToDollars, creditText, formatDollars, formatMinutes } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { platformAccess } from '#contract/billing/prices.ts'
import { createSubscriptionPayment } from '#contract/billing/purchases.ts'
import { resumeSubscription } from '#contract/billing/subscription.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query, useCall } from '#web/client/api.ts'
import { refreshMe, useMe } from '#web/client/me.ts'
import { AutoOpenedPayment } from '#web/screens/billing/paying/payment-step.tsx'
import { OverduePayment } from './overdue-payment.tsx'
import { planState, useHeldView } from './plan-state.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { PriceChanged, readPriceChange } from './price-changed.tsx'
import { SubscriptionBadge } from './subscription-badge.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { useOpened } from '#web/client/use-opened.ts'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { Fact } from '#web/kit/text/fact.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { PageSkeleton } from '#web/screens/frame/page-skeleton.tsx'
import { TextLink } from '#web/kit/text-link.tsx'

/**
 * /subscribe: platform access alone, the open invoice of a failed renewal, or the active subscription (S093, D7, D35).
 */
export default function Subscribe() {
  const user = useMe()
  const [view, hold] = useHeldView(user ? planState(user) : null)
  if (!user) return null
  if (view === 'running') return <RunningPlan user={user} />
  if (view === 'overdue') return <OverduePayment user={user} onPaid={hold} />
  return <NewPlan user={user} onPaid={hold} />
}

const explained = ['invoice_open']

function NewPlan({ user, onPaid }: { user: Me; onPaid: () => void }) {
  const [amount, setAmount] = useState(centsToDollars(platformAccess.priceCents))
  const open = useOpened(query(createSubscriptionPayment, { body: { tier: platformAccess.tier, amount } }), {
    failed: createSubscriptionPayment,
    explained,
  })
  const { clientSecret, summary } = open.data ?? {}
  // Paid or overdue meanwhile, perhaps in another tab: reloading the user leads to the right screen.
  const isInvoiceOpen = open.error instanceof ApiError && open.error.code === 'invoice_open'
  const isOutdated = isInvoiceOpen || (open.isSuccess && !clientSecret)
  useEffect(() => {
    if (isOutdated) void refreshMe()
  }, [isOutdated])
  if (isOutdated) return <PageSkeleton kind="list" />

  const change = readPriceChange(open.error)
  function agree(monthly: number) {
    if (monthly === amount) void open.refetch()
    else setAmount(monthly)
  }
  const refusal = change && (
    <PriceChanged
      change={change}
      action={
        <Button size="dense" onClick={() => agree(change.monthly)}>
          Continue with <span translate="no">{formatDollars(change.monthly)}</span>
        </Button>
      }
    />
  )

  return (
    <Page title="Subscribe" description="Monthly platform access. Your agents are one payment away.">
      <AutoOpenedPayment
        kind="subscription"
        user={user}
        opened={clientSecret && summary ? { clientSecret, summary } : undefined}
        call={open}
        refusal={refusal}
        onPaid={onPaid}
        summaryTitle="Starter Monthly"
        summaryHead={<PlanFacts user={user} monthly={change?.monthly ?? amount} />}
        note="We'll save this card for the monthly renewal."
      />
    </Page>
  )
}

function PlanFacts({ user, monthly }: { user: Me; monthly: number }) {
  const points = [
    `${creditText(platformAccess.monthlyMinutes)} per month with no rollover; 1 credit = 1 minute`,
    user.purchasedCredits > 0 &&
      `Your ${formatMinutes(user.purchasedCredits)} purchased minutes, ready to use right away`,
    'Every public agent',
  ].filter((point) => point !== false)
  return (
    <>
      <p className="flex items-baseline gap-1">
        <span className="text-3xl font-semibold tabular">{formatDollars(monthly)}</span>
        <span className="text-muted">/month</span>
      </p>
      <ul className="mt-4 flex flex-col gap-1.5">
        {points.map((point) => (
          <li key={point} className="flex items-start gap-2">
            <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-link" />
            <span>{point}</span>
          </li>
        ))}
      </ul>
      {!user.hasAccess && (
        <p className="mt-4 text-sm text-muted">
          Need more minutes? <TextLink href={paths.register({ step: 'payment' })}>Subscribe with a package</TextLink> in
          one payment.
        </p>
      )}
    </>
  )
}

/** The active subscription: its state, its next date, and how to resume a canceled one; no second payment (D35). */
function RunningPlan({ user }: { user: Me }) {
  const resume = useCall(resumeSubscription)
  const { subscriptionStatus, subscriptionPlan: plan, subscriptionRenewsAt, cancelAtPeriodEnd } = user
  return (
    <Page title={plan?.name ?? 'Your subscription'} description={runningText(user)} width="form">
      <Card>
        <dl className="grid grid-cols-1 gap-x-8 gap-y-4 sm:grid-cols-2">
          <Fact isLarge label="Status">
            <SubscriptionBadge status={subscriptionStatus} />
          </Fact>
          {subscriptionRenewsAt && (
            <Fact isLarge label={cancelAtPeriodEnd ? 'Access ends' : 'Renews'}>
              <DateTime value={subscriptionRenewsAt} />
            </Fact>
          )}
          {plan && (
            <>
              <Fact isLarge label="Price">{`${formatDollars(plan.price)}/month`}</Fact>
              <Fact isLarge label="Each month">{`${creditText(plan.minutes)}, no rollover`}</Fact>
            </>
          )}
        </dl>
        <div className="mt-6 flex flex-wrap gap-2">
          {cancelAtPeriodEnd ? (
            <Button pending={resume.isPending} pendingText="Resuming…" onClick={() => resume.mutate()}>
              Resume Subscription
            </Button>
          ) : (
            <LinkButton href={paths.checkout()}>Add Credits</LinkButton>
          )}
          <LinkButton href={paths.account()} variant="secondary">
            Go to Account
          </LinkButton>
        </div>
      </Card>
    </Page>
  )
}

function runningText({ cancelAtPeriodEnd }: Me): string {
  const state = 'Your subscription is already active.'
  return cancelAtPeriodEnd ? `${state} It was canceled, and you can resume it until it ends.` : state
}
