import { useQuery } from '@tanstack/react-query'
import { Redirect } from 'wouter'
import type { Me } from '#contract/identity/people.ts'
import { organizationQuery } from '#web/client/organization.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { PageSpinner } from '#web/kit/spinner.tsx'

/** Redirects to the person's home once the organization is known; after 5 s without an answer the marketplace says so (D3). */
export function OrganizationHome({ user }: { user: Me }) {
  const { data, isPending } = useQuery(organizationQuery)
  if (isPending) return <PageSpinner />
  const isOrganizationHome = user.role === 'organization_admin' || data?.isMember
  return <Redirect to={isOrganizationHome ? paths.organizationDashboard() : paths.marketplace()} replace />
}
