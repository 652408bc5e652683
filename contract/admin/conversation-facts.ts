import * as z from 'zod/mini'

/** Why a conversation was free (D56, D71). */
export const freeReasons = ['test', 'not_started', 'silent', 'short'] as const

/** What was measured in a conversation and what was charged for it, in whole seconds. */
export const conversationFacts = z.object({
  /** From the start to the end, or until now. */
  open: z.number(),
  /** From the start until charging began; null when it never did. */
  waited: z.nullable(z.number()),
  /** From the start until the agent was first heard; null when it never was, or when that was not stored. */
  heardAfter: z.nullable(z.number()),
  /** Whether any sound of the agent came. */
  wasHeard: z.boolean(),
  /** The talk time that our clock measured. */
  measured: z.number(),
  /** The time after charging began that was free because the line was dead (D176). */
  free: z.number(),
  /** From the start until the line to the browser last died, and until it came back after that; null for what did not happen. */
  lostAfter: z.nullable(z.number()),
  backAfter: z.nullable(z.number()),
  /** Null while the conversation is live. */
  charged: z.nullable(z.number()),
  /** How the charge was paid; null for conversations from before this was stored. */
  fromMonth: z.nullable(z.number()),
  fromPurchased: z.nullable(z.number()),
  /** Null until the voice provider has reported, and when it never does. */
  provider: z.nullable(z.number()),
  /** Given back because the provider measured less (D91), and by the team. */
  givenBack: z.number(),
  credited: z.number(),
  freeReason: z.nullable(z.enum(freeReasons)),
})
export type ConversationFacts = z.output<typeof conversationFacts>
