import { useSearchParams } from 'wouter'
import { adminPaymentKinds, adminPayments, adminPaymentStates, type AdminPayment } from '#contract/admin/payments.ts'
import { formatDollars, plainDollars } from '#contract/amounts.ts'
import type { CsvColumn } from '#contract/csv.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { List } from '#web/client/lists/list.tsx'
import { type ListColumn, type ListFilter, timeOrders } from '#web/client/lists/list-tools.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { rowLinkClasses } from '#web/kit/table.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { dayNames, Days, readDays } from '../days.tsx'
import { useDuty } from '../use-duty.ts'
import { PayerLink } from './payer-link.tsx'
import { kindNames, stateNames } from './payment-words.ts'

/** Every payment, opened or made; the search understands whatever a customer can name. */
export function PaymentsTab() {
  const [search] = useSearchParams()
  const words = search.get('q')?.trim() ?? ''
  const mayCheck = useDuty('money.change')
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <Days />
      </div>
      {mayCheck && /^pi_\w+$/.test(words) && <UnknownPayment id={words} />}
      <List
        call={adminPayments}
        nouns={['payment', 'payments']}
        searchHint="Receipt, payment ID, last four digits, name, email or amount"
        emptyText="Payments will appear here once somebody opens a checkout."
        filters={filters}
        columns={columns}
        csv={csv}
        sortedBy="-created"
        rowsPerPage={25}
        fixed={readDays(search)}
        narrowing={dayNames}
        isLinked
      />
    </div>
  )
}

/** A payment at Stripe may be unknown here when its report was lost. */
function UnknownPayment({ id }: { id: string }) {
  return (
    <p className="flex flex-wrap items-center gap-3 text-sm text-muted">
      Not in the list? Stripe may have it.
      <LinkButton href={paths.adminPayment(id)} variant="secondary" size="dense">
        Look Up in Stripe
      </LinkButton>
    </p>
  )
}

const filters: readonly ListFilter[] = [
  {
    name: 'state',
    label: 'Filter by state',
    options: [
      { value: 'all', label: 'All states' },
      ...adminPaymentStates.map((value) => ({ value, label: stateNames[value].label })),
    ],
  },
  {
    name: 'kind',
    label: 'Filter by kind',
    options: [
      { value: 'all', label: 'All kinds' },
      ...adminPaymentKinds.map((value) => ({ value, label: kindNames[value] })),
    ],
  },
]

const columns: readonly ListColumn<AdminPayment>[] = [
  {
    title: 'Payment',
    phone: 'lead',
    cell: ({ id, description, receiptNumbers, paidWith }) => (
      <>
        <TextLink
          href={paths.adminPayment(id)}
          quiet
          className={`font-medium wrap-anywhere text-text! ${rowLinkClasses}`}
        >
          {description}
        </TextLink>
        <span className="block text-xs font-normal wrap-anywhere text-muted">
          {[...receiptNumbers, paidWith].filter((part) => part !== null).join(' · ') || 'No receipt'}
        </span>
      </>
    ),
  },
  { title: 'Customer', sort: 'payer', phone: 'left', cell: ({ payer }) => <PayerLink payer={payer} /> },
  {
    title: 'State',
    phone: 'right',
    cell: ({ state }) => <Badge tone={stateNames[state].tone}>{stateNames[state].label}</Badge>,
  },
  { title: 'Kind', from: 'lg', phone: 'none', cell: ({ kind }) => kindNames[kind] },
  {
    title: 'Date',
    sort: 'created',
    orders: timeOrders,
    phone: 'left',
    cell: ({ createdAt }) => <DateTime value={createdAt} withTime />,
  },
  {
    title: 'Amount',
    sort: 'amount',
    numeric: true,
    phone: 'figure',
    cell: ({ amount, refunded }) => (
      <>
        {formatDollars(amount)}
        {refunded > 0 && (
          <span className="block text-xs font-normal text-muted">{formatDollars(refunded)} refunded</span>
        )}
      </>
    ),
  },
]

const csv: readonly CsvColumn<AdminPayment>[] = [
  ['Id', ({ id }) => id],
  ['Payment at Stripe', ({ stripePaymentId }) => stripePaymentId ?? ''],
  ['Date', ({ createdAt }) => createdAt],
  ['Customer', ({ payer }) => payer.name],
  ['Email', ({ payer }) => payer.email],
  ['Kind', ({ kind }) => kindNames[kind]],
  ['Description', ({ description }) => description],
  ['State', ({ state }) => stateNames[state].label],
  ['Amount', ({ amount }) => plainDollars(amount)],
  ['Refunded', ({ refunded }) => plainDollars(refunded)],
  ['Receipts', ({ receiptNumbers }) => receiptNumbers.join(' ')],
  ['Card', ({ paidWith }) => paidWith ?? ''],
]
