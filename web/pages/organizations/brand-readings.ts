import { organizationOverview } from '#contract/organization-dashboard.ts'
import { organizationDetails, userOrganizations } from '#contract/organization-management.ts'
import { userOrganization } from '#contract/organizations.ts'

/** What shows how an organization looks. */
export const brandReadings = [organizationDetails, userOrganizations, userOrganization, organizationOverview] as const
