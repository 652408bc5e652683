import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { formatCount, formatDollars } from '#contract/amounts.ts'
import type { Input } from '#contract/call.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { changePoolAutoPurchase, highestAutoPurchaseCap } from '#contract/organizations/settings.ts'
import { query, useCall } from '#web/client/api.ts'
import { openForm } from '#web/client/forms/call-dialog.tsx'
import { queryClient } from '#web/client/query-client.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import {
  askCharge,
  AutoPurchaseCard,
  AutoPurchaseSwitch,
  BoughtThisMonth,
} from '#web/screens/billing/auto-purchase-card.tsx'
import { cardName } from '#web/screens/billing/paying/card-name.ts'
import { type Billing, billingQuery, autoPurchaseRule } from '../billing/billing.ts'
import type { TabProps } from '../scope.ts'

/** Turns auto-purchase for the pool on and off, and shows its package, price, threshold and limit (D109). */
export function PoolAutoPurchase({ overview, scope }: TabProps) {
  return (
    <AutoPurchaseCard whose="pool" read={useQuery(billingQuery(overview.id))}>
      {({ autoPurchase, card }) =>
        autoPurchase ? (
          <Settings autoPurchase={autoPurchase} card={card} overview={overview} scope={scope} />
        ) : (
          <p className="text-muted">Auto-refill comes with a minute package, which this organization doesn't have.</p>
        )
      }
    </AutoPurchaseCard>
  )
}

interface SettingsProps extends TabProps {
  autoPurchase: NonNullable<Billing['autoPurchase']>
  card: Billing['card']
}

function Settings({ autoPurchase, card, ...pool }: SettingsProps) {
  const { enabled, problem } = autoPurchase
  const change = useCall(changePoolAutoPurchase, { asks: (input) => mayCharge(pool, input) })
  return (
    <div className="flex flex-col gap-5">
      <AutoPurchaseSwitch
        whose="pool"
        help={`${autoPurchaseRule(autoPurchase)}${card ? `, with the ${cardName(card)}` : ''}.`}
        isOn={enabled}
        onTurn={(isOn) => void change.submit({ query: pool.scope, body: { enabled: isOn } })}
      />
      {problem && <Banner tone="warning">{problem}</Banner>}
      <BoughtThisMonth {...autoPurchase} />
      <div>
        <Button variant="secondary" size="dense" onClick={() => void openLimit(pool, autoPurchase)}>
          Change Monthly Limit
        </Button>
      </div>
    </div>
  )
}

/** How much auto-purchase may cost in a month (D109). */
function openLimit(pool: TabProps, { price, monthlyCap }: SettingsProps['autoPurchase']) {
  // A limit below the price of one package would prevent every purchase.
  const lowest = Math.ceil(price)
  const error = `The monthly limit must be a whole number from ${lowest} to ${formatCount(highestAutoPurchaseCap)}`
  const limit = z
    .number({ error })
    .check(z.int({ error }), z.minimum(lowest, { error }), z.maximum(highestAutoPurchaseCap, { error }))
  return openForm({
    title: 'Monthly auto-refill limit',
    description: 'Auto-refill never charges more than this in a calendar month.',
    call: changePoolAutoPurchase,
    at: { query: pool.scope },
    fields: ['monthlyCap'],
    known: { monthlyCap },
    knownOf: () => ({}),
    words: { monthlyCap: { help: `One refill costs ${formatDollars(price)}.` } },
    checks: { monthlyCap: z.pipe(z.transform(Number), limit) },
    texts: { monthlyCap: formatDollars },
    asks: (input) => mayCharge(pool, input),
    submit: 'Save Limit',
    pendingText: 'Saving…',
  })
}

/** Asks before a change that makes a purchase due in the pool as it was last read; a higher limit can do that, too. */
async function mayCharge({ overview, scope }: TabProps, { body }: Input<typeof changePoolAutoPurchase>) {
  const { autoPurchase, card = null } = queryClient.getQueryData(billingQuery(overview.id).queryKey) ?? {}
  const pool = queryClient.getQueryData(query(organizationOverview, { query: scope }).queryKey) ?? overview
  if (!autoPurchase || !chargesNow(autoPurchase, { ...autoPurchase, ...body }, pool.creditBalance)) return true
  return askCharge('pool', { ...autoPurchase, price: formatDollars(autoPurchase.price), card })
}

type Terms = Pick<SettingsProps['autoPurchase'], 'enabled' | 'monthlyCap' | 'threshold'>

/** Returns whether these settings charge the card right away (D45). */
function chargesNow(now: Terms, { enabled, monthlyCap }: Terms, balance: number): boolean {
  if (balance > now.threshold || !enabled) return false
  return !now.enabled || monthlyCap > now.monthlyCap
}
