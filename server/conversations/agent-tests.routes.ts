import type { FastifyInstance } from 'fastify'
import * as agentTests from '#contract/conversations/agent-tests.ts'
import { recordAct } from '../audit/acts.ts'
import { findAgentForAdmin } from '../agents/admin-agents.ts'
import { actingIn } from '../audit/acting.routes.ts'
import { serve } from '../kernel/serve.ts'
import { voiceUrl } from '../kernel/site-url.ts'
import { startTest } from './lifecycle.flow.ts'
import type { Services } from './services.ts'

export function agentTestRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, agentTests, {
    testAgent: async (context) => {
      const { person, params, body, request, fail } = context
      if (!(await findAgentForAdmin(services.database.readLong, params.id))) throw fail('agent_not_found')
      const started = await startTest(services, person, params.id, body)
      if (started.state === 'session_active') throw fail(started.state, { details: { sessionId: started.sessionId } })
      if (started.state === 'unknown_voice') throw fail(started.state, { field: 'voiceId' })
      if (started.state !== 'started') throw fail(started.state)
      const target = { kind: 'agent', id: params.id } as const
      await context.write((tx) => recordAct(tx, actingIn(context), { action: 'agent.test', target }))
      const { id, conversationId } = started
      return { id, conversationId, signedUrl: voiceUrl(services.config, request, id, started) }
    },
  })
}
