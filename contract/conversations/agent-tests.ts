import * as z from 'zod/mini'
import { call } from '../call.ts'
import { startSession } from './voice.ts'

/** Trying an agent out before people can use it. */

const { consent_required, session_active, voice_unavailable, voice_busy } = startSession.errors

export const testAgent = call('POST /api/admin/agents/:id/test', {
  who: 'admin',
  summary: 'Starts a conversation to try an agent, also an inactive one; nobody pays, and no figure counts it (D56).',
  params: { id: z.uuid() },
  body: z.object({ resumeOf: z.optional(z.uuid()) }),
  answer: startSession.answer,
  status: 201,
  errors: {
    agent_not_found: [404, 'This agent does not exist any more.'],
    consent_required,
    session_active,
    voice_unavailable,
    voice_busy,
  },
})
