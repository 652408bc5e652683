import { formatCents, minutesText } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { platformAccess } from '#contract/billing/prices.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Card } from '#web/kit/card.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'

/** Returns whether the user has a subscription or auto-purchase of their own to manage. */
export function hasOwnPlan({ subscriptionStatus, autoPurchaseEnabled }: Me): boolean {
  return subscriptionStatus !== null || autoPurchaseEnabled
}

/** Who pays instead, or the way to a subscription, for a user without one (D26). */
export function NoSubscription({ user }: { user: Me }) {
  return user.organizationName === null ? <Subscribe /> : <Organization user={user} name={user.organizationName} />
}

function Subscribe() {
  const { priceCents, monthlyMinutes } = platformAccess
  return (
    <Card title="Subscription">
      <p className="mb-4 text-muted">
        You don't have a subscription. Platform access costs <span translate="no">{formatCents(priceCents)}</span> a
        month and includes <span>{minutesText(monthlyMinutes)}</span>.
      </p>
      <LinkButton href={paths.subscribe()} wide>
        Subscribe
      </LinkButton>
    </Card>
  )
}

function Organization({ user, name }: { user: Me; name: string }) {
  return (
    <Card title="Organization">
      <p className="text-lg font-medium wrap-anywhere">{name}</p>
      <p className="mt-1 mb-4 text-muted">
        {user.hasOrganizationAccess
          ? 'Your sessions use its shared minutes, at no cost to you.'
          : 'It has no active access at the moment.'}
      </p>
      <div className="flex flex-col gap-3">
        <LinkButton href={paths.organizationDashboard()} wide>
          Open Dashboard
        </LinkButton>
        {user.organizationRole === 'admin' && (
          <LinkButton href={paths.organizationDashboard({ tab: 'billing' })} variant="secondary" wide>
            Open Billing
          </LinkButton>
        )}
      </div>
    </Card>
  )
}
