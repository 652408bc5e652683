import type { ReactNode } from 'react'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Card } from '#web/kit/card.tsx'
import { StatusBadge } from '../status-badge.tsx'
import type { Overview } from '../scope.ts'
import type { Billing } from './billing.ts'

/** Who pays, and until when (S405, S406, D132). */
export function Details({ overview, billing }: { overview: Overview; billing: Billing }) {
  const { plan, stripeBilling } = billing
  return (
    <Card title="Organization Details">
      <dl className="grid grid-cols-1 gap-x-8 gap-y-4 sm:max-lg:grid-cols-2">
        <Fact name="Organization ID">
          <span className="tabular">{overview.id}</span>
        </Fact>
        <Fact name="Customer ID">
          {stripeBilling ? <span className="break-all">{stripeBilling.customerId}</span> : 'Not connected'}
        </Fact>
        <Fact name="Subscription">
          <StatusBadge organization={overview} />
        </Fact>
        {plan?.renewsAt && (
          <Fact name={renewalName(plan)}>
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  )
}
