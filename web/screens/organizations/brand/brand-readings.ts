import { brandedAppSettings } from '#contract/organizations/app/branded-app-settings.ts'
import { publicBrandedApp } from '#contract/organizations/app/branded-app.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { organizationDetails, userOrganizations } from '#contract/organizations/management.ts'
import { userOrganization } from '#contract/organizations/organizations.ts'

/** The calls whose answers show how an organization and its app look. */
export const brandReadings = [
  organizationDetails,
  userOrganizations,
  userOrganization,
  organizationOverview,
  brandedAppSettings,
  publicBrandedApp,
] as const
