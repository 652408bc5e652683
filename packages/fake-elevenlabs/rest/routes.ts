/** The provider's REST interface, paths relative to `/v1/convai`. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { registerDocuments } from '../knowledge/document-routes.ts'
import { type IndexRouteParts, registerIndexes } from '../knowledge/index-routes.ts'
import { registerLists } from '../knowledge/list-routes.ts'
import { readQuery } from '../read-request.ts'
import { initiatedRecord, newConversationId } from '../records/conversations.ts'
import type { Records } from '../records/records.ts'
import { registerTools } from '../tools/routes.ts'
import type { Tool } from '../tools/tools.ts'
import { sendFault, sendUnknownAgent } from '../vendor-errors.ts'
import type { VoiceFault } from '../voice-fault.ts'
import { type AgentRouteParts, registerAgents } from './agent-routes.ts'
import { type ConversationRouteParts, registerConversations } from './conversation-routes.ts'
import type { Signatures } from './signatures.ts'

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
export async function registerRoutes(app: FastifyInstance, parts: RouteParts): Promise<void> {
  registerSignedUrl(app, parts)
  registerAgents(app, parts)
  registerConversations(app, parts)
  registerTools(app, parts.tools, parts.agents)
  // Fixed words before ids: the router prefers them anyway, and a reader sees them first.
  registerLists(app, parts)
  registerIndexes(app, parts)
  await registerDocuments(app, parts)
}

function registerSignedUrl(app: FastifyInstance, parts: RouteParts): void {
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const query = readQuery(signedUrlQuery, request, reply)
    if (!query) return reply
    const agent = parts.agents.get(query.agent_id)
    if (!agent) return sendUnknownAgent(reply, query.agent_id)
    if (parts.voiceFault(agent.agent_id, agent.name) === 'refuse') {
      return sendFault(reply, 500, 'internal_error', 'An internal error occurred.')
    }
    const conversationId = newConversationId()
    const signature = parts.signatures.issue(agent.agent_id, conversationId, parts.now())
    const url = new URL(`${socketBase(request)}/v1/convai/conversation`)
    url.searchParams.set('agent_id', agent.agent_id)
    url.searchParams.set('conversation_signature', signature)
    if (!query.include_conversation_id) return reply.send({ signed_url: url.href })
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
