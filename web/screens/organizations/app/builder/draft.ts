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

/** The form's values under its own field names. */
export const draftSchema = z.object({
  ...lookFields,
  ...contactFields,
  showPublicAgents: z.boolean(),
  enableAgentRequests: z.boolean(),
  enableFeedback: z.boolean(),
})

/** The form's current values, complete or not, with the featured agents in order. */
export type Draft = z.input<typeof draftSchema> & { featuredAgentIds: string[] }

export function draftOf(settings: Settings): Draft {
  const { contactInfo, customDomain, ...rest } = settings
  return { ...rest, ...contactInfo, customDomain: customDomain ?? '' }
}

/** Returns the names of the fields that differ from what is saved. */
export function changedNames(settings: Settings, edits: Partial<Draft>): (keyof Draft)[] {
  const saved = draftOf(settings)
  return (Object.keys(edits) as (keyof Draft)[]).filter((name) => String(edits[name]) !== String(saved[name]))
}

/** Returns what a valid form sends: only what changed, so that the changes of others stay. */
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
    // The first save sends everything: it turns suggestions into choices.
    ...Object.fromEntries(given.filter(([name]) => !isSaved || changed.has(name))),
    ...(isSaved && !isContactChanged ? {} : { contactInfo }),
  }
}

const contactNames = ['email', 'phone', 'websiteUrl', 'address'] as const

/** Returns the form's names of the fields that are sent under these names. */
export function draftNames(sent: Iterable<string>): Set<string> {
  return new Set([...sent].flatMap((name) => (name === 'contactInfo' ? contactNames : [name])))
}

/** Returns what the sent fields held when editing began (D187). */
export function beforeOf(settings: Settings, began: Partial<Draft>, change: BrandedAppChange): Record<string, unknown> {
  const { email, phone, websiteUrl, address, ...rest } = { ...draftOf(settings), ...began }
  const before = { ...rest, contactInfo: { email, phone, websiteUrl, address } }
  return Object.fromEntries(Object.entries(before).filter(([name]) => name in change))
}

/** Returns what visitors would see; a half-typed color keeps its saved value. */
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

/** Returns the assigned agents that can be shown: those that people other than admins can talk to. */
export function showable(assignments: readonly Assignment[]): Assignment[] {
  return assignments.filter(({ accessLevel, agent }) => accessLevel !== 'admin-only' && agent.isActive)
}

/** Chooses as the server does: featured agents in their order, then the public ones (D141). */
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
