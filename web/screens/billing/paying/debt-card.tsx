import type { UseQueryResult } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatDollars } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import type { debts, payDebt } from '#contract/billing/debts.ts'
import type { payPoolDebt } from '#contract/organizations/pool-debts.ts'
import { useCall } from '#web/client/api.ts'
import { focusHeading } from '#web/client/navigation.ts'
import { settleDebt } from './settle-debt.ts'
import { billingFailures } from '../toasts.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { CardFormDialog } from './card-form-dialog.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { LoadError } from '#web/client/load-error.tsx'

type Debts = Answer<typeof debts>

interface Paying {
  /** Opens the payment of a debt. */
  call: typeof payDebt | typeof payPoolDebt
  /** Path that a bank's own page leads back to. */
  returnPath: string
}

interface Props extends Paying {
  owed: UseQueryResult<Debts>
  /** Who cannot do what until it is paid. */
  children: string
}

/** Debts from lost disputes; no conversation can start until they are paid (D44). */
export function DebtCard({ owed, children, ...paying }: Props) {
  return (
    <Card title="Open debt">
      <Banner tone="warning">
        A disputed payment was returned after some of its minutes had been used. {children}
      </Banner>
      <div className="mt-4">
        {owed.isPending && (
          <SkeletonGroup label="Loading your open debt…">
            <Skeleton className="h-12" />
          </SkeletonGroup>
        )}
        {owed.isError && <LoadError what="your open debt" failed={owed} />}
        {owed.data && (
          <ul className="divide-y divide-line">
            {owed.data.map((debt) => (
              <DebtRow key={debt.id} debt={debt} {...paying} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function DebtRow({ debt, call, returnPath }: Paying & { debt: Debts[number] }) {
  const [opened, setOpened] = useState<Answer<typeof payDebt> | null>(null)
  const open = useCall(call, { failed: billingFailures.paymentSetup, done: setOpened })
  const nameId = useId()

  async function settle(paymentIntentId: string) {
    setOpened(null)
    await settleDebt(paymentIntentId)
    // The pressed button disappears with the debt.
    focusHeading()
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p id={nameId} className="font-medium break-words">
          {debt.description}
        </p>
        <p className="text-sm text-muted">
          <DateTime value={debt.createdAt} />
        </p>
      </div>
      <Button
        pending={open.isPending}
        pendingText="Preparing…"
        aria-describedby={nameId}
        onClick={() => open.mutate({ params: { id: debt.id }, query: {} })}
      >
        Pay <span translate="no">{formatDollars(debt.amount)}</span>
      </Button>
      <CardFormDialog
        clientSecret={opened?.clientSecret ?? null}
        purpose="payment"
        title="Pay your debt"
        description={debt.description}
        payLabel={`Pay ${formatDollars(opened?.summary.totalAmount ?? debt.amount)}`}
        returnPath={returnPath}
        onClose={() => setOpened(null)}
        onPaid={(id) => void settle(id)}
      />
    </li>
  )
}
