import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { useSearchParams } from 'wouter'
import { formatMinutes } from '#contract/amounts.ts'
import { organizationDetails } from '#contract/organizations/management.ts'
import { withValue } from '#web/client/addresses/address-text.ts'
import { query } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { OrganizationNotice } from '#web/screens/organizations/notice.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { OrganizationMark } from '#web/screens/organizations/mark.tsx'
import { Badge } from '#web/kit/badge.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { StatTile, StatTiles } from '#web/kit/stat-tile.tsx'
import { Tabs } from '#web/kit/tabs.tsx'
import { AgentsTab } from './agents-tab.tsx'
import { AppPageLink } from './app-page-link.tsx'
import { BrandingTab } from './branding-tab.tsx'
import { roleNames } from '../labels.ts'
import type { TabProps } from './details.ts'
import { OpenDashboard } from './open-dashboard.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { StatusBadge } from './status-badge.tsx'
import { TeamTab } from './team-tab.tsx'

const tabs: readonly { value: string; label: string; panel: ComponentType<TabProps> }[] = [
  { value: 'overview', label: 'Overview', panel: OverviewTab },
  { value: 'team', label: 'Team', panel: TeamTab },
  { value: 'agents', label: 'Agents', panel: AgentsTab },
  { value: 'branding', label: 'Branding', panel: BrandingTab },
]

/** Every organization opens on its team (S418, D212). */
const firstTab = 'team'

/** One organization: its figures, and its four tabs (S418, S419). */
export function OrganizationView({ id }: { id: number }) {
  const details = useQuery(query(organizationDetails, { params: { organizationId: String(id) } }))
  if (details.isError) return <LoadError what="this organization" failed={details} />
  if (!details.data) return <LoadingView />
  return (
    <div className="flex min-w-0 flex-col gap-6">
      <Head details={details.data} />
      <Notice details={details.data} />
      <Figures details={details.data} />
      <OrganizationTabs details={details.data} />
    </div>
  )
}

/** Links to billing only for the current organization; the others open through their dashboards. */
function Notice({ details: { organization, role } }: TabProps) {
  const isHere = useMe()?.organizationId === organization.id
  const billingPath = isHere ? paths.organizationDashboard({ tab: 'billing' }) : null
  return <OrganizationNotice organization={organization} isAdmin={role === 'admin'} billingPath={billingPath} />
}

function Head({ details: { organization, role } }: TabProps) {
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-3">
      <OrganizationMark organization={organization} />
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="text-2xl font-semibold tracking-[-0.01em] break-words">{organization.name}</h2>
        <p className="mt-1 flex flex-wrap gap-2">
          <StatusBadge organization={organization} />
          <Badge tone="neutral">{roleNames[role]}</Badge>
        </p>
      </div>
      <div className="flex flex-wrap items-start gap-2">
        <OpenDashboard organization={organization} />
        <AppPageLink organization={organization} />
      </div>
    </header>
  )
}

function Figures({ details: { organization, agents } }: TabProps) {
  const privateCount = agents.filter(({ isPrivate }) => isPrivate).length
  const seats = organization.maxUsers
  return (
    <StatTiles>
      <StatTile
        label="Team Members"
        value={organization.memberCount}
        note={seats === undefined ? 'active' : `of ${seats} seats`}
      />
      <StatTile label="Private Agents" value={privateCount} note={`of ${agents.length} assigned`} />
      <StatTile label="Credit Balance" value={formatMinutes(organization.creditBalance)} note="minutes" />
    </StatTiles>
  )
}

function OrganizationTabs({ details }: TabProps) {
  const [search, setSearch] = useSearchParams()
  const named = search.get('tab')
  const tab = tabs.find(({ value }) => value === named) ?? tabs.find(({ value }) => value === firstTab)
  if (!tab) return null
  return (
    <Tabs
      label="Organization"
      tabs={tabs}
      value={tab.value}
      onChange={(value) => setSearch((old) => withValue(old, 'tab', value === firstTab ? '' : value))}
    >
      <tab.panel details={details} />
    </Tabs>
  )
}

function LoadingView() {
  return (
    <SkeletonGroup label="Loading the organization…" className="flex flex-col gap-6">
      <Skeleton className="h-14 w-64 max-w-full" />
      <Skeleton className="h-24" />
      <Skeleton className="h-48" />
    </SkeletonGroup>
  )
}
