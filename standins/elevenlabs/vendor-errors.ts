/** Errors in the provider's own shapes: `{detail: {status, message}}`, and a list for fields that are wrong. */
import type { FastifyReply } from 'fastify'

/** One wrong field, as the provider names it: where it is and what is wrong with it. */
export interface FieldFault {
  type: string
  loc: (string | number)[]
  msg: string
}

/** Answers 4xx or 5xx with the provider's `detail` object. */
export function sendFault(reply: FastifyReply, httpStatus: number, status: string, message: string): FastifyReply {
  return reply.code(httpStatus).send({ detail: { status, message } })
}

/** Answers 422 with the list of wrong fields. */
export function sendFieldFaults(reply: FastifyReply, faults: FieldFault[]): FastifyReply {
  return reply.code(422).send({ detail: faults })
}

export function sendUnknownAgent(reply: FastifyReply, agentId: string): FastifyReply {
  return sendFault(reply, 404, 'agent_not_found', `Agent with ID ${agentId} not found.`)
}

export function sendUnknownConversation(reply: FastifyReply, conversationId: string): FastifyReply {
  return sendFault(reply, 404, 'conversation_not_found', `Conversation with ID ${conversationId} not found.`)
}
