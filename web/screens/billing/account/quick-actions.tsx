import { CirclePlus } from 'lucide-react'
import { formatDate } from '#contract/dates.ts'
import { formatDollars, minutesText } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { cancelSubscription, resumeSubscription } from '#contract/billing/subscription.ts'
import { useCall } from '#web/client/api.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { CancelOrResume } from '../subscription/cancel-or-resume.tsx'

/** Buying minutes, and the actions that the subscription's state allows (S098, S099, D41). */
export function QuickActions({ user }: { user: Me }) {
  const { subscriptionStatus: status, subscriptionPlan: plan, cancelAtPeriodEnd } = user
  const isRunning = status === 'active' || status === 'trialing' || status === 'past_due'
  const isUnpaid = status === 'past_due'
  return (
    <Card title="Quick Actions">
      <div className="flex flex-col gap-3">
        {isUnpaid && (
          <>
            <p className="text-muted">Your last subscription payment failed. Pay it to keep your access.</p>
            <LinkButton href={paths.subscribe()} wide>
              Fix Payment
            </LinkButton>
          </>
        )}
        {status === 'canceled' && (
          <LinkButton href={paths.subscribe()} wide>
            Reactivate
          </LinkButton>
        )}
        <LinkButton
          href={paths.checkout()}
          wide
          variant={isUnpaid || status === 'canceled' ? 'secondary' : 'primary'}
          icon={<CirclePlus aria-hidden className="size-4" />}
        >
          Buy Credits
        </LinkButton>
        {isRunning && <CancelOrResumeOwn user={user} />}
        {plan && status === 'active' && !cancelAtPeriodEnd && (
          <p className="text-sm text-muted">
            Platform access costs <span translate="no">{formatDollars(plan.price)}</span> a month and includes{' '}
            <span>{minutesText(plan.minutes)}</span>.
          </p>
        )}
      </div>
    </Card>
  )
}

/** A cancellation takes effect at the end of the paid month and can be undone until then. */
function CancelOrResumeOwn({ user: { cancelAtPeriodEnd, subscriptionRenewsAt: endsAt } }: { user: Me }) {
  const resume = useCall(resumeSubscription)
  const cancel = useCall(cancelSubscription, {
    told: ({ accessEndsAt }) => ({
      title: 'Subscription Cancelled',
      description: `You can keep using Luna until the end of the billing period${accessEndsAt ? `, ${formatDate(accessEndsAt)}` : ''}.`,
      tone: 'success',
    }),
  })
  const until = endsAt
    ? `You can resume your subscription until ${formatDate(endsAt)}.`
    : 'You can still resume your subscription.'
  return (
    <CancelOrResume
      cancelAtPeriodEnd={cancelAtPeriodEnd}
      title="Cancel your subscription?"
      isResuming={resume.isPending}
      onResume={() => resume.mutate()}
      onCancel={() => cancel.submit()}
      note={cancelAtPeriodEnd && <p className="text-sm text-muted">{until}</p>}
    >
      <p>
        Your access ends at the end of the billing period{endsAt && <span>{`, on ${formatDate(endsAt)}`}</span>}. Until
        then you keep full access, and we won't charge you for the subscription again.
      </p>
      <p className="mt-3">Your purchased minutes are kept and usable again when you come back.</p>
    </CancelOrResume>
  )
}
