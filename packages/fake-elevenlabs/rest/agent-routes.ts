/** Agents on the provider's REST interface, paths relative to `/v1/convai`. */
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod/mini'
import { pageOf } from '../knowledge/list-routes.ts'
import { sendUnknownDocument } from '../knowledge/checks.ts'
import type { KnowledgeBase } from '../knowledge/knowledge-base.ts'
import { readQuery } from '../read-request.ts'
import type { Records } from '../records/records.ts'
import { sendUnknownTool } from '../tools/routes.ts'
import { sendFieldFaults, sendUnknownAgent, sendUnknownVoice } from '../vendor-errors.ts'
import { createAgent, patchAgent, type Account, type Agent, type AgentFault } from './agents.ts'

export interface AgentRouteParts {
  agents: Records<Agent>
  account: Account
  knowledge: KnowledgeBase
  /** The stand-in's time in ms. */
  now(): number
}

type ById = { Params: { id: string } }

const listQuery = z.object({
  page_size: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 30),
  cursor: z.optional(z.string()),
  search: z.optional(z.string()),
})

export function registerAgents(app: FastifyInstance, { account, agents, knowledge, now }: AgentRouteParts): void {
  const keep = (agent: Agent): void => {
    agents.set(agent.agent_id, agent)
    knowledge.indexFor(agent)
  }
  app.post('/agents/create', (request, reply) => {
    const created = createAgent(request.body, account, now())
    if (!('agent' in created)) return refuse(reply, created)
    keep(created.agent)
    return reply.send({ agent_id: created.agent.agent_id })
  })
  app.get('/agents', (request, reply) => {
    const query = readQuery(listQuery, request, reply)
    if (!query) return reply
    const wanted = agents
      .values()
      .filter(({ name }) => name.toLowerCase().includes((query.search ?? '').toLowerCase()))
      .toSorted(newestFirst)
    const page = pageOf(wanted, query, ({ agent_id: id }) => id)
    return reply.send({ agents: page.items.map(summarize), next_cursor: page.next, has_more: page.next !== null })
  })
  app.get<ById>('/agents/:id', (request, reply) => {
    const agent = agents.get(request.params.id)
    return agent ? reply.send(agent) : sendUnknownAgent(reply, request.params.id)
  })
  app.patch<ById>('/agents/:id', (request, reply) => {
    const agent = agents.get(request.params.id)
    if (!agent) return sendUnknownAgent(reply, request.params.id)
    const patched = patchAgent(agent, request.body, account, now())
    if (!('agent' in patched)) return refuse(reply, patched)
    keep(patched.agent)
    return reply.send(patched.agent)
  })
  app.delete<ById>('/agents/:id', (request, reply) => {
    if (!agents.get(request.params.id)) return sendUnknownAgent(reply, request.params.id)
    agents.delete(request.params.id)
    return reply.send({})
  })
}

function refuse(reply: FastifyReply, fault: AgentFault): FastifyReply {
  if ('faults' in fault) return sendFieldFaults(reply, fault.faults)
  if ('unknownVoice' in fault) return sendUnknownVoice(reply, fault.unknownVoice)
  if ('unknownTool' in fault) return sendUnknownTool(reply, fault.unknownTool)
  return sendUnknownDocument(reply, fault.unknownDocument)
}

function newestFirst(a: Agent, b: Agent): number {
  return b.metadata.created_at_unix_secs - a.metadata.created_at_unix_secs || a.agent_id.localeCompare(b.agent_id)
}

function summarize({ agent_id, metadata, name, tags }: Agent): Record<string, unknown> {
  return { agent_id, name, tags, created_at_unix_secs: metadata.created_at_unix_secs, archived: false }
}
