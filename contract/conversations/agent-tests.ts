import * as z from 'zod/mini'
import { changeAgent } from '../agents/admin-agents.ts'
import { agentLimits, voiceKey } from '../agents/agent-fields.ts'
import { limitedText } from '../required-text.ts'
import { call } from '../call.ts'
import { startConversation } from './voice.ts'

/** How platform admins try out an agent before people can use it, and words before they save them. */

/** Unsaved words, within the limits of saved ones. */
const triedWords = z.object({
  systemPrompt: limitedText(agentLimits.systemPrompt),
  firstMessage: limitedText(agentLimits.firstMessage),
  /** A voice of our list; without one, the fallback speaks. */
  voiceId: z.optional(z.nullable(voiceKey)),
})
export type TriedWords = z.output<typeof triedWords>

export const testAgent = call('POST /api/admin/agents/:id/test', {
  who: 'agents.change',
  holdsSecret: true,
  summary:
    'Starts a test conversation with an agent, even an inactive one, or with words that are not saved; it is free and left out of all figures (D56).',
  params: { id: z.uuid() },
  body: z.object({ resumeOf: z.optional(z.uuid()), words: z.optional(triedWords) }),
  answer: startConversation.answer,
  status: 201,
  errors: {
    agent_not_found: [404, 'This agent no longer exists.'],
    consent_required: startConversation.errors.consent_required,
    session_active: startConversation.errors.session_active,
    voice_unavailable: startConversation.errors.voice_unavailable,
    voice_busy: startConversation.errors.voice_busy,
    unknown_voice: changeAgent.errors.unknown_voice,
  },
})
