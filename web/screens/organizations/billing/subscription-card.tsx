import type { ReactNode } from 'react'
import { formatDollars } from '#contract/amounts.ts'
import { payOrganizationOverdue, reactivateOrganization } from '#contract/organizations/subscription.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Card } from '#web/kit/card.tsx'
import type { Overview } from '../scope.ts'
import type { Billing } from './billing.ts'
import { CancelOrResumePlan } from './cancel-or-resume-plan.tsx'
import { PayButton } from './pay-button.tsx'

type Plan = NonNullable<Billing['plan']>

interface Props {
  overview: Overview
  plan: Plan
  monthlyTotal: number
  /** Whether it can be changed here. */
  isOwn: boolean
}

/** Returns whether the subscription needs attention: it has ended, or a payment failed. */
export function needsAct({ status }: Plan): boolean {
  return status !== 'active'
}

/** The state of the subscription, and what admins can do about it (D7, D41, D129). */
export function SubscriptionCard(props: Props) {
  const { overview, plan, isOwn } = props
  return (
    <Card title="Subscription">
      <div className="flex flex-col gap-4">
        <State {...props} />
        {isOwn && overview.isActive && <Acts id={overview.id} plan={plan} />}
      </div>
    </Card>
  )
}

function State({ overview, plan, monthlyTotal }: Props) {
  const { status, cancelAtPeriodEnd, renewsAt } = plan
  const date = renewsAt && <DateTime value={renewsAt} />
  if (!overview.isActive) {
    return <Banner tone="warning">This organization is switched off. Please contact support to reopen it.</Banner>
  }
  if (status === 'canceled') {
    return (
      <>
        <p>It ended{date && <span> on {date}</span>}. Your minutes, people and history are kept.</p>
        <p className="text-muted">
          Start again with the same plan: <span translate="no">{formatDollars(monthlyTotal)}</span> for the first month.
        </p>
      </>
    )
  }
  if (status === 'past_due') return <Overdue plan={plan} />
  if (cancelAtPeriodEnd)
    return <Sentence>It ends{date && <span> on {date}</span>}. Until then, nothing changes.</Sentence>
  return (
    <Sentence>
      It renews{date && <span> on {date}</span>} for <span translate="no">{formatDollars(monthlyTotal)}</span>.
    </Sentence>
  )
}

function Sentence({ children }: { children: ReactNode }) {
  return <p>{children}</p>
}

function Overdue({ plan: { hasAccess, graceEndsAt } }: { plan: Plan }) {
  return (
    <Banner tone="warning" title="Payment failed.">
      {hasAccess && graceEndsAt ? (
        <>
          Please fix it by <DateTime value={graceEndsAt} /> so that your team keeps access.
        </>
      ) : (
        'Access has ended. It returns as soon as the overdue month is paid.'
      )}
    </Banner>
  )
}

function Acts({ id, plan }: { id: number; plan: Plan }) {
  const { status } = plan
  if (status === 'canceled') {
    return (
      <PayButton
        call={reactivateOrganization}
        organizationId={id}
        label="Reactivate"
        title="Reactivate your organization"
        describe={(amount) => `${amount} for the first month of your plan. It renews every month; cancel anytime.`}
      />
    )
  }
  return (
    <>
      {status === 'past_due' && (
        <PayButton
          call={payOrganizationOverdue}
          organizationId={id}
          label="Fix Payment"
          title="Fix your payment"
          describe={(amount) => `${amount} for the overdue month. This card will be used for future months.`}
        />
      )}
      <CancelOrResumePlan organizationId={id} plan={plan} />
    </>
  )
}
