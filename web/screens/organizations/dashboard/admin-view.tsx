import { lazy, Suspense, type ComponentType } from 'react'
import { useSearchParams } from 'wouter'
import { formatMinutes } from '#contract/amounts.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { useMe } from '#web/client/me.ts'
import { PaymentFailed } from '#web/screens/billing/subscription/past-due-banner.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { StatTile, StatTiles } from '#web/kit/stat-tile.tsx'
import { Tabs } from '#web/kit/tabs.tsx'
import { LoadingTab } from '../loading-tab.tsx'
import type { TabProps } from '../scope.ts'

interface DashboardTab {
  value: string
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
const first = 'overview'

/** The figures and tabs for an organization's admins; the address names the tab. */
export function AdminView({ overview, scope }: TabProps) {
  const [search, setSearch] = useSearchParams()
  const user = useMe()
  const tab = tabs.find(({ value }) => value === search.get('tab')) ?? tabs[0]
  if (!tab) return null

  // The filters of the previous tab are dropped.
  function open(value: string) {
    setSearch((old) => {
      const kept = ['organizationId', 'adminMode'].map((name) => [name, old.get(name) ?? ''] as const)
      const given = kept.filter(([, text]) => text !== '').map(([name, text]) => [name, text])
      return withValue(new URLSearchParams(given), 'tab', value === first ? '' : value)
    })
  }

  const graceEndsAt = user?.organizationId === overview.id ? user.organizationGraceEndsAt : null
  return (
    <div className="flex flex-col gap-6">
      {graceEndsAt && tab.value !== 'billing' && (
        <PaymentFailed graceEndsAt={graceEndsAt} fixPath={paths.organizationDashboard({ tab: 'billing' })} />
      )}
      <StatTiles>
        <StatTile label="Total Members" value={overview.totalMembers} note={`of ${overview.maxUsers} seats`} />
        <StatTile label="Credit Balance" value={formatMinutes(overview.creditBalance)} note="minutes" />
        <StatTile label="Active Agents" value={overview.activeAgents} note="assigned" />
        <StatTile label="Monthly Usage" value={formatMinutes(overview.monthlyUsage ?? 0)} note="minutes this month" />
      </StatTiles>
      <Tabs label="Organization" tabs={tabs} value={tab.value} onChange={open}>
        <Suspense fallback={<LoadingTab />}>
          <tab.panel overview={overview} scope={scope} />
        </Suspense>
      </Tabs>
    </div>
  )
}
