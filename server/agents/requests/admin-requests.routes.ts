import type { FastifyInstance } from 'fastify'
import * as adminRequests from '#contract/agents/admin-requests.ts'
import { findRequest, listAgentChoices, listAllRequests } from './admin-requests.ts'
import { changeRequestStatus } from './status.ts'
import { serve } from '../../kernel/serve.ts'
import type { Services } from '../../voice-provider/services.ts'
import { actingIn } from '../../audit/acting.routes.ts'

export function adminRequestRoutes(app: FastifyInstance, services: Services): void {
  const { read, readLong } = services.database
  serve(app, services, adminRequests, {
    adminRequests: async ({ query, reply }) => {
      const { rows, total } = await listAllRequests(readLong, query)
      reply.header('x-total-count', total)
      return rows
    },

    setRequestStatus: async (context) => {
      const { params, body, write, fail } = context
      return write(async (tx) => {
        const result = await changeRequestStatus(tx, actingIn(context), params.id, body)
        if (result === 'agent_not_found' || result === 'not_published') throw fail(result, { field: 'agentId' })
        const request = result === 'done' ? await findRequest(tx, params.id) : null
        if (!request) throw fail('request_not_found')
        return request
      })
    },

    agentChoices: async () => listAgentChoices(read),
  })
}
