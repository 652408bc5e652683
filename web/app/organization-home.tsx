import { useQuery } from '@tanstack/react-query'
import { Redirect } from 'wouter'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import type { Me } from '#contract/identity/people.ts'
import { query } from '#web/client/api.ts'
import { organizationQuery } from '#web/client/organization.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { PageSpinner } from '#web/kit/spinner.tsx'

/** The data that the dashboard shows first; it explains a failure itself. */
const overviewQuery = query(organizationOverview, { query: {} }, { timeoutMs: 5000 })

/**
 * Redirects to the person's home once the organization is known, and for its admins once its data has loaded; after 5 s
 * without an answer the page behind says so (S025, D3, D213).
 */
export function OrganizationHome({ user }: { user: Me }) {
  const { data, isPending } = useQuery(organizationQuery)
  const isAdmin = user.role === 'organization_admin'
  const overview = useQuery({ ...overviewQuery, enabled: isAdmin })
  if (isPending || overview.isLoading) return <PageSpinner />
  return <Redirect to={isAdmin || data?.isMember ? paths.organizationDashboard() : paths.marketplace()} replace />
}
