import type { UseQueryResult } from '@tanstack/react-query'
import { useId } from 'react'
import { formatDollars } from '#contract/amounts.ts'
import type { debts, payDebt } from '#contract/billing/debts.ts'
import type { Answer } from '#contract/call.ts'
import type { payPoolDebt } from '#contract/organizations/pool-debts.ts'
import { useCall } from '#web/client/api.ts'
import { Loaded, LoadingRows } from '#web/client/loaded.tsx'
import { focusHeading } from '#web/client/navigation.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { CardFormDialog } from './card-form-dialog.tsx'
import { payLabel } from './order-summary.tsx'
import { debtPaid, settleWithToast } from './settle-payment.ts'

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
        <Loaded read={owed} what="your open debt" skeleton={<LoadingRows what="your open debt" count={1} />}>
          {(all) => (
            <ul className="divide-y divide-line">
              {all.map((debt) => (
                <DebtRow key={debt.id} debt={debt} {...paying} />
              ))}
            </ul>
          )}
        </Loaded>
      </div>
    </Card>
  )
}

function DebtRow({ debt, call, returnPath }: Paying & { debt: Debts[number] }) {
  const open = useCall(call, { done: (opened) => void pay(opened) })
  const nameId = useId()

  async function pay({ clientSecret, summary }: Answer<typeof payDebt>) {
    const paid = await openDialog<string>((close) => (
      <CardFormDialog
        clientSecret={clientSecret}
        title="Pay your debt"
        description={debt.description}
        payLabel={payLabel(summary)}
        returnPath={returnPath}
        onClose={close}
        onPaid={close}
      />
    ))
    if (paid === undefined) return
    await settleWithToast(paid, debtPaid)
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
    </li>
  )
}
