import type { FastifyInstance } from 'fastify'
import * as agents from '#contract/agents.ts'
import { listAgents, listUnlocks, unlockAgent } from '../domain/agents.ts'
import { serve } from '../serve.ts'
import type { Services } from '../services.ts'

export function agentRoutes(app: FastifyInstance, services: Services): void {
  const { read } = services.database
  serve(app, services, agents, {
    agents: async ({ person }) => {
      const rows = await listAgents(read, person.id, person.role === 'admin')
      return rows.map((row) => ({ ...row, rating: row.ratingTenths / 10, ratingSource: 'editorial' as const }))
    },
    unlockedAgents: async ({ person }) => listUnlocks(read, person.id),
    unlockAgent: async ({ person, params, at, write, fail }) => {
      const unlock = await write((tx) => unlockAgent(tx, person.id, params.agentId, at))
      if (!unlock) throw fail('agent_not_found')
      return unlock
    },
  })
}
