import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ComponentType } from 'react'
import { useSearchParams } from 'wouter'
import { inboxUnread } from '#contract/messages/inbox.ts'
import { type Duty, includesDuty } from '#contract/identity/staff.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { useMe } from '#web/client/me.ts'
import { Tabs } from '#web/kit/tabs.tsx'
import { VisuallyHidden } from '#web/kit/text/visually-hidden.tsx'
import { LoadingRows } from '#web/client/lists/call-list.tsx'
import { query } from '#web/client/api.ts'
import { NotYours } from './for-duty.tsx'
import { PanelLinks } from './panel-links.tsx'
import { WaitingMoney } from './waiting-money.tsx'
import { SignInNotice } from './sign-in-notice.tsx'

interface AdminTab {
  value: string
  label: string
  panel: ComponentType
  /** Shows the number of unread items in the tab. */
  badge?: ComponentType
  /** What a staff role must include to open the tab. */
  duty: Duty
}

/**
 * In display order; staff see those of their duties, the first of them at first, and each tab loads when it is opened
 * (S422, D142, D205).
 */
const tabs: readonly AdminTab[] = [
  { value: 'users', label: 'Users', panel: lazy(() => import('./users/users-tab.tsx')), duty: 'people.read' },
  { value: 'agents', label: 'Agents', panel: lazy(() => import('./agents/agents-tab.tsx')), duty: 'agents.read' },
  {
    value: 'organizations',
    label: 'Organizations',
    panel: lazy(() => import('./organizations/organizations-tab.tsx')),
    duty: 'people.read',
  },
  {
    value: 'requests',
    label: 'Agent Requests',
    panel: lazy(() => import('./requests/requests-tab.tsx')),
    duty: 'agents.read',
  },
  {
    value: 'communications',
    label: 'Communications',
    panel: lazy(() => import('./communications/communications-tab.tsx')),
    badge: UnreadCount,
    duty: 'messages.read',
  },
]

/** /admin, the panel for platform admins; the URL holds the tab and its filters (D142, D150). */
export default function Admin() {
  const [search, setSearch] = useSearchParams()
  const role = useMe()?.staffRole ?? null
  const own = tabs.filter(({ duty }) => includesDuty(role, duty))
  const named = tabs.find(({ value }) => value === search.get('tab'))
  const tab = named ?? own[0]
  if (!tab) return null
  // Drops the filters of the previous tab.
  const open = (value: string) =>
    setSearch(withValue(new URLSearchParams(), 'tab', value === own[0]?.value ? '' : value))
  return (
    <Page title="Admin Panel" actions={<PanelLinks />}>
      <div className="in-order">
        <SignInNotice />
        <WaitingMoney />
        <Tabs
          label="Admin Panel"
          tabs={own.map(({ value, label, badge: Count }) => ({
            value,
            label: Count ? (
              <>
                {label}
                <Count />
              </>
            ) : (
              label
            ),
          }))}
          value={tab.value}
          onChange={open}
        >
          {own.includes(tab) ? (
            <Suspense fallback={<LoadingRows what={tab.label} />}>
              <tab.panel />
            </Suspense>
          ) : (
            <NotYours what={tab.label} />
          )}
        </Tabs>
      </div>
    </Page>
  )
}

/** The number of open conversations with messages that this admin has not read. */
function UnreadCount() {
  const count = useQuery({ ...query(inboxUnread), refetchInterval: 60_000 }).data?.unread ?? 0
  if (count === 0) return null
  return (
    <span className="relative ml-1.5 inline-flex min-w-5 justify-center rounded-full bg-soft px-1.5 text-xs leading-4 text-soft-text tabular">
      <span translate="no">{count > 99 ? '99+' : count}</span>
      <VisuallyHidden> unread</VisuallyHidden>
    </span>
  )
}
