import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { minutesText } from '#contract/amounts.ts'
import { changePoolAutoPurchase } from '#contract/organizations/settings.ts'
import { useCall } from '#web/client/api.ts'
import { cardName } from '#web/screens/billing/paying/card-name.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { ShareBar } from '#web/kit/charts/share-bar.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { Switch } from '#web/kit/fields/switch.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { TabProps } from '../scope.ts'
import { billingQuery } from '../billing/billing.ts'
import { chargesNow, money, type AutoPurchaseProps, useChargeQuestion } from './auto-purchase-charge.tsx'
import { AutoPurchaseLimitDialog } from './auto-purchase-limit-dialog.tsx'
import { failures, successes } from './toasts.ts'

/** Turns auto-purchase for the pool on and off, and shows its package, price, threshold and limit (D109). */
export function AutoPurchaseCard({ overview, scope }: TabProps) {
  const billing = useQuery(billingQuery(overview.id))
  return (
    <Card title="Auto-Refill" description="Buys minutes with the saved card before the pool runs out.">
      {billing.isPending && (
        <SkeletonGroup label="Loading the auto-refill settings…">
          <Skeleton className="h-24" />
        </SkeletonGroup>
      )}
      {billing.isError && <LoadError what="the auto-refill settings" failed={billing} />}
      {billing.data && !billing.data.autoPurchase && (
        <p className="text-muted">Auto-refill comes with a minute package, which this organization doesn't have.</p>
      )}
      {billing.data?.autoPurchase && (
        <AutoPurchase
          autoPurchase={billing.data.autoPurchase}
          card={billing.data.card}
          balance={overview.creditBalance}
          scope={scope}
        />
      )}
    </Card>
  )
}

function AutoPurchase(props: AutoPurchaseProps) {
  const { autoPurchase, card, scope } = props
  const { enabled, minutes, price, threshold, monthlyCap, spentThisMonth, problem } = autoPurchase
  const charge = useChargeQuestion(props)
  const [isLimiting, setLimiting] = useState(false)
  const change = useCall(changePoolAutoPurchase, {
    failed: failures.autoPurchase,
    done: () => showToast(successes.autoPurchaseSaved),
  })
  const turn = async (wanted: boolean) => {
    if (chargesNow({ ...autoPurchase, enabled: wanted }, props) && !(await charge.ask())) return
    await change.submit({ query: scope, body: { enabled: wanted } })
  }
  return (
    <div className="flex flex-col gap-5">
      <Switch
        name="enabled"
        label="Refill the pool automatically"
        help={`${minutesText(minutes)} for ${money(price)} when fewer than ${threshold} remain, at most ${money(monthlyCap)} a month${card ? `, with the ${cardName(card)}` : ''}.`}
        checked={enabled}
        onChange={(wanted) => void turn(wanted)}
      />
      {charge.question}
      {problem && <Banner tone="warning">{problem}</Banner>}
      <div>
        <p className="flex justify-between gap-4 text-sm text-muted">
          <span>Bought this month</span>
          <span className="tabular">
            {money(spentThisMonth)} of {money(monthlyCap)}
          </span>
        </p>
        <ShareBar
          className="mt-2"
          total={Math.max(monthlyCap, spentThisMonth)}
          shares={[{ value: spentThisMonth, tone: spentThisMonth < monthlyCap ? 'primary' : 'warning' }]}
        />
      </div>
      <div>
        <Button variant="secondary" size="dense" onClick={() => setLimiting(true)}>
          Change Monthly Limit
        </Button>
      </div>
      <AutoPurchaseLimitDialog {...props} open={isLimiting} onClose={() => setLimiting(false)} />
    </div>
  )
}
