import { useQuery } from '@tanstack/react-query'
import { Settings } from 'lucide-react'
import { lazy, Suspense, type ComponentType } from 'react'
import { useSearchParams } from 'wouter'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { CopyButton } from '#web/client/copy-link.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { isUnknown } from '#web/client/loaded.tsx'
import { useMe } from '#web/client/me.ts'
import { useSignOut } from '#web/client/session.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Tabs } from '#web/kit/tabs.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { BalanceBanner, useMovingBalance } from '#web/screens/billing/balance-banner.tsx'
import { PaymentFailed } from '#web/screens/billing/subscription/past-due-banner.tsx'
import { ContextButtons } from '#web/screens/frame/header/context-switch.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { PageSkeleton } from '#web/screens/frame/page-skeleton.tsx'
import { TwoFactorHint } from '#web/screens/identity/two-factor-hint.tsx'
import { useBrand } from '#web/screens/organizations/app/brand.ts'
import { LoadingTab } from '../loading-tab.tsx'
import { OrganizationMark } from '../mark.tsx'
import { OrganizationNotice } from '../notice.tsx'
import { readScope, type Overview, type Scope, type TabProps } from '../scope.ts'
import { StatusBadge } from '../status-badge.tsx'
import { firstTab, queryOfTab, readTab, type TabName, useTabPath } from './tab-path.ts'

const MemberView = lazy(async () => ({ default: (await import('./member-view.tsx')).MemberView }))

/**
 * /organization-dashboard: everything for an organization's admins, and the agents for its members (S380-S416). The
 * address may name an organization; the server decides who may see it (D120).
 */
export default function OrganizationDashboard() {
  const [search] = useSearchParams()
  const user = useMe()
  const scope = readScope(search)
  useMovingBalance(user?.organizationCredits ?? null)
  const overview = useQuery(query(organizationOverview, { query: scope }))
  if (!user) return null
  if (overview.data) {
    return (
      <Dashboard
        user={user}
        overview={overview.data}
        scope={scope}
        isPlatformView={user.role === 'admin' && 'organizationId' in scope}
      />
    )
  }
  if (isUnknown(overview.error)) return <NoOrganization />
  if (!overview.isError) return <PageSkeleton kind="dashboard" label="Loading your organization…" />
  return (
    <Page title="Organization">
      <LoadError what="your organization" failed={overview} />
    </Page>
  )
}

interface DashboardProps {
  user: Me
  overview: Overview
  scope: Scope
  isPlatformView: boolean
}

function Dashboard({ user, overview, scope, isPlatformView }: DashboardProps) {
  useBrand(overview)
  const [search] = useSearchParams()
  const pathOf = useTabPath()
  const isAdmin = overview.role === 'admin'
  const tab = isAdmin ? readTab(search) : firstTab
  const isHere = user.organizationId === overview.id
  return (
    <Page
      title={overview.name}
      above={isPlatformView && <PlatformView />}
      mark={<OrganizationMark organization={overview} size={tab === firstTab ? 'large' : 'small'} />}
      description={<Standing overview={overview} />}
      actions={<Actions isAdmin={isAdmin} />}
      isCompact={tab !== firstTab}
    >
      {overview.givesAccess && tab === firstTab && <TwoFactorHint />}
      <div className="flex flex-col gap-6">
        <OrganizationNotice
          organization={overview}
          isAdmin={isAdmin}
          billingPath={tab === 'billing' ? null : pathOf('billing')}
        />
        {isHere && <BalanceBanner user={user} isMonthShown />}
        {isHere && !overview.givesAccess && <OtherContexts />}
        <Suspense fallback={<LoadingTab />}>
          {isAdmin ? <AdminView overview={overview} scope={scope} /> : <MemberView overview={overview} scope={scope} />}
        </Suspense>
      </div>
    </Page>
  )
}

/** The state of the subscription, and the id to copy (S380, S381, S486). */
function Standing({ overview }: { overview: Overview }) {
  return (
    <span className="flex flex-wrap items-center gap-2 text-base">
      <StatusBadge organization={overview} />
      <span className="inline-flex items-center gap-1 text-muted">
        <span>
          ID <span className="tabular">{overview.id}</span>
        </span>
        <CopyButton
          text={String(overview.id)}
          copied={{ title: 'Copied!', description: 'The organization ID is in your clipboard.' }}
          instead="Please select the ID and copy it yourself."
          label="Copy organization ID"
          variant="ghost"
          size="dense"
        >
          Copy
        </CopyButton>
      </span>
    </span>
  )
}

/** The way to the settings of the same organization, and out (S380, S382, D131). */
function Actions({ isAdmin }: { isAdmin: boolean }) {
  const signOut = useSignOut(paths.login())
  const pathOf = useTabPath()
  return (
    <>
      {isAdmin && (
        <LinkButton variant="secondary" href={pathOf('settings')} icon={<Settings aria-hidden className="size-4" />}>
          Settings
        </LinkButton>
      )}
      <Button variant="secondary" onClick={signOut}>
        Logout
      </Button>
    </>
  )
}

/** The other contexts, where the person has access meanwhile (D180). */
function OtherContexts() {
  return (
    <div className="flex flex-wrap gap-2 empty:hidden">
      <ContextButtons size="dense" />
    </div>
  )
}

/** Shown when a platform admin views an organization (S383). */
function PlatformView() {
  return (
    <p className="mb-3 flex flex-wrap items-center gap-3">
      <Badge>Platform Admin View</Badge>
      <TextLink href={paths.admin()}>Back to the admin panel</TextLink>
    </p>
  )
}

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
  { value: 'agents', label: 'AI Agents', panel: lazy(() => import('../agents/agents-tab.tsx')) },
  { value: 'pwa', label: 'PWA Builder', panel: lazy(() => import('../app/builder/builder.tsx')) },
  { value: 'usage', label: 'Usage Analytics', panel: lazy(() => import('../usage/usage-tab.tsx')) },
  { value: 'billing', label: 'Billing', panel: lazy(() => import('../billing/billing-tab.tsx')) },
  { value: 'settings', label: 'Settings', panel: lazy(() => import('../settings/settings-tab.tsx')) },
]

/** The tabs for an organization's admins; the address names the chosen one. */
function AdminView(props: TabProps) {
  const [search, setSearch] = useSearchParams()
  const user = useMe()
  const named = readTab(search)
  const tab = tabs.find(({ value }) => value === named)
  if (!tab) return null
  const graceEndsAt = user?.organizationId === props.overview.id ? user.organizationGraceEndsAt : null
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
          <tab.panel {...props} />
        </Suspense>
      </Tabs>
    </div>
  )
}

/** For people who neither belong to the organization nor may view it as a platform admin (S390, S416, D134). */
function NoOrganization() {
  return (
    <Page title="No Organization Found" width="form">
      <EmptyState
        title="There's nothing to show you here"
        action={
          <>
            <LinkButton href="/api/logout" variant="secondary" reload>
              Sign Out
            </LinkButton>
            <LinkButton href={paths.organizations()} variant="secondary">
              Create an Organization
            </LinkButton>
            <LinkButton href={paths.home()}>Go to Home Page</LinkButton>
          </>
        }
      >
        If you were invited, open the link in your invitation. Otherwise, ask an admin of the organization to invite
        you.
      </EmptyState>
    </Page>
  )
}
