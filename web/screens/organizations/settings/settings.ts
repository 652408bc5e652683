import type { Answer } from '#contract/call.ts'
import type { organizationSettings } from '#contract/organizations/settings.ts'

export type Settings = Answer<typeof organizationSettings>
