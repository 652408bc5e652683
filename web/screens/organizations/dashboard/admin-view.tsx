import { lazy, Suspense, type ComponentType } from 'react'
import { useSearchParams } from 'wouter'
import { useMe } from '#web/client/me.ts'
import { PaymentFailed } from '#web/screens/billing/subscription/past-due-banner.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Tabs } from '#web/kit/tabs.tsx'
import { LoadingTab } from '../loading-tab.tsx'
import type { TabProps } from '../scope.ts'
import { queryOfTab, readTab, type TabName } from './tab-path.ts'

interface DashboardTab {
  value: TabName
  label: string
  panel: ComponentType<TabProps>
}

/** Each tab loads when it is opened (S386). */
const tabs: readonly DashboardTab[] = [
  { value: 'overview', label: 'Overview', panel: lazy(() => import('./overview-tab.tsx')) },
  { value: 'users', label: 'Users', panel: lazy(() => import('../members/users-tab.tsx')) },
  { value: 'bulk', label: 'Bulk Invitations', panel: lazy(() => import('../bulk-invitations/bulk-tab.tsx')) },
  { value: 'agents', label: 'AI Agents', panel: lazy(() => import('./agents-tab.tsx')) },
  { value: 'pwa', label: 'PWA Builder', panel: lazy(() => import('../app/builder/pwa-tab.tsx')) },
  { value: 'usage', label: 'Usage Analytics', panel: lazy(() => import('../usage/usage-tab.tsx')) },
  { value: 'billing', label: 'Billing', panel: lazy(() => import('../billing/billing-tab.tsx')) },
  { value: 'settings', label: 'Settings', panel: lazy(() => import('../settings/settings-tab.tsx')) },
]

/** The tabs for an organization's admins; the address names the chosen one. */
export function AdminView({ overview, scope }: TabProps) {
  const [search, setSearch] = useSearchParams()
  const user = useMe()
  const named = readTab(search)
  const tab = tabs.find(({ value }) => value === named)
  if (!tab) return null
  const graceEndsAt = user?.organizationId === overview.id ? user.organizationGraceEndsAt : null
  return (
    <div className="flex flex-col gap-6">
      {graceEndsAt && tab.value !== 'billing' && (
        <PaymentFailed graceEndsAt={graceEndsAt} fixPath={paths.organizationDashboard({ tab: 'billing' })} />
      )}
      <Tabs
        label="Organization"
        tabs={tabs}
        value={tab.value}
        onChange={(value) => setSearch((old) => queryOfTab(old, value))}
      >
        <Suspense fallback={<LoadingTab />}>
          <tab.panel overview={overview} scope={scope} />
        </Suspense>
      </Tabs>
    </div>
  )
}
