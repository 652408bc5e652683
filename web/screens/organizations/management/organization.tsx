import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type ComponentType, lazy, Suspense } from 'react'
import { useSearchParams } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { countText, formatMinutes } from '#contract/amounts.ts'
import { organizationDetails } from '#contract/organizations/management.ts'
import { switchOrganization } from '#contract/organizations/organizations.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query, useCall } from '#web/client/api.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { useMe } from '#web/client/me.ts'
import { switchContext } from '#web/client/organization.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { StatTile, StatTiles } from '#web/kit/stat-tile.tsx'
import { Tabs } from '#web/kit/tabs.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { Fact } from '#web/kit/text/fact.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { OwnMark } from '#web/screens/identity/own-mark.tsx'
import { roleNames } from '../labels.ts'
import { LeaveOrganization } from '../leave-organization.tsx'
import { LoadingTab } from '../loading-tab.tsx'
import { OrganizationMark } from '../mark.tsx'
import { OrganizationNotice } from '../notice.tsx'
import type { PartProps } from '../scope.ts'
import { StatusBadge } from '../status-badge.tsx'
import type { Details } from './branding-tab.tsx'

interface ViewProps {
  details: Details
}

const UsersTab = lazy(() => import('../members/users-tab.tsx'))

/** The tabs that few people open load when they do. */
const tabs: readonly { value: string; label: string; panel: ComponentType<ViewProps & PartProps> }[] = [
  { value: 'overview', label: 'Overview', panel: AboutTab },
  { value: 'team', label: 'Team', panel: TeamTab },
  { value: 'agents', label: 'Agents', panel: lazy(() => import('../agents/agents-tab.tsx')) },
  { value: 'branding', label: 'Branding', panel: lazy(() => import('./branding-tab.tsx')) },
]

/** Every organization opens on its team (S418, D212). */
const firstTab = 'team'

/** One organization: its figures, and its four tabs (S418, S419). */
export function OrganizationView({ id }: { id: number }) {
  const read = useQuery(query(organizationDetails, { params: { organizationId: String(id) } }))
  return (
    <Loaded read={read} what="this organization" skeleton={<LoadingView />}>
      {(details) => (
        <div className="flex min-w-0 flex-col gap-6">
          <Head details={details} />
          <Notice details={details} />
          <Figures details={details} />
          <OrganizationTabs details={details} />
        </div>
      )}
    </Loaded>
  )
}

function Head({ details: { organization, role } }: ViewProps) {
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
        <OpenDashboard id={organization.id} />
        <AppPageLink organization={organization} />
      </div>
    </header>
  )
}

/** Switches to the organization and opens its dashboard (D122). */
function OpenDashboard({ id }: { id: number }) {
  const isHere = useMe()?.organizationId === id
  const change = useCall(switchOrganization, {
    leaves: true,
    done: async (context) => {
      await switchContext(context)
      navigate(paths.organizationDashboard())
    },
  })
  if (isHere) {
    return (
      <LinkButton href={paths.organizationDashboard()} variant="secondary">
        Open Dashboard
      </LinkButton>
    )
  }
  return (
    <Button
      variant="secondary"
      pending={change.isPending}
      pendingText="Opening…"
      onClick={() => change.mutate({ body: { organizationId: id } })}
    >
      Open Dashboard
    </Button>
  )
}

/** Opens the public page of the organization's app in a new tab, once it is published (S420). */
function AppPageLink({ organization: { slug, isAppPublished } }: Pick<Details, 'organization'>) {
  const icon = <ExternalLink aria-hidden className="size-4" />
  if (isAppPublished) {
    return (
      <LinkButton href={paths.organizationApp(slug)} variant="secondary" icon={icon} newTab>
        Open App Page
      </LinkButton>
    )
  }
  return (
    <span className="flex flex-col gap-1">
      <Button variant="secondary" icon={icon} disabled aria-describedby="app-unpublished">
        Open App Page
      </Button>
      <span id="app-unpublished" className="text-xs text-muted">
        Not published yet
      </span>
    </span>
  )
}

/** Links to billing only for the current organization; the others open through their dashboards. */
function Notice({ details: { organization, role } }: ViewProps) {
  const isHere = useMe()?.organizationId === organization.id
  const billingPath = isHere ? paths.organizationDashboard({ tab: 'billing' }) : null
  return <OrganizationNotice organization={organization} isAdmin={role === 'admin'} billingPath={billingPath} />
}

function Figures({ details: { organization, agents } }: ViewProps) {
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

function OrganizationTabs({ details }: ViewProps) {
  const [search, setSearch] = useSearchParams()
  const named = search.get('tab')
  const tab = tabs.find(({ value }) => value === named) ?? tabs.find(({ value }) => value === firstTab)
  if (!tab) return null
  const { organization, role } = details
  return (
    <Tabs
      label="Organization"
      tabs={tabs}
      value={tab.value}
      onChange={(value) => setSearch({ id: String(organization.id), ...(value !== firstTab && { tab: value }) })}
    >
      <Suspense fallback={<LoadingTab />}>
        <tab.panel
          details={details}
          overview={{ ...organization, role }}
          scope={{ organizationId: organization.id }}
          front="list"
        />
      </Suspense>
    </Tabs>
  )
}

/** How the organization describes itself. */
function AboutTab({ details: { organization } }: ViewProps) {
  const { description, slug, industry, websiteUrl, contactEmail, createdAt, activeAgents } = organization
  return (
    <Card title="About">
      {description && <p className="mb-4 break-words whitespace-pre-line">{description}</p>}
      <dl className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        <Fact label="Address">/o/{slug}</Fact>
        {industry && <Fact label="Industry">{industry}</Fact>}
        {websiteUrl && (
          <Fact label="Website">
            <TextLink href={websiteUrl} newTab>
              {websiteUrl}
            </TextLink>
          </Fact>
        )}
        {contactEmail && <Fact label="Contact">{contactEmail}</Fact>}
        <Fact label="Active agents">{activeAgents}</Fact>
        <Fact label="Since">
          <DateTime value={createdAt} />
        </Fact>
      </dl>
      <div className="mt-6 -ml-3">
        <LeaveOrganization organization={organization} />
      </div>
    </Card>
  )
}

/** Admins see and change everything, members see names, and guests only the number (S421, D123). */
function TeamTab({ details: { organization, role, users }, ...part }: ViewProps & PartProps) {
  if (role === 'admin') return <UsersTab {...part} />
  if (role === 'guest') {
    return (
      <EmptyState title="Only members can see the team">
        <span>{countText(organization.memberCount, 'person is', 'people are')}</span> on the team. As a guest, you can
        see its agents.
      </EmptyState>
    )
  }
  return (
    <Card title="Team">
      <ul aria-label="Team" className="-my-3 divide-y divide-line">
        {users.map(({ user, userCategory }) => (
          <li key={user.id} className="py-3">
            <p className="flex flex-wrap items-center gap-x-2">
              <span className="min-w-0 font-medium break-words">{`${user.firstName} ${user.lastName}`}</span>
              <OwnMark personId={user.id} />
            </p>
            <p className="text-sm text-muted">{userCategory}</p>
          </li>
        ))}
      </ul>
    </Card>
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
