import * as z from 'zod/mini'
import { requiredLine, requiredText } from '../required-text.ts'

/** What the form of a new agent offers first, and what that of a present one does; each offers all of both (D57). */
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

/** The categories on offer, own list first; the one that an agent has is always among them (D57). */
export function categoriesFor(present?: string): string[] {
  if (present === undefined) return [...new Set([...categoriesOfNew, ...categoriesOfPresent])]
  return [...new Set([...categoriesOfPresent, ...categoriesOfNew, present])]
}

/** Characters (D148). */
export const agentLimits = {
  name: 120,
  description: 2000,
  category: 60,
  systemPrompt: 20_000,
  firstMessage: 1000,
  elevenLabsAgentId: 100,
} as const

export const organizationMissingText = 'Please select at least one organization for private agent access'

/** Text that may be empty. */
export function optionalText(limit: number) {
  const error = `Please use at most ${limit.toLocaleString('en-US')} characters`
  return z.string().check(z.trim(), z.maxLength(limit, { error }))
}

const priceText = 'Please enter a price from 0.00 to 99.99'
/** Dollars a minute as text; information that nothing is charged by (D31). */
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

/** It becomes part of an address at the provider. */
const providerId = optionalText(agentLimits.elevenLabsAgentId).check(
  z.regex(/^[\w-]*$/, { error: 'Please enter the ID as ElevenLabs shows it' }),
)

/** The id of a voice of our own list; empty for none. */
export const voiceKey = z.string().check(z.regex(/^([a-z][a-z0-9-]{0,39})?$/, { error: 'Please choose a voice' }))

/** All that an admin sets of an agent, with what it is when nothing is said (S127-S130). */
export const agentFields = z.object({
  name: requiredLine('Name', agentLimits.name),
  description: requiredText('Description', agentLimits.description),
  category: requiredLine('Category', agentLimits.category),
  /** As `POST /api/upload` answered it; null takes the picture away. */
  imageUrl: z.optional(z.nullable(z.string().check(z.maxLength(300)))),
  /** The picture itself as a data address, JPG or PNG, for who did not upload it before; `imageUrl` goes first. */
  imageData: z.optional(z.nullable(z.string())),
  /** Id of the agent at the voice provider; without one it is made there. */
  elevenLabsAgentId: z.optional(z.nullable(providerId)),
  systemPrompt: z._default(optionalText(agentLimits.systemPrompt), ''),
  /** How it opens a conversation. */
  firstMessage: z._default(optionalText(agentLimits.firstMessage), ''),
  /** A voice of our list; without one the fallback speaks (D186). */
  voiceId: z.optional(z.nullable(voiceKey)),
  isActive: z._default(z.boolean(), true),
  isPremium: z._default(z.boolean(), false),
  isPrivate: z._default(z.boolean(), false),
  price: z._default(priceField, '0.00'),
  /** 0 to 5 in tenths, shown until five people have rated it (D55). */
  rating: z._default(ratingField, 5),
})
export type AgentFields = z.output<typeof agentFields>
