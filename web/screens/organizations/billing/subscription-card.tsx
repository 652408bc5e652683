import { formatDate } from '#contract/dates.ts'
import { formatDollars } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import {
  cancelOrganizationSubscription,
  payOrganizationOverdue,
  reactivateOrganization,
  resumeOrganizationSubscription,
} from '#contract/organizations/subscription.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { useCall } from '#web/client/api.ts'
import { focusHeading } from '#web/client/navigation.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { CardFormDialog } from '#web/screens/billing/paying/card-form-dialog.tsx'
import { keptCard } from '#web/screens/billing/paying/card-name.ts'
import { settleWithToast } from '#web/screens/billing/paying/settle-payment.ts'
import { CancelOrResume } from '#web/screens/billing/subscription/cancel-or-resume.tsx'
import type { Overview } from '../scope.ts'
import type { Billing } from './billing.ts'

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
  if (cancelAtPeriodEnd) return <p>It ends{date && <span> on {date}</span>}. Until then, nothing changes.</p>
  return (
    <p>
      It renews{date && <span> on {date}</span>} for <span translate="no">{formatDollars(monthlyTotal)}</span>.
    </p>
  )
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

interface ActsProps {
  /** The id of the organization. */
  id: number
  plan: Plan
}

function Acts({ id, plan }: ActsProps) {
  const { status } = plan
  if (status === 'canceled') {
    return (
      <PayButton
        call={reactivateOrganization}
        id={id}
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
          id={id}
          label="Fix Payment"
          title="Fix your payment"
          describe={(amount) => `${amount} for the overdue month. This card will be used for future months.`}
        />
      )}
      <CancelOrResumePlan id={id} plan={plan} />
    </>
  )
}

/** Cancels or resumes the subscription of a whole organization. */
function CancelOrResumePlan({ id, plan: { cancelAtPeriodEnd, renewsAt } }: ActsProps) {
  const params = { organizationId: String(id) }
  const cancel = useCall(cancelOrganizationSubscription, {
    told: ({ accessEndsAt }) => ({
      title: 'Subscription Cancelled',
      description: `Your organization keeps access until the end of the month${accessEndsAt ? `, ${formatDate(accessEndsAt)}` : ''}.`,
      tone: 'success',
    }),
  })
  const resume = useCall(resumeOrganizationSubscription)
  return (
    <CancelOrResume
      cancelAtPeriodEnd={cancelAtPeriodEnd}
      title="Cancel your organization's subscription?"
      isResuming={resume.isPending}
      onResume={() => resume.mutate({ params })}
      onCancel={() => cancel.submit({ params })}
    >
      <p>
        Everyone loses access at the end of the month
        {renewsAt && (
          <span>
            , on <DateTime value={renewsAt} />
          </span>
        )}
        . Until then, nothing changes. You won't be charged again.
      </p>
      <p className="mt-3">Minutes, people and history are kept. You can come back at any time.</p>
    </CancelOrResume>
  )
}

const accessPaid: ToastMessage = {
  title: 'Payment Successful',
  description: 'Your organization has full access.',
  tone: 'success',
}

interface PayProps {
  call: typeof payOrganizationOverdue | typeof reactivateOrganization
  /** The id of the organization. */
  id: number
  label: string
  title: string
  /** Says what the amount is for. */
  describe: (amount: string) => string
}

/** Opens a payment of the organization and takes a card for it, or the saved one (D49, D129). */
function PayButton({ call, id, label, title, describe }: PayProps) {
  const open = useCall(call, { done: (opened) => void pay(opened) })

  async function pay(opened: Answer<typeof call>) {
    const amount = formatDollars(opened.amount)
    const payLabel = `Pay ${amount}`
    const paid = await openDialog<string>((close) => (
      <CardFormDialog
        clientSecret={opened.clientSecret}
        purpose="payment"
        title={title}
        description={describe(amount)}
        payLabel={payLabel}
        keptCard={keptCard(opened, payLabel)}
        returnPath={paths.paymentReturn({ after: 'pool' })}
        onClose={close}
        onPaid={close}
      />
    ))
    if (paid === undefined) return
    await settleWithToast(paid, accessPaid)
    // The pressed button is gone.
    focusHeading()
  }

  return (
    <Button
      wide
      pending={open.isPending}
      pendingText="Preparing…"
      onClick={() => open.mutate({ params: { organizationId: String(id) } })}
    >
      {label}
    </Button>
  )
}
