import { brandedAppSettings } from '#contract/branded-app-settings.ts'
import { publicBrandedApp } from '#contract/branded-app.ts'
import { organizationOverview } from '#contract/organization-dashboard.ts'
import { organizationDetails, userOrganizations } from '#contract/organization-management.ts'
import { userOrganization } from '#contract/organizations.ts'

/** What shows how an organization and its app look. */
export const brandReadings = [
  organizationDetails,
  userOrganizations,
  userOrganization,
  organizationOverview,
  brandedAppSettings,
  publicBrandedApp,
] as const
