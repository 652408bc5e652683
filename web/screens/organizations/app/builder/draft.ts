import * as z from 'zod/mini'
import {
  type BrandedAppChange,
  type brandedAppSettings,
  contactFields,
  lookFields,
} from '#contract/organizations/app/branded-app-settings.ts'
import type { PublicAgent } from '#contract/organizations/app/branded-app.ts'
import { isHexColor } from '#contract/organizations/app/brand-colors.ts'
import type { Answer } from '#contract/call.ts'
import type { organizationAgents } from '#contract/organizations/agents.ts'
import type { AppFace } from '#web/screens/organizations/app/app-home.tsx'

export type Settings = Answer<typeof brandedAppSettings>
type Assignment = Answer<typeof organizationAgents>[number]

/** What the form holds by its own names. */
export const draftSchema = z.object({
  ...lookFields,
  ...contactFields,
  showPublicAgents: z.boolean(),
  enableAgentRequests: z.boolean(),
  enableFeedback: z.boolean(),
})

/** The form as it stands, typed halfway or not, with the featured agents in their order. */
export type Draft = z.input<typeof draftSchema> & { featuredAgentIds: string[] }

export function draftOf(settings: Settings): Draft {
  const { contactInfo, customDomain, ...rest } = settings
  return { ...rest, ...contactInfo, customDomain: customDomain ?? '' }
}

/** The names of what differs from what is saved. */
export function changedNames(settings: Settings, edits: Partial<Draft>): (keyof Draft)[] {
  const saved = draftOf(settings)
  return (Object.keys(edits) as (keyof Draft)[]).filter((name) => String(edits[name]) !== String(saved[name]))
}

/** What has to be sent of the values of a form that is right: only what was changed, so that others' changes stay. */
export function changeOf(
  settings: Settings,
  values: z.output<typeof draftSchema>,
  edits: Partial<Draft>,
): BrandedAppChange {
  const { email, phone, websiteUrl, address, ...rest } = values
  const contactInfo = { email, phone, websiteUrl, address }
  const isSaved = settings.updatedAt !== null
  const changed = new Set<string>(changedNames(settings, edits))
  const given = Object.entries({ ...rest, featuredAgentIds: edits.featuredAgentIds ?? settings.featuredAgentIds })
  const isContactChanged = Object.keys(contactInfo).some((name) => changed.has(name))
  return {
    // The first time, everything is: what was suggested is then chosen.
    ...Object.fromEntries(given.filter(([name]) => !isSaved || changed.has(name))),
    ...(isSaved && !isContactChanged ? {} : { contactInfo }),
  }
}

const contactNames = ['email', 'phone', 'websiteUrl', 'address'] as const

/** The names in the form of fields that are sent by these names. */
export function draftNames(sent: Iterable<string>): Set<string> {
  return new Set([...sent].flatMap((name) => (name === 'contactInfo' ? contactNames : [name])))
}

/** What the sent fields were when their editing began (D187). */
export function beforeOf(settings: Settings, began: Partial<Draft>, change: BrandedAppChange): Record<string, unknown> {
  const { email, phone, websiteUrl, address, ...rest } = { ...draftOf(settings), ...began }
  const before = { ...rest, contactInfo: { email, phone, websiteUrl, address } }
  return Object.fromEntries(Object.entries(before).filter(([name]) => name in change))
}

/** What visitors would see of it; a colour that is typed halfway is still the one before. */
export function faceOf(settings: Settings, draft: Draft, assignments: readonly Assignment[]): AppFace {
  const { email, phone, websiteUrl, address } = draft
  const colorOf = (name: 'primaryColor' | 'secondaryColor' | 'accentColor') =>
    isHexColor(draft[name]) ? draft[name] : settings[name]
  return {
    slug: settings.slug,
    logoUrl: settings.shownLogoUrl,
    appName: draft.appName.trim() || settings.appName,
    tagline: draft.tagline.trim(),
    welcomeMessage: draft.welcomeMessage.trim(),
    primaryColor: colorOf('primaryColor'),
    secondaryColor: colorOf('secondaryColor'),
    accentColor: colorOf('accentColor'),
    contactInfo: {
      email: email.trim(),
      phone: phone.trim(),
      websiteUrl: websiteUrl?.trim() ?? '',
      address: address.trim(),
    },
    showPublicAgents: draft.showPublicAgents,
    agents: draft.showPublicAgents ? shownAgents(draft.featuredAgentIds, assignments) : [],
    enableAgentRequests: draft.enableAgentRequests,
    enableFeedback: draft.enableFeedback,
  }
}

/** Assigned agents that can be shown at all: those that can be talked to by others than admins. */
export function showable(assignments: readonly Assignment[]): Assignment[] {
  return assignments.filter(({ accessLevel, agent }) => accessLevel !== 'admin-only' && agent.isActive)
}

/** As the server chooses them: featured ones in their order, then the public ones (D141). */
function shownAgents(featuredIds: readonly string[], assignments: readonly Assignment[]): PublicAgent[] {
  const agents = showable(assignments)
  const featured = featuredIds.flatMap((id) => agents.filter(({ agentId }) => agentId === id))
  const others = agents.filter((one) => !one.isPrivate && !featuredIds.includes(one.agentId))
  return [...featured, ...others].map(({ agentId, agent }) => ({
    id: agentId,
    name: agent.name,
    description: agent.description,
    category: agent.category,
    imageUrl: agent.imageUrl,
    isFeatured: featuredIds.includes(agentId),
  }))
}
