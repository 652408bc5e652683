import * as z from 'zod/mini'
import { field } from '../field-words.ts'
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
const price = z.string({ error: priceText }).check(z.trim(), z.regex(/^\d{1,2}(\.\d{1,2})?$/, { error: priceText }))

const ratingText = 'Please enter a rating from 0 to 5, with at most one decimal'
const rating = z
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

/** The fields that have a default in a new agent. */
export const settledFields = {
  systemPrompt: field(limitedText(agentLimits.systemPrompt), {
    label: 'System prompt',
    help: 'What the agent knows and how it behaves. Applies from the next conversation.',
    kind: 'area',
    rows: 8,
  }),
  /** The sentence that opens a conversation. */
  firstMessage: field(limitedText(agentLimits.firstMessage), {
    label: 'First message',
    help: 'What the agent says first. If empty, the agent waits for the person to speak.',
    kind: 'area',
    rows: 2,
  }),
  isActive: field(z.boolean(), {
    label: 'Active',
    help: 'Inactive agents are hidden from the marketplace and cannot be used.',
  }),
  isPremium: field(z.boolean(), { label: 'Premium', help: 'People must unlock it before they can use it.' }),
  isPrivate: field(z.boolean(), {
    label: 'Private',
    help: 'Only people in the organizations you select can use it.',
  }),
  /** Dollars per minute as text, for reference only: it does not affect charges (D31). */
  price: field(price, {
    label: 'Price per minute',
    help: 'For reference. Only talking uses credits.',
    placeholder: '0.05',
  }),
  /** 0 to 5 in tenths, shown until five people have rated it (D55). */
  rating: field(rating, {
    label: 'Rating',
    help: '0 to 5, shown until five people have rated the agent.',
    placeholder: '4.8',
  }),
}

/** Everything that an admin sets for an agent, with defaults (S127-S130). */
export const agentFields = z.object({
  name: field(requiredLine('Name', agentLimits.name), { label: 'Name' }),
  description: field(requiredText('Description', agentLimits.description), {
    label: 'Description',
    kind: 'area',
    rows: 3,
  }),
  category: field(requiredLine('Category', agentLimits.category), { label: 'Category' }),
  /** As returned by `POST /api/upload`; null removes the picture. */
  imageUrl: field(z.optional(z.nullable(z.string().check(z.maxLength(300)))), { label: 'Picture' }),
  /**
   * The picture itself as a data address, JPG or PNG, for callers that did not upload it; `imageUrl` takes precedence.
   */
  imageData: z.optional(z.nullable(z.string())),
  /** The agent's ID at the voice provider; without one, the agent is created there. */
  elevenLabsAgentId: field(z.optional(z.nullable(providerId)), {
    label: 'ElevenLabs agent ID',
    help: 'Leave empty to create the agent at ElevenLabs.',
  }),
  systemPrompt: z._default(settledFields.systemPrompt, ''),
  firstMessage: z._default(settledFields.firstMessage, ''),
  /** A voice in our list; without one, the fallback speaks (D186). */
  voiceId: field(z.optional(z.nullable(voiceKey)), { label: 'Voice' }),
  isActive: z._default(settledFields.isActive, true),
  isPremium: z._default(settledFields.isPremium, false),
  isPrivate: z._default(settledFields.isPrivate, false),
  price: z._default(settledFields.price, '0.00'),
  rating: z._default(settledFields.rating, 5),
})
export type AgentFields = z.output<typeof agentFields>
