/** The provider's REST interface, paths relative to `/v1/convai`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { createAgent, patchAgent, type Agent, type AgentFault } from './agents.ts'
import {
  conversationStatuses,
  initiatedRecord,
  listConversations,
  newConversationId,
  readRecord,
  type ConversationRecord,
} from '../records/conversations.ts'
import { readQuery } from './read-query.ts'
import type { Records } from '../records/records.ts'
import type { Signatures } from './signatures.ts'
import {
  sendFault,
  sendFieldFaults,
  sendUnknownAgent,
  sendUnknownConversation,
  sendUnknownVoice,
} from '../vendor-errors.ts'
import type { VoiceFault } from '../voice-fault.ts'

export interface RouteParts {
  agents: Records<Agent>
  conversations: Records<ConversationRecord>
  signatures: Signatures
  voiceFault(agentId: string, agentName: string): VoiceFault | null
  /** Returns whether the account has a voice of this id. */
  hasVoice(voiceId: string): boolean
  /** The stand-in's time in ms. */
  now(): number
}

const pageSize = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 30)
const seconds = z.optional(z.coerce.number().check(z.int()))
/** Returns a list, whether a parameter is repeated or comes once. */
const toList = (value: unknown): unknown => (Array.isArray(value) ? value : [value])
const signedUrlQuery = z.object({
  agent_id: z.string(),
  include_conversation_id: z._default(z.stringbool(), false),
})
const agentListQuery = z.object({
  page_size: pageSize,
  cursor: z.optional(z.string()),
  search: z.optional(z.string()),
})
const conversationListQuery = z.object({
  agent_id: z.optional(z.string()),
  user_id: z.optional(z.string()),
  cursor: z.optional(z.string()),
  page_size: pageSize,
  call_start_after_unix: seconds,
  call_start_before_unix: seconds,
  call_duration_min_secs: seconds,
  call_duration_max_secs: seconds,
  exclude_statuses: z.optional(z.pipe(z.transform(toList), z.array(z.enum(conversationStatuses)))),
  sort_direction: z._default(z.enum(['asc', 'desc']), 'desc'),
})

/** Registers every path. Authentication and faults of the whole interface are the caller's. */
export function registerRoutes(app: FastifyInstance, parts: RouteParts): void {
  registerSignedUrl(app, parts)
  registerAgents(app, parts)
  registerConversations(app, parts)
}

function registerSignedUrl(app: FastifyInstance, parts: RouteParts): void {
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const query = readQuery(signedUrlQuery, request)
    if ('faults' in query) return sendFieldFaults(reply, query.faults)
    const agent = parts.agents.get(query.value.agent_id)
    if (!agent) return sendUnknownAgent(reply, query.value.agent_id)
    if (parts.voiceFault(agent.agent_id, agent.name) === 'refuse') {
      return sendFault(reply, 500, 'internal_error', 'An internal error occurred.')
    }
    const conversationId = newConversationId()
    const signature = parts.signatures.issue(agent.agent_id, conversationId, parts.now())
    const url = new URL(`${socketBase(request)}/v1/convai/conversation`)
    url.searchParams.set('agent_id', agent.agent_id)
    url.searchParams.set('conversation_signature', signature)
    if (!query.value.include_conversation_id) return reply.send({ signed_url: url.href })
    parts.conversations.set(conversationId, initiatedRecord(agent, conversationId, parts.now()))
    return reply.send({ signed_url: url.href, conversation_id: conversationId })
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

function refuseAgent(reply: FastifyReply, fault: AgentFault): FastifyReply {
  return 'faults' in fault ? sendFieldFaults(reply, fault.faults) : sendUnknownVoice(reply, fault.unknownVoice)
}

function registerAgents(app: FastifyInstance, { agents, hasVoice, now }: RouteParts): void {
  app.post('/agents/create', (request, reply) => {
    const created = createAgent(request.body, hasVoice, now())
    if (!('agent' in created)) return refuseAgent(reply, created)
    agents.set(created.agent.agent_id, created.agent)
    return reply.send({ agent_id: created.agent.agent_id })
  })
  app.get('/agents', (request, reply) => {
    const query = readQuery(agentListQuery, request)
    if ('faults' in query) return sendFieldFaults(reply, query.faults)
    return reply.send(listAgents(agents.values(), query.value))
  })
  app.get<{ Params: { id: string } }>('/agents/:id', (request, reply) => {
    const agent = agents.get(request.params.id)
    return agent ? reply.send(agent) : sendUnknownAgent(reply, request.params.id)
  })
  app.patch<{ Params: { id: string } }>('/agents/:id', (request, reply) => {
    const agent = agents.get(request.params.id)
    if (!agent) return sendUnknownAgent(reply, request.params.id)
    const patched = patchAgent(agent, request.body, hasVoice, now())
    if (!('agent' in patched)) return refuseAgent(reply, patched)
    agents.set(agent.agent_id, patched.agent)
    return reply.send(patched.agent)
  })
  app.delete<{ Params: { id: string } }>('/agents/:id', (request, reply) => {
    if (!agents.get(request.params.id)) return sendUnknownAgent(reply, request.params.id)
    agents.delete(request.params.id)
    return reply.send({})
  })
}

function listAgents(all: Agent[], query: z.infer<typeof agentListQuery>): Record<string, unknown> {
  const wanted = all
    .filter((agent) => agent.name.toLowerCase().includes((query.search ?? '').toLowerCase()))
    .toSorted(
      (a, b) =>
        b.metadata.created_at_unix_secs - a.metadata.created_at_unix_secs || a.agent_id.localeCompare(b.agent_id),
    )
  const start = wanted.findIndex((agent) => agent.agent_id === query.cursor) + 1
  const page = wanted.slice(start, start + query.page_size)
  const hasMore = start + page.length < wanted.length
  const summaries = page.map((agent) => ({
    agent_id: agent.agent_id,
    name: agent.name,
    tags: agent.tags,
    created_at_unix_secs: agent.metadata.created_at_unix_secs,
    archived: false,
  }))
  return { agents: summaries, next_cursor: hasMore ? page.at(-1)?.agent_id : null, has_more: hasMore }
}

function registerConversations(app: FastifyInstance, { conversations, now }: RouteParts): void {
  app.get('/conversations', (request, reply) => {
    const query = readQuery(conversationListQuery, request)
    if ('faults' in query) return sendFieldFaults(reply, query.faults)
    const records = conversations.values().map((record) => readRecord(record, now()))
    return reply.send(listConversations(records, query.value))
  })
  app.get<{ Params: { id: string } }>('/conversations/:id', (request, reply) => {
    const record = conversations.get(request.params.id)
    return record ? reply.send(readRecord(record, now())) : sendUnknownConversation(reply, request.params.id)
  })
  app.delete<{ Params: { id: string } }>('/conversations/:id', (request, reply) => {
    if (!conversations.get(request.params.id)) return sendUnknownConversation(reply, request.params.id)
    conversations.delete(request.params.id)
    return reply.send({})
  })
}
