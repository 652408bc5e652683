import { useState } from 'react'
import * as z from 'zod/mini'
import {
  type BrandedAppChange,
  type brandedAppSettings,
  contactFields,
  flagFields,
  lookFields,
} from '#contract/organizations/app/branded-app-settings.ts'
import type { PublicAgent } from '#contract/organizations/app/branded-app.ts'
import { isHexColor } from '#contract/organizations/app/brand-colors.ts'
import type { Answer } from '#contract/call.ts'
import type { organizationAgents } from '#contract/organizations/agents.ts'
import { useLeaveQuestion } from '#web/kit/fields/use-leave-question.ts'
import type { AppFace } from '../app-home.tsx'

export type Settings = Answer<typeof brandedAppSettings>
type Assignment = Answer<typeof organizationAgents>[number]

/** The form's values under its own field names. */
export const draftSchema = z.object({ ...lookFields, ...contactFields, ...flagFields })

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
  const contactInfo = contactOf(values)
  const isSaved = settings.updatedAt !== null
  const changed = new Set<string>(changedNames(settings, edits))
  const given = Object.entries({ ...values, featuredAgentIds: edits.featuredAgentIds ?? settings.featuredAgentIds })
  const isContactChanged = Object.keys(contactInfo).some((name) => changed.has(name))
  return {
    // The first save sends everything: it turns suggestions into choices.
    ...Object.fromEntries(given.filter(([name]) => !(name in contactInfo) && (!isSaved || changed.has(name)))),
    ...(isSaved && !isContactChanged ? {} : { contactInfo }),
  }
}

function contactOf<Text>({ email, phone, websiteUrl, address }: Record<keyof typeof contactFields, Text>) {
  return { email, phone, websiteUrl, address }
}

/** Returns the form's names of the fields that are sent under these names. */
export function draftNames(sent: Iterable<string>): Set<string> {
  return new Set([...sent].flatMap((name) => (name === 'contactInfo' ? Object.keys(contactFields) : [name])))
}

/** Returns what the sent fields held when editing began (D187). */
export function beforeOf(settings: Settings, began: Partial<Draft>, change: BrandedAppChange): Record<string, unknown> {
  const values = { ...draftOf(settings), ...began }
  const before = { ...values, contactInfo: contactOf(values) }
  return Object.fromEntries(Object.entries(before).filter(([name]) => name in change))
}

/** Returns what visitors would see; a half-typed color keeps its saved value. */
export function faceOf(settings: Settings, draft: Draft, assignments: readonly Assignment[]): AppFace {
  const colorOf = (name: 'primaryColor' | 'secondaryColor' | 'accentColor') =>
    isHexColor(draft[name]) ? draft[name] : settings[name]
  const contact = Object.entries(contactOf(draft)).map(([name, text]) => [name, text.trim()])
  return {
    ...draft,
    slug: settings.slug,
    logoUrl: settings.shownLogoUrl,
    appName: draft.appName.trim() || settings.appName,
    tagline: draft.tagline.trim(),
    welcomeMessage: draft.welcomeMessage.trim(),
    primaryColor: colorOf('primaryColor'),
    secondaryColor: colorOf('secondaryColor'),
    accentColor: colorOf('accentColor'),
    contactInfo: Object.fromEntries(contact) as AppFace['contactInfo'],
    agents: draft.showPublicAgents ? shownAgents(draft.featuredAgentIds, assignments) : [],
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
    ...agent,
    id: agentId,
    isFeatured: featuredIds.includes(agentId),
  }))
}

interface Kept {
  edits: Partial<Draft>
  /** What the edited fields held when editing began (D187). */
  began: Partial<Draft>
}

/** Unsaved input by organization, so that switching tabs of the dashboard does not lose it. */
const kept = new Map<number, Kept>()

export type DraftState = ReturnType<typeof useDraft>

/**
 * Returns the form's values: the saved ones with the unsaved changes on top. Those survive a visit to another tab, and
 * the browser asks before it drops them.
 */
export function useDraft(settings: Settings) {
  const { organizationId } = settings
  const [{ edits, began }, setState] = useState<Kept>(() => kept.get(organizationId) ?? { edits: {}, began: {} })
  // Fields that keep their own text are remounted with a new key.
  const [version, setVersion] = useState(0)
  const isDirty = changedNames(settings, edits).length > 0

  useLeaveQuestion(isDirty)

  function keep(next: Kept) {
    kept.set(organizationId, next)
    setState(next)
  }

  function change(more: Partial<Draft>) {
    const saved = Object.entries(draftOf(settings)).filter(([name]) => name in more)
    keep({ edits: { ...edits, ...more }, began: { ...Object.fromEntries(saved), ...began } })
  }

  /** Drops what was typed into some fields, or into all, and shows the saved values again. */
  function drop(names?: ReadonlySet<string>) {
    const rest = (fields: Partial<Draft>) =>
      Object.fromEntries(Object.entries(fields).filter(([name]) => names && !names.has(name)))
    keep({ edits: rest(edits), began: rest(began) })
    setVersion((before) => before + 1)
  }

  return { draft: { ...draftOf(settings), ...edits }, edits, began, isDirty, version, change, drop }
}
