import * as z from 'zod/mini'
import { call } from '../call.ts'
import { sound } from './sounds.ts'
import { isoTime } from '../identity/people.ts'
import { agent_not_found } from '../refusals.ts'

/** An agent's name and look. */
export const agentCard = {
  id: z.string(),
  name: z.string(),
  description: z.string(),
  category: z.string(),
  imageUrl: z.nullable(z.string()),
}

/** An agent as people see it: no prompt, no provider id, no price (D53). */
export const agent = z.object({
  ...agentCard,
  isPremium: z.boolean(),
  isActive: z.boolean(),
  isUnlocked: z.boolean(),
  /** 0 to 5 in tenths; `ratingSource` says whether it comes from an editor or from people who talked with it (D55). */
  rating: z.number(),
  ratingSource: z.enum(['editorial', 'people']),
  /** Conversations of 10 s or more (D56). */
  sessionCount: z.number(),
  /** How many people have rated it. */
  ratingCount: z.number(),
  /** The greeting read aloud, the same as `greeting.url`; null until it is made (D175). */
  greetingUrl: z.nullable(z.string()),
  greeting: z.nullable(sound),
})
export type Agent = z.output<typeof agent>

/** Prompts have up to 20,000 characters, and a list has room for their beginnings; the agent's own page has all of one. */
export const listedPromptCharacters = 1000

/** Includes the fields for platform admins only (D53); lists leave out picture data. */
const agentForAdmins = z.extend(agent, {
  isPrivate: z.optional(z.boolean()),
  /** Dollars per minute as text; does not affect charges (D31). */
  price: z.optional(z.string()),
  /** The first `listedPromptCharacters` of it. */
  systemPrompt: z.optional(z.string()),
  elevenLabsAgentId: z.optional(z.nullable(z.string())),
  createdBy: z.optional(z.nullable(z.string())),
  updatedBy: z.optional(z.nullable(z.string())),
  createdAt: z.optional(isoTime),
  updatedAt: z.optional(isoTime),
})

export const agents = call('GET /api/agents', {
  who: 'person',
  summary: 'Lists the agents that this person can see, by name; platform admins get more fields (D53, D166).',
  answer: z.array(agentForAdmins),
})

export const publicAgents = call('GET /api/agents/public', {
  who: 'anyone',
  summary: 'Lists every active public agent by name, as visitors see it (D198).',
  answer: z.array(agent),
})

export const agentPage = call('GET /api/agents/:agentId', {
  who: 'anyone',
  summary: 'Returns one agent as its page shows it; visitors only see active public agents (D53).',
  answer: z.extend(agent, {
    /** The sentence that opens a conversation. */
    firstMessage: z.string(),
    /** Whether this person manages what the agent has read (D183). */
    managesDocuments: z.boolean(),
    /** Set for staff who may read them without managing them. */
    readsDocuments: z.optional(z.boolean()),
    /** Questions to start with, and the agent's answers. */
    sampleConversation: z.array(
      z.object({
        question: z.string(),
        answer: z.string(),
        /** The answer read aloud, the same as `sound.url`; null until it is made (D175). */
        audioUrl: z.nullable(z.string()),
        sound: z.nullable(sound),
        /** The question, asked by another voice; null where there is none. */
        questionSound: z.nullable(sound),
      }),
    ),
  }),
  errors: { agent_not_found },
})

const unlock = z.object({ agentId: z.string(), unlockedAt: isoTime })

export const unlockedAgents = call('GET /api/user/unlocked-agents', {
  who: 'person',
  summary: 'Lists the premium agents that this person has unlocked.',
  answer: z.array(unlock),
})

export const unlockAgent = call('POST /api/user/unlock-agent/:agentId', {
  who: 'access',
  summary:
    'Unlocks a public premium agent; repeating it changes nothing, and it is free unless unlockCostCredits is set (D52).',
  body: z.optional(
    z.object({
      /**
       * The price in credits that the person saw; the call fails if it has changed. When omitted, any price is accepted.
       */
      credits: z.optional(z.number()),
    }),
  ),
  answer: unlock,
  failed: ['Error', 'Failed to unlock agent. Please try again.'],
  errors: {
    agent_not_found,
    price_changed: [409, 'The price has changed. Please check the new price and try again.'],
    insufficient_credits: [402, 'Insufficient credits to unlock this agent. Please add credits first.'],
  },
})
