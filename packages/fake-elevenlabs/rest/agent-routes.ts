/** Agents on the provider's REST interface, paths relative to `/v1/convai`. */
import type { FastifyInstance } from 'fastify'
import type { KnowledgeBase } from '../knowledge/knowledge-base.ts'
import type { Records } from '../records/records.ts'
import { need, readQuery } from '../vendor-errors.ts'
import { createAgent, patchAgent, type Account, type Agent } from './agents.ts'
import { pageOf, searchQuery } from './pages.ts'

export interface AgentRouteParts {
  agents: Records<Agent>
  account: Account
  knowledge: KnowledgeBase
  /** The stand-in's time in ms. */
  now(): number
}

type ById = { Params: { id: string } }

export function registerAgents(app: FastifyInstance, { account, agents, knowledge, now }: AgentRouteParts): void {
  const keep = (agent: Agent): Agent => {
    agents.set(agent.agent_id, agent)
    knowledge.indexFor(agent)
    return agent
  }
  const find = (id: string): Agent => need(agents.get(id), 'agent', id)
  app.post('/agents/create', ({ body }) => ({ agent_id: keep(createAgent(body, account, now())).agent_id }))
  app.get('/agents', (request) => {
    const query = readQuery(searchQuery, request)
    const search = (query.search ?? '').toLowerCase()
    const wanted = agents.values().filter(({ name }) => name.toLowerCase().includes(search))
    const { items, rest } = pageOf(wanted.toSorted(newestFirst), query, ({ agent_id: id }) => id)
    return { agents: items.map(summarize), ...rest }
  })
  app.get<ById>('/agents/:id', ({ params }) => find(params.id))
  app.patch<ById>('/agents/:id', ({ body, params }) => keep(patchAgent(find(params.id), body, account, now())))
  app.delete<ById>('/agents/:id', ({ params }) => {
    agents.delete(find(params.id).agent_id)
    return {}
  })
}

function newestFirst(a: Agent, b: Agent): number {
  return b.metadata.created_at_unix_secs - a.metadata.created_at_unix_secs || a.agent_id.localeCompare(b.agent_id)
}

function summarize({ agent_id, metadata, name, tags }: Agent): Record<string, unknown> {
  return { agent_id, name, tags, created_at_unix_secs: metadata.created_at_unix_secs, archived: false }
}
