import * as z from 'zod/mini'
import { call } from '../call.ts'

/** One line read aloud, and what captions need (D175). */
export const sound = z.object({
  /** An MP3 file, which answers ranges and never changes; without an account for public agents. */
  url: z.string(),
  /** The words that are spoken: the whole line, or whole sentences from its beginning. */
  text: z.string(),
  durationMs: z.number(),
  /** When each word begins; words are parted by white space. */
  wordStartsMs: z.array(z.number()),
  /** Who speaks; languages as ISO 639-1, best one first. */
  voice: z.object({ name: z.string(), languages: z.array(z.string()) }),
})
export type Sound = z.output<typeof sound>

/** Returns the address of a sound of a public agent; hearing it is free. */
export function soundPath(agentId: string, hash: string): string {
  return `/api/agents/${agentId}/sounds/${hash}`
}

/** Returns the address of a sound that only the people who see its agent may hear. */
export function privateSoundPath(agentId: string, hash: string): string {
  return `/api/agents/${agentId}/private-sounds/${hash}`
}

export const heardAgent = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string(),
  imageUrl: z.nullable(z.string()),
  greeting: z.nullable(sound),
  /** About 20 seconds: the greeting, a question and its answer; empty where no question was asked. */
  conversation: z.array(z.object({ by: z.enum(['agent', 'person']), sound })),
})
export type HeardAgent = z.output<typeof heardAgent>

const mostSamples = 6

export const agentSamples = call('GET /api/agents/samples', {
  who: 'anyone',
  summary:
    'Returns a few public agents: those of the given names, and in place of missing ones others that can be heard (D175).',
  query: z.object({
    /** Separated by commas; one agent is returned for each, and one without any. */
    names: z.optional(z.string().check(z.maxLength(1000))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(mostSamples))),
  }),
  answer: z.array(heardAgent),
})
