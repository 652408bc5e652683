import { useQuery } from '@tanstack/react-query'
import { Settings } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import type { Me } from '#contract/identity/people.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query } from '#web/client/api.ts'
import { useMe } from '#web/client/me.ts'
import { useMovingBalance } from '#web/screens/billing/use-moving-balance.ts'
import { BalanceBanner } from '#web/screens/billing/balance-banner.tsx'
import { useBrand } from '#web/screens/organizations/app/use-brand.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { OrganizationMark } from '#web/screens/organizations/mark.tsx'
import { ContextButtons } from '#web/screens/frame/header/context-switch.tsx'
import { OrganizationNotice } from '#web/screens/organizations/notice.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { TwoFactorHint } from '#web/screens/identity/two-factor-hint.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { useSignOut } from '#web/client/session.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { PageSkeleton } from '#web/screens/frame/page-skeleton.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { AdminView } from './admin-view.tsx'
import { CopyId } from './copy-id.tsx'
import { MemberView } from './member-view.tsx'
import { NoOrganization } from './no-organization.tsx'
import { OrganizationStatus } from '../status.tsx'
import { readScope, type Overview, type Scope } from '../scope.ts'
import { firstTab, readTab, useTabPath } from './tab-path.ts'

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
  if (overview.error instanceof ApiError && overview.error.status === 404) return <NoOrganization />
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
        {isAdmin ? <AdminView overview={overview} scope={scope} /> : <MemberView overview={overview} scope={scope} />}
      </div>
    </Page>
  )
}

/** The state of the subscription, and the id to copy (S380, S381, S486). */
function Standing({ overview }: { overview: Overview }) {
  return (
    <span className="flex flex-wrap items-center gap-2 text-base">
      <OrganizationStatus overview={overview} />
      <CopyId id={overview.id} />
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
