import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dollarsToCents, formatCents } from '#contract/amounts.ts'
import { organizationBilling } from '#contract/organization-billing.ts'
import { changeRefill, highestRefillCap } from '#contract/organization-settings.ts'
import { useCall } from '#web/api.ts'
import { cardName } from '#web/parts/card-name.ts'
import { LoadError } from '#web/parts/load-error.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ShareBar } from '#web/ui/share-bar.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { NumberSetting } from '../../account/number-setting.tsx'
import type { TabProps } from '../admin-view.tsx'
import { type Billing, billingQuery } from '../billing/billing.ts'
import { failures, successes } from './settings-toasts.ts'

/** Whether the pool fills itself, and up to which sum; package, price and threshold in words (D109). */
export function RefillCard({ overview, scope }: TabProps) {
  const billing = useQuery(billingQuery(overview.id))
  return (
    <Card title="Auto-Refill" description="Buys minutes for the pool with the saved card before it runs empty.">
      {billing.isPending && (
        <SkeletonGroup label="Loading auto-refill…">
          <Skeleton className="h-24" />
        </SkeletonGroup>
      )}
      {billing.isError && <LoadError what="auto-refill" failed={billing} />}
      {billing.data && !billing.data.refill && (
        <p className="text-muted">Auto-refill comes with a minute package, and this organization has none.</p>
      )}
      {billing.data?.refill && (
        <Refill refill={billing.data.refill} card={billing.data.card} balance={overview.creditBalance} scope={scope} />
      )}
    </Card>
  )
}

interface RefillProps extends Pick<TabProps, 'scope'> {
  refill: NonNullable<Billing['refill']>
  card: Billing['card']
  /** Minutes of the pool. */
  balance: number
}

type Change = { enabled: boolean } | { monthlyCap: number }

function Refill({ refill, card, balance, scope }: RefillProps) {
  const { enabled, minutes, price, threshold, monthlyCap, spentThisMonth, problem } = refill
  const { save, question } = useRefill({ refill, balance, scope })
  return (
    <div className="flex flex-col gap-5">
      <Switch
        name="enabled"
        label="Refill the pool automatically"
        help={`${minutes.toLocaleString('en-US')} minutes for ${money(price)} when fewer than ${threshold} remain, at most ${money(monthlyCap)} a month${card ? `, with the ${cardName(card)}` : ''}.`}
        checked={enabled}
        onChange={(wanted) => void save({ enabled: wanted })}
      />
      {problem && <Banner tone="warning">{problem}</Banner>}
      <div className="max-w-56">
        <NumberSetting
          name="monthlyCap"
          label="Monthly limit (USD)"
          wrong={`The monthly limit must be a whole number from ${price} to ${highestRefillCap.toLocaleString('en-US')}`}
          value={monthlyCap}
          min={Math.ceil(price)}
          max={highestRefillCap}
          onSave={(cap) => save({ monthlyCap: cap })}
        />
      </div>
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
      <ConfirmDialog
        open={question !== null}
        onClose={() => question?.answer(false)}
        title="The card will be charged now"
        keepLabel="Leave It As It Is"
        confirmLabel={`Save and Pay ${money(price)}`}
        tone="primary"
        onConfirm={() => question?.answer(true)}
      >
        The pool has {threshold} minutes or less, so {money(price)} is charged at once
        {card && ` to the ${cardName(card)}`}.
      </ConfirmDialog>
    </div>
  )
}

interface Question {
  answer: (isAgreed: boolean) => void
}

/** Saves a change, after a question where it charges at once; answers whether it was taken. */
function useRefill({ refill, balance, scope }: Pick<RefillProps, 'refill' | 'balance' | 'scope'>) {
  const [question, setQuestion] = useState<Question | null>(null)
  const change = useCall(changeRefill, {
    failed: failures.refill,
    changes: [organizationBilling],
    done: () => showToast(successes.refillSaved),
  })

  async function ask(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    setQuestion({ answer: resolve })
    const isAgreed = await promise
    setQuestion(null)
    return isAgreed
  }

  async function save(wish: Change): Promise<boolean> {
    if (chargesNow(wish, refill, balance) && !(await ask())) return false
    try {
      await change.mutateAsync({ query: scope, body: wish })
      return true
    } catch {
      return false
    }
  }

  return { save, question }
}

/** Nobody is charged by surprise, also not by a higher limit (D45). */
function chargesNow(wish: Change, { enabled, threshold, monthlyCap }: RefillProps['refill'], balance: number): boolean {
  if (balance > threshold) return false
  return 'enabled' in wish ? wish.enabled : enabled && wish.monthlyCap > monthlyCap
}

function money(dollars: number): string {
  return formatCents(dollarsToCents(dollars))
}
