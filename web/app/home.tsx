import { useQuery } from '@tanstack/react-query'
import { Redirect } from 'wouter'
import type { Me } from '#contract/identity/people.ts'
import { LandingPage } from './guards.tsx'
import { meQuery } from '#web/client/me.ts'
import { organizationQuery } from '#web/client/organization.ts'
import { LoadError } from '#web/client/load-error.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { PageSpinner } from '#web/kit/spinner.tsx'

/** The landing page for visitors; everybody else is redirected to their home (S014, S023-S029). */
export default function Home() {
  const me = useQuery(meQuery)
  // An admin's role is suspended until then (D27).
  if (me.data?.mustSetUpTwoFactor) return <Go to={paths.profile({ part: 'two-factor' })} />
  if (me.data) return me.data.role === 'admin' ? <Go to={paths.dashboard()} /> : <Redirector user={me.data} />
  if (me.data === null) return <LandingPage />
  if (me.isError) return <LoadError what="Luna" failed={me} />
  return <PageSpinner />
}

/** Waits for the organization, 5 s at most; without an answer the marketplace says so (D3). */
function Redirector({ user }: { user: Me }) {
  const { data, isPending } = useQuery(organizationQuery)
  if (isPending) return <PageSpinner />
  const isOrganizationHome = user.role === 'organization_admin' || data?.isMember
  return <Go to={isOrganizationHome ? paths.organizationDashboard() : paths.marketplace()} />
}

function Go({ to }: { to: string }) {
  return <Redirect to={to} replace />
}
