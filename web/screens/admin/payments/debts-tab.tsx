import { adminDebts, debtStates, type AdminDebt } from '#contract/admin/debts.ts'
import { formatDollars } from '#contract/amounts.ts'
import { forgiveDebt } from '#contract/billing/refunds.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { openForm } from '#web/client/forms/call-dialog.tsx'
import { type ListColumn } from '#web/client/lists/list-tools.tsx'
import { List } from '#web/client/lists/list.tsx'
import { ActButtons } from '#web/kit/dialogs/acts.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { amountColumn, createdColumn, stateColumn, filterBy, payerColumns } from '../columns.tsx'
import { useDuty } from '../use-duty.ts'
import { reasonText, debtNames } from './words.ts'

/** Who owes what, since when and why (D44). */
export default function DebtsTab() {
  const mayForgive = useDuty('money.change')
  return (
    <List
      call={adminDebts}
      nouns={['debt', 'debts']}
      searchHint="Name or email"
      emptyText="A debt appears when a customer has used minutes of a payment that their bank took back."
      filters={filters}
      columns={mayForgive ? [...columns, acts] : columns}
      sortedBy="-created"
      rowsPerPage={25}
    />
  )
}

const acts: ListColumn<AdminDebt> = {
  title: 'Actions',
  phone: 'right',
  cell: (debt) =>
    debt.state === 'open' && (
      <ActButtons
        of={`${debt.payer.name}, ${formatDollars(debt.amount)}`}
        acts={[{ label: 'Forgive', run: () => void openForgiving(debt) }]}
      />
    ),
}

/** Asks for the reason before a debt is forgiven, which cannot be undone. */
function openForgiving({ id, amount, payer }: AdminDebt): Promise<unknown> {
  return openForm({
    title: `Forgive ${formatDollars(amount)}?`,
    description: `${payer.name}, ${payer.email}`,
    call: forgiveDebt,
    at: { params: { id } },
    told: {
      title: 'Debt Forgiven',
      description: `${payer.name} no longer owes ${formatDollars(amount)}.`,
      tone: 'success',
    },
    cancel: 'Keep Debt',
    submit: 'Forgive Debt',
    pendingText: 'Forgiving…',
    tone: 'danger',
    children: (
      <p>
        {payer.name} no longer has to pay it, and can start conversations again once no other debt is open. This cannot
        be undone.
      </p>
    ),
  })
}

const filters = [filterBy('state', ['state', 'states'], debtStates, (state) => debtNames[state].label)]

const columns: readonly ListColumn<AdminDebt>[] = [
  { title: 'Id', csv: ({ id }) => id },
  ...payerColumns({ sort: 'payer', phone: 'lead' }),
  { title: 'Why', phone: 'left', cell: (debt) => <Why debt={debt} /> },
  stateColumn('State', ({ state }) => debtNames[state], { phone: 'right' }),
  createdColumn('Since'),
  { title: 'Closed', csv: ({ closedAt }) => closedAt ?? '' },
  { title: 'Payment', csv: ({ description }) => description ?? '' },
  { title: 'Reason of the bank', csv: ({ disputeReason }) => (disputeReason ? reasonText(disputeReason) : '') },
  { title: 'Reason for forgiving', csv: ({ reason }) => reason ?? '' },
  amountColumn,
]

function Why({ debt: { paymentId, description, disputeReason, reason } }: { debt: AdminDebt }) {
  const payment = description ?? 'Disputed payment'
  return (
    <>
      {paymentId ? (
        <TextLink href={paths.adminPayment(paymentId)} className="wrap-anywhere">
          {payment}
        </TextLink>
      ) : (
        'Disputed payment'
      )}
      <span className="block text-xs wrap-anywhere text-muted">
        {reason ? `Forgiven: ${reason}` : disputeReason ? reasonText(disputeReason) : 'Minutes were used'}
      </span>
    </>
  )
}
