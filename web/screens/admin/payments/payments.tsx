import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { adminDebts } from '#contract/admin/debts.ts'
import { disputes } from '#contract/admin/disputes.ts'
import { findings } from '#contract/admin/findings.ts'
import { refundRequests } from '#contract/billing/refund-requests.ts'
import type { Call } from '#contract/call.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { countQuery, type ListInput } from '#web/client/lists/pages.ts'
import { Tabs } from '#web/kit/tabs.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { ForDuty } from '../for-duty.tsx'
import { PanelLinks } from '../panel-links.tsx'
import { PaymentsTab } from './payments-tab.tsx'

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
    panel: lazy(() => import('./debts/debts-tab.tsx')),
    waiting: { call: adminDebts, query: { state: 'open' } },
  },
  {
    value: 'disputes',
    label: 'Disputes',
    panel: lazy(() => import('./disputes/disputes-tab.tsx')),
    waiting: { call: disputes, query: { state: 'needs_response' } },
  },
  {
    value: 'findings',
    label: 'Findings',
    panel: lazy(() => import('./findings/findings-tab.tsx')),
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
    <Page title="Payments" above={<ParentLink href={paths.admin()} name="Admin Panel" />} actions={<PanelLinks />}>
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
          <Suspense fallback={<LoadingRows what={tab.label.toLowerCase()} />}>
            <tab.panel />
          </Suspense>
        </Tabs>
      </div>
    </Page>
  )
}

/** A tab's name with the number of things that wait in it. */
function Counted({ call, query, children }: NonNullable<PaymentTab['waiting']> & { children: ReactNode }) {
  const { data: count = 0 } = useQuery(countQuery(call, query))
  if (count === 0) return children
  return (
    <>
      {children}
      <span className="ml-1.5 inline-flex min-w-5 justify-center rounded-full bg-soft px-1.5 text-xs leading-4 text-soft-text tabular">
        <span translate="no">{count > 99 ? '99+' : count}</span>
        <span className="sr-only"> open</span>
      </span>
    </>
  )
}
