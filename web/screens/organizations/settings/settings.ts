import type { Answer } from '#contract/call.ts'
import type { organizationSettings } from '#contract/organization-settings.ts'

export type Settings = Answer<typeof organizationSettings>
