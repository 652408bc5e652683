/** The provider's REST interface, paths relative to `/v1/convai`. */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { KnowledgeBase } from '../knowledge/knowledge-base.ts'
import { type IndexRouteParts, registerIndexes } from '../knowledge/index-routes.ts'
import { registerDocuments } from '../knowledge/routes.ts'
import { initiatedRecord, newConversationId, signatureLifeMs } from '../records/conversations.ts'
import type { Records } from '../records/records.ts'
import { registerTools, type Tool } from '../tools.ts'
import { need, readQuery, refuse } from '../vendor-errors.ts'
import type { VoiceFault } from '../voice-fault.ts'
import { type Account, type Agent, createAgent, patchAgent } from './agents.ts'
import { type ConversationRouteParts, registerConversations } from './conversation-routes.ts'
import { pageOf, searchQuery } from './pages.ts'

type ById = { Params: { id: string } }

interface AgentRouteParts {
  agents: Records<Agent>
  account: Account
  knowledge: KnowledgeBase
  /** The stand-in's time in ms. */
  now(): number
}

export interface RouteParts extends AgentRouteParts, ConversationRouteParts, IndexRouteParts {
  signatures: Signatures
  tools: Records<Tool>
  voiceFault(agentId: string, agentName: string): VoiceFault | null
}

const signedUrlQuery = z.object({
  agent_id: z.string(),
  include_conversation_id: z._default(z.stringbool(), false),
})

/** Registers every path. Authentication and faults of the whole interface are the caller's. */
export function registerRoutes(app: FastifyInstance, parts: RouteParts): void {
  registerSignedUrl(app, parts)
  registerAgents(app, parts)
  registerConversations(app, parts)
  registerTools(app, parts.tools, parts.agents)
  registerIndexes(app, parts)
  registerDocuments(app, parts)
}

function registerAgents(app: FastifyInstance, { account, agents, knowledge, now }: AgentRouteParts): void {
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

function registerSignedUrl(app: FastifyInstance, parts: RouteParts): void {
  const answer = (request: FastifyRequest): object => {
    const { agent_id: agentId, include_conversation_id: isNamed } = readQuery(signedUrlQuery, request)
    const agent = need(parts.agents.get(agentId), 'agent', agentId)
    if (parts.voiceFault(agentId, agent.name) === 'refuse') {
      refuse(500, 'internal_error', 'An internal error occurred.')
    }
    const conversationId = newConversationId()
    const signature = parts.signatures.issue(agentId, conversationId, parts.now())
    const url = new URL(`${socketBase(request)}/v1/convai/conversation`)
    url.searchParams.set('agent_id', agentId)
    url.searchParams.set('conversation_signature', signature)
    if (!isNamed) return { signed_url: url.href }
    parts.conversations.set(conversationId, initiatedRecord(agent, conversationId, parts.now()))
    return { signed_url: url.href, conversation_id: conversationId }
  }
  app.get('/conversation/get-signed-url', answer)
  app.get('/conversation/get_signed_url', answer)
}

/** Returns where the caller reaches the conversation socket: this host, or the proxy it came through. */
function socketBase(request: FastifyRequest): string {
  const header = (name: string): string | undefined => {
    const value = request.headers[name]
    return (Array.isArray(value) ? value[0] : value)?.split(',')[0]?.trim()
  }
  const host = header('x-forwarded-host')
  const prefix = header('x-forwarded-prefix')
  if (!host || !prefix) return `ws://${request.headers.host ?? request.host}`
  return `${header('x-forwarded-proto') === 'https' ? 'wss' : 'ws'}://${host}${prefix}/elevenlabs`
}

interface Grant {
  agentId: string
  conversationId: string
  expiresAtMs: number
}

/** Signed addresses: each opens one conversation, once, within its life. */
export class Signatures {
  private readonly grants = new Map<string, Grant>()

  issue(agentId: string, conversationId: string, nowMs: number): string {
    for (const [signature, grant] of this.grants) if (grant.expiresAtMs <= nowMs) this.grants.delete(signature)
    const signature = `cvtkn_${randomBytes(20).toString('hex')}`
    this.grants.set(signature, { agentId, conversationId, expiresAtMs: nowMs + signatureLifeMs })
    return signature
  }

  /** Redeems a signature. Returns its conversation; null when it is unknown, used, expired or another agent's. */
  redeem(signature: string, agentId: string, nowMs: number): string | null {
    const grant = this.grants.get(signature)
    if (!grant || grant.agentId !== agentId) return null
    this.grants.delete(signature)
    return grant.expiresAtMs > nowMs ? grant.conversationId : null
  }
}
