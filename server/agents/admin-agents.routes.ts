import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import * as adminAgents from '#contract/agents/admin-agents.ts'
import { recordAct } from '../audit/acts.ts'
import { type AdminAgentRow, findAgentForAdmin, listAgentsForAdmin } from './admin-agents.ts'
import { findImageAt } from '../images/images.ts'
import { addAgent, editAgent } from './editing.flow.ts'
import { orderKnowledge } from './knowledge/knowledge.flow.ts'
import { removeAgent } from './removing.ts'
import { syncAgent } from './provider-sync.flow.ts'
import { toDataAddress } from '../images/picture.ts'
import { type Handlers, serve } from '../kernel/serve.ts'
import type { Services } from '../voice-provider/services.ts'
import { actingIn } from '../audit/acting.routes.ts'

export function adminAgentRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, adminAgents, {
    ...newAgentHandlers(services),
    ...agentHandlers(services),
  })
}

/** New agents, for everybody or for some organizations. */
function newAgentHandlers(services: Services) {
  return {
    createAgent: async (context) => {
      const { id } = await addAgent(services, actingIn(context), context.body)
      return readAgentPage(services, id)
    },

    createPrivateAgent: async (context) => {
      const { agent, organizationIds, image } = context.body
      const bytes = image && Buffer.from(await image.arrayBuffer())
      const given = { organizationIds, ...(bytes && { image: bytes }) }
      const { id } = await addAgent(services, actingIn(context), { ...agent, isPrivate: true }, given)
      return readAgentPage(services, id)
    },
  } satisfies Partial<Handlers<typeof adminAgents>>
}

/** Existing agents. */
function agentHandlers(services: Services) {
  const { readLong } = services.database
  return {
    adminAgents: async ({ query, reply }) => {
      const { rows, total } = await listAgentsForAdmin(readLong, query)
      reply.header('x-total-count', total)
      return rows.map(toAnswer)
    },

    readAdminAgent: async ({ params, fail }) => {
      const agent = await findAgentForAdmin(readLong, params.id)
      if (!agent) throw fail('agent_not_found')
      return toPage(services, agent)
    },

    changeAgent: async (context) => {
      const { params, body } = context
      await editAgent(services, actingIn(context), params.id, body)
      return readAgentPage(services, params.id)
    },

    deleteAgent: async (context) => {
      const { params, write } = context
      const removed = await write((tx) =>
        removeAgent(tx, actingIn(context), params.id, () => orderKnowledge(services, tx, params.id)),
      )
      if (!removed) throw context.fail('agent_not_found')
      return { success: true as const, ...removed }
    },

    syncAgent: async (context) => {
      const { id } = context.params
      if (!(await findAgentForAdmin(readLong, id))) throw context.fail('agent_not_found')
      await context.write((tx) =>
        recordAct(tx, actingIn(context), { action: 'agent.sync', target: { kind: 'agent', id } }),
      )
      await syncAgent(services, id)
      return readAgentPage(services, id)
    },
  } satisfies Partial<Handlers<typeof adminAgents>>
}

/** Returns an agent that exists, with all its settings. */
export async function readAgentPage(services: Services, id: string) {
  const agent = await findAgentForAdmin(services.database.readLong, id)
  if (!agent) throw new Error(`Agent ${id} is gone`)
  return toPage(services, agent)
}

async function toPage(
  { database: { read } }: Services,
  agent: AdminAgentRow,
): Promise<z.input<typeof adminAgents.adminAgentPage>> {
  const image = await findImageAt(read, agent.imageUrl)
  const { systemPrompt, firstMessage, voiceId } = agent
  return { ...toAnswer(agent), systemPrompt, firstMessage, voiceId, imageData: image && toDataAddress(image) }
}

function toAnswer(row: AdminAgentRow): z.input<typeof adminAgents.adminAgent> {
  return { ...row, rating: row.ratingTenths / 10, shownRating: row.shownRatingTenths / 10 }
}
