import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { adminDebts } from '#contract/admin/debts.ts'
import { disputes } from '#contract/admin/disputes.ts'
import { findings } from '#contract/admin/findings.ts'
import { adminPaymentKinds, adminPayments, adminPaymentStates, type AdminPayment } from '#contract/admin/payments.ts'
import { formatDollars, plainDollars } from '#contract/amounts.ts'
import { refundRequests } from '#contract/billing/refund-requests.ts'
import type { Call } from '#contract/call.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { type ListColumn, timeOrders } from '#web/client/lists/list-tools.tsx'
import { List } from '#web/client/lists/list.tsx'
import { countQuery, type ListInput } from '#web/client/lists/pages.ts'
import { LoadingRows } from '#web/client/loaded.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Tabs } from '#web/kit/tabs.tsx'
import {
  textColumn,
  timeColumn,
  stateColumn,
  linkColumn,
  Below,
  amountColumn,
  filterBy,
  payerColumns,
} from '../columns.tsx'
import { dayNames, Days, readDays } from '../days.tsx'
import { ForDuty } from '../for-duty.tsx'
import { PanelPage, TabCount } from '../panel-page.tsx'
import { useDuty } from '../use-duty.ts'
import { kindNames, stateNames } from './words.ts'

interface PaymentTab {
  value: string
  label: string
  panel: ComponentType
  /** What waits there, counted in the tab. */
  waiting?: { call: Call; query: ListInput }
}

const tabs: readonly PaymentTab[] = [
  { value: 'payments', label: 'Payments', panel: PaymentsTab },
  {
    value: 'approvals',
    label: 'Approvals',
    panel: lazy(() => import('./approvals-tab.tsx')),
    waiting: { call: refundRequests, query: { state: 'waiting' } },
  },
  {
    value: 'debts',
    label: 'Debts',
    panel: lazy(() => import('./debts-tab.tsx')),
    waiting: { call: adminDebts, query: { state: 'open' } },
  },
  {
    value: 'disputes',
    label: 'Disputes',
    panel: lazy(async () => ({ default: (await import('./disputes.tsx')).DisputesTab })),
    waiting: { call: disputes, query: { state: 'needs_response' } },
  },
  {
    value: 'findings',
    label: 'Findings',
    panel: lazy(() => import('./findings-tab.tsx')),
    waiting: { call: findings, query: { state: 'open' } },
  },
]

/** /admin/payments: everything about money, for staff; the URL holds the tab and its filters. */
export default function Payments() {
  return (
    <ForDuty duty="money.read" title="Payments">
      <PaymentTabs />
    </ForDuty>
  )
}

function PaymentTabs() {
  const [search, setSearch] = useSearchParams()
  const tab = tabs.find(({ value }) => value === search.get('tab')) ?? tabs[0]
  if (!tab) return null
  const open = (value: string) =>
    setSearch(withValue(new URLSearchParams(), 'tab', value === tabs[0]?.value ? '' : value))
  return (
    <PanelPage title="Payments">
      <div className="in-order">
        <Tabs
          label="Payments"
          tabs={tabs.map(({ value, label, waiting }) => ({
            value,
            label: waiting ? <Counted {...waiting}>{label}</Counted> : label,
          }))}
          value={tab.value}
          onChange={open}
        >
          <Suspense fallback={<LoadingRows what={`the ${tab.label.toLowerCase()}`} />}>
            <tab.panel />
          </Suspense>
        </Tabs>
      </div>
    </PanelPage>
  )
}

/** A tab's name with the number of things that wait in it. */
function Counted({ call, query, children }: NonNullable<PaymentTab['waiting']> & { children: ReactNode }) {
  const { data: count = 0 } = useQuery(countQuery(call, query))
  return (
    <>
      {children}
      <TabCount count={count} what="open" className="ml-1.5" />
    </>
  )
}

/** Every payment, opened or made; the search understands whatever a customer can name. */
function PaymentsTab() {
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

const filters = [
  filterBy('state', ['state', 'states'], adminPaymentStates, (state) => stateNames[state].label),
  filterBy('kind', ['kind', 'kinds'], adminPaymentKinds, (kind) => kindNames[kind]),
]

const columns: readonly ListColumn<AdminPayment>[] = [
  { title: 'Id', csv: ({ id }) => id },
  { title: 'Payment at Stripe', csv: ({ stripePaymentId }) => stripePaymentId ?? '' },
  linkColumn(
    'Payment',
    ({ description }) => description,
    ({ id }) => paths.adminPayment(id),
    {
      belowOf: ({ receiptNumbers, paidWith }) =>
        [...receiptNumbers, paidWith].filter((part) => part !== null).join(' · ') || 'No receipt',
    },
  ),
  ...payerColumns({ sort: 'payer', phone: 'left' }),
  stateColumn('State', ({ state }) => stateNames[state], { phone: 'right' }),
  textColumn('Kind', ({ kind }) => kindNames[kind], { from: 'lg', phone: 'none' }),
  timeColumn('Date', ({ createdAt }) => createdAt, { sort: 'created', orders: timeOrders, phone: 'left' }),
  {
    ...amountColumn,
    cell: ({ amount, refunded }) => (
      <>
        {formatDollars(amount)}
        {refunded > 0 && <Below>{formatDollars(refunded)} refunded</Below>}
      </>
    ),
  },
  { title: 'Refunded', csv: ({ refunded }) => plainDollars(refunded) },
  { title: 'Receipts', csv: ({ receiptNumbers }) => receiptNumbers.join(' ') },
  { title: 'Card', csv: ({ paidWith }) => paidWith ?? '' },
]
