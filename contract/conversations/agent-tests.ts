import * as z from 'zod/mini'
import { call } from '../call.ts'
import { startConversation } from './voice.ts'

/** How platform admins try out an agent before people can use it. */

const { consent_required, session_active, voice_unavailable, voice_busy } = startConversation.errors

export const testAgent = call('POST /api/admin/agents/:id/test', {
  who: 'admin',
  summary:
    'Starts a test conversation with an agent, even an inactive one; it is free and left out of all figures (D56).',
  params: { id: z.uuid() },
  body: z.object({ resumeOf: z.optional(z.uuid()) }),
  answer: startConversation.answer,
  status: 201,
  errors: {
    agent_not_found: [404, 'This agent no longer exists.'],
    consent_required,
    session_active,
    voice_unavailable,
    voice_busy,
  },
})
