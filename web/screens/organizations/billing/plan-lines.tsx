import { formatCount, formatDollars, minutesText } from '#contract/amounts.ts'
import { Card } from '#web/kit/card.tsx'
import { agentTypeNames } from '../labels.ts'
import type { Order } from './billing.ts'

interface Line {
  name: string
  detail: string
  dollars: number
  isMonthly: boolean
}

/** Lists the items that were bought, with their totals, and leaves out the others (S400-S403). */
export function PlanLines({ order }: { order: Order }) {
  const lines = linesOf(order).filter(({ dollars }) => dollars > 0)
  return (
    <Card title="Current Plan">
      <Lines title="Every month" lines={lines.filter(({ isMonthly }) => isMonthly)} />
      <Lines title="One-time" lines={lines.filter(({ isMonthly }) => !isMonthly)} />
      <dl className="mt-5 flex flex-col gap-2 border-t border-line pt-4">
        <Sum name="One-time setup total" dollars={order.paymentAmount} />
        <Sum name="Monthly subscription total" dollars={order.monthlyTotal} />
      </dl>
    </Card>
  )
}

function linesOf(order: Order): Line[] {
  const { userCount, userPricing, numberOfAgents, agentType, minutePackageName, voiceMinutesPackage } = order
  return [
    monthly('Users', `${formatCount(userCount)} × ${formatDollars(userPricing)}`, order.userAccessCost),
    monthly('Voice Minutes', `${minutePackageName}, ${minutesText(voiceMinutesPackage)}`, order.voiceMinutesCost),
    monthly('Ongoing Optimization', 'For all your agents', order.optimizationCost),
    monthly('Branded PWA Maintenance', 'Hosting and updates', order.brandedPWAMaintenanceCost),
    once('Agent Build', `${numberOfAgents} x ${agentTypeNames[agentType]}`, order.agentBuildCost),
    once('Branded PWA Setup', 'Your name, logo and colors', order.brandedPWASetupCost),
  ]
}

function monthly(name: string, detail: string, dollars: number): Line {
  return { name, detail, dollars, isMonthly: true }
}

function once(name: string, detail: string, dollars: number): Line {
  return { name, detail, dollars, isMonthly: false }
}

function Lines({ title, lines }: { title: string; lines: readonly Line[] }) {
  if (lines.length === 0) return null
  return (
    <section className="mb-5 last-of-type:mb-0">
      <h3 className="text-sm font-medium text-muted">{title}</h3>
      <dl className="mt-2 flex flex-col gap-2.5">
        {lines.map(({ name, detail, dollars, isMonthly }) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="min-w-0">
              {name}
              <span className="block text-sm text-muted">{detail}</span>
            </dt>
            <dd className="shrink-0 text-right">
              <span className="tabular">{formatDollars(dollars)}</span>
              <span className="block text-sm text-muted">{isMonthly ? 'per month' : 'one-time'}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Sum({ name, dollars }: { name: string; dollars: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4 font-semibold">
      <dt>{name}</dt>
      <dd className="text-lg tabular">{formatDollars(dollars)}</dd>
    </div>
  )
}
