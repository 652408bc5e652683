import type { ReactNode } from 'react'
import { formatDate } from '#contract/dates.ts'
import type { Me } from '#contract/identity/people.ts'
import { BalanceBar, BalanceParts, balanceText, MinutesLink } from '#web/screens/frame/header/balance-parts.tsx'
import { SubscriptionBadge } from '#web/screens/billing/subscription/subscription-badge.tsx'
import { Card } from '#web/kit/card.tsx'
import { hasOwnPlan } from './no-subscription.tsx'

/** Name, email, subscription status, and the balance with its two parts (S096, S097, D32). */
export function Overview({ user, className }: { user: Me; className?: string }) {
  return (
    <Card title="Overview" className={className}>
      <div className="grid gap-x-8 gap-y-6 sm:grid-cols-2">
        <dl className="flex min-w-0 flex-col gap-4">
          <Fact label="Name">
            {user.firstName} {user.lastName}
          </Fact>
          <Fact label="Email">{user.email}</Fact>
          {hasOwnPlan(user) || user.organizationName === null ? (
            <Fact label="Subscription">
              <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <SubscriptionBadge status={user.subscriptionStatus} />
                <Until user={user} />
              </span>
            </Fact>
          ) : (
            <Fact label="Paid by">{user.organizationName}</Fact>
          )}
        </dl>
        <div className="border-t border-line pt-6 sm:border-t-0 sm:border-l sm:pt-0 sm:pl-8">
          <dl>
            <dt className="text-sm text-muted">Credit balance</dt>
            <dd className="mt-1 text-3xl font-semibold tracking-[-0.02em] tabular">{balanceText(user)}</dd>
          </dl>
          {user.organizationId === null && <BalanceBar user={user} className="mt-4" />}
          <BalanceParts user={user} className="mt-4" />
          <MinutesLink />
        </div>
      </div>
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="mt-1 text-lg break-words">{children}</dd>
    </div>
  )
}

/** When the subscription renews or ends; only a running one has such a date (S097). */
function Until({ user }: { user: Me }) {
  const { subscriptionStatus: status, subscriptionRenewsAt: at, cancelAtPeriodEnd, graceEndsAt } = user
  if (status === 'past_due' && graceEndsAt) return <Note>Access until {formatDate(graceEndsAt)}</Note>
  if (!at) return null
  if (cancelAtPeriodEnd && (status === 'active' || status === 'trialing')) return <Note>Ends on {formatDate(at)}</Note>
  if (status === 'active') return <Note>Renews on {formatDate(at)}</Note>
  return null
}

function Note({ children }: { children: ReactNode }) {
  return <span className="text-base text-muted">{children}</span>
}
