import { useState } from 'react'
import { adminDebts, debtStates, type AdminDebt } from '#contract/admin/debts.ts'
import { formatDollars, plainDollars } from '#contract/amounts.ts'
import type { CsvColumn } from '#contract/csv.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { List } from '#web/client/lists/list.tsx'
import { backTo } from '#web/client/lists/list-focus.ts'
import { type ListColumn, type ListFilter, timeOrders } from '#web/client/lists/list-tools.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { useDuty } from '../../use-duty.ts'
import { reasonText } from '../disputes/dispute-words.ts'
import { PayerLink } from '../payer-link.tsx'
import { debtNames } from './debt-words.ts'
import { ForgiveDialog } from './forgive-dialog.tsx'

/** Who owes what, since when and why (D44). */
export default function DebtsTab() {
  const [forgiving, setForgiving] = useState<AdminDebt | null>(null)
  const mayForgive = useDuty('money.change')
  const acts: ListColumn<AdminDebt> = {
    title: 'Actions',
    phone: 'right',
    cell: (debt) =>
      debt.state === 'open' && (
        <Button
          id={`forgive-${debt.id}`}
          variant="secondary"
          size="dense"
          aria-label={`Forgive: ${debt.payer.name}, ${formatDollars(debt.amount)}`}
          onClick={() => setForgiving(debt)}
        >
          Forgive
        </Button>
      ),
  }
  return (
    <>
      <List
        call={adminDebts}
        nouns={['debt', 'debts']}
        searchHint="Name or email"
        emptyText="A debt appears when a customer has used minutes of a payment that their bank took back."
        filters={filters}
        columns={mayForgive ? [...columns, acts] : columns}
        csv={csv}
        sortedBy="-created"
        rowsPerPage={25}
      />
      {forgiving && (
        <ForgiveDialog
          debt={forgiving}
          onClose={() => setForgiving(null)}
          finalFocus={backTo(`forgive-${forgiving.id}`)}
        />
      )}
    </>
  )
}

const filters: readonly ListFilter[] = [
  {
    name: 'state',
    label: 'Filter by state',
    options: [
      { value: 'all', label: 'All states' },
      ...debtStates.map((value) => ({ value, label: debtNames[value].label })),
    ],
  },
]

const columns: readonly ListColumn<AdminDebt>[] = [
  { title: 'Customer', sort: 'payer', phone: 'lead', cell: ({ payer }) => <PayerLink payer={payer} /> },
  {
    title: 'Why',
    phone: 'left',
    cell: ({ paymentId, description, disputeReason, reason }) => (
      <>
        {paymentId ? (
          <TextLink href={paths.adminPayment(paymentId)} className="wrap-anywhere">
            {description ?? 'Disputed payment'}
          </TextLink>
        ) : (
          'Disputed payment'
        )}
        <span className="block text-xs wrap-anywhere text-muted">
          {reason ? `Forgiven: ${reason}` : disputeReason ? reasonText(disputeReason) : 'Minutes were used'}
        </span>
      </>
    ),
  },
  {
    title: 'State',
    phone: 'right',
    cell: ({ state }) => <Badge tone={debtNames[state].tone}>{debtNames[state].label}</Badge>,
  },
  {
    title: 'Since',
    sort: 'created',
    orders: timeOrders,
    phone: 'left',
    cell: ({ createdAt }) => <DateTime value={createdAt} />,
  },
  { title: 'Amount', sort: 'amount', numeric: true, phone: 'figure', cell: ({ amount }) => formatDollars(amount) },
]

const csv: readonly CsvColumn<AdminDebt>[] = [
  ['Id', ({ id }) => id],
  ['Customer', ({ payer }) => payer.name],
  ['Email', ({ payer }) => payer.email],
  ['Amount', ({ amount }) => plainDollars(amount)],
  ['State', ({ state }) => debtNames[state].label],
  ['Since', ({ createdAt }) => createdAt],
  ['Closed', ({ closedAt }) => closedAt ?? ''],
  ['Payment', ({ description }) => description ?? ''],
  ['Reason of the bank', ({ disputeReason }) => (disputeReason ? reasonText(disputeReason) : '')],
  ['Reason for forgiving', ({ reason }) => reason ?? ''],
]
