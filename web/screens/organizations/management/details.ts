import type { Answer } from '#contract/call.ts'
import type { organizationDetails } from '#contract/organizations/management.ts'

export type Details = Answer<typeof organizationDetails>

export interface TabProps {
  details: Details
}
