import { countText, formatDollars, minutesText } from '#contract/amounts.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Banner } from '#web/kit/banner.tsx'
import type { Order } from './billing.ts'
import { agentTypeNames } from '../labels.ts'

/** Shows the order when there is no payment to show (S408, S409, D132). */
export function PackageSummary({ order }: { order: Order }) {
  const isPaid = order.status === 'paid'
  const facts = [
    ['Agent type', agentTypeNames[order.agentType]],
    ['Number of agents', String(order.numberOfAgents)],
    ['Branded PWA', yesOrNo(order.brandedPWA)],
    ['Ongoing optimization', yesOrNo(order.ongoingOptimization)],
    ['Team size', countText(order.teamSize, 'user')],
    ['Voice minutes', minutesText(order.voiceMinutesPackage)],
    ['Setup payment', formatDollars(order.paymentAmount)],
    ['Monthly cost', formatDollars(order.monthlyCost)],
  ] as const
  return (
    <article className="flex flex-col gap-4 rounded-card border border-line p-4 sm:p-5">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">Package for {order.organizationName}</h3>
        <Badge tone={isPaid ? 'success' : 'warning'}>{isPaid ? 'Active' : 'Not paid yet'}</Badge>
      </header>
      {!isPaid && <Banner tone="warning">Payment integration is pending.</Banner>}
      <dl className="grid grid-cols-1 gap-x-8 gap-y-3 sm:grid-cols-2 lg:grid-cols-4">
        {facts.map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  )
}

function yesOrNo(isBought: boolean): string {
  return isBought ? 'Yes' : 'No'
}
