import * as z from 'zod/mini'
import { limitedText, requiredLine, requiredText } from '../required-text.ts'

/** The form for a new agent lists the first set first, the form for an existing one the second; both list all (D57). */
const categoriesOfNew = [
  'CRM & Automation',
  'Sales & Marketing',
  'Operations',
  'Mindset & Growth',
  'Finance & Accounting',
  'Customer Service',
  'Systems',
] as const
const categoriesOfPresent = [
  'Business Strategy',
  'Marketing',
  'Sales',
  'Operations',
  'Finance',
  'HR',
  'Technology',
  'Leadership',
] as const

/** Returns the categories to choose from, always including the agent's current one (D57). */
export function categoriesFor(present?: string): string[] {
  if (present === undefined) return [...new Set([...categoriesOfNew, ...categoriesOfPresent])]
  return [...new Set([...categoriesOfPresent, ...categoriesOfNew, present])]
}

/** Maximum lengths in characters (D148). */
export const agentLimits = {
  name: 120,
  description: 2000,
  category: 60,
  systemPrompt: 20_000,
  firstMessage: 1000,
  elevenLabsAgentId: 100,
} as const

export const organizationMissingText = 'Please select at least one organization for private agent access'

const priceText = 'Please enter a price from 0.00 to 99.99'
/** Dollars per minute as text, for reference only: it does not affect charges (D31). */
export const priceField = z
  .string({ error: priceText })
  .check(z.trim(), z.regex(/^\d{1,2}(\.\d{1,2})?$/, { error: priceText }))

const ratingText = 'Please enter a rating from 0 to 5, with at most one decimal'
export const ratingField = z
  .number({ error: ratingText })
  .check(
    z.minimum(0, { error: ratingText }),
    z.maximum(5, { error: ratingText }),
    z.multipleOf(0.1, { error: ratingText }),
  )

/** The ID becomes part of a URL at the provider. */
const providerId = limitedText(agentLimits.elevenLabsAgentId).check(
  z.regex(/^[\w-]*$/, { error: 'Please enter the ID as ElevenLabs shows it' }),
)

/** The id of a voice in our own list; empty for none. */
export const voiceKey = z.string().check(z.regex(/^([a-z][a-z0-9-]{0,39})?$/, { error: 'Please choose a voice' }))

/** Everything that an admin sets for an agent, with defaults (S127-S130). */
export const agentFields = z.object({
  name: requiredLine('Name', agentLimits.name),
  description: requiredText('Description', agentLimits.description),
  category: requiredLine('Category', agentLimits.category),
  /** As returned by `POST /api/upload`; null removes the picture. */
  imageUrl: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  /**
   * The picture itself as a data address, JPG or PNG, for callers that did not upload it; `imageUrl` takes precedence.
   */
  imageData: z.optional(z.nullable(z.string())),
  /** The agent's ID at the voice provider; without one, the agent is created there. */
  elevenLabsAgentId: z.optional(z.nullable(providerId)),
  systemPrompt: z._default(limitedText(agentLimits.systemPrompt), ''),
  /** The sentence that opens a conversation. */
  firstMessage: z._default(limitedText(agentLimits.firstMessage), ''),
  /** A voice in our list; without one, the fallback speaks (D186). */
  voiceId: z.optional(z.nullable(voiceKey)),
  isActive: z._default(z.boolean(), true),
  isPremium: z._default(z.boolean(), false),
  isPrivate: z._default(z.boolean(), false),
  price: z._default(priceField, '0.00'),
  /** 0 to 5 in tenths, shown until five people have rated it (D55). */
  rating: z._default(ratingField, 5),
})
export type AgentFields = z.output<typeof agentFields>
