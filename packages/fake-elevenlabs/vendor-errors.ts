/** Errors in the provider's own shapes: `{detail: {status, message}}`, and a list for fields that are wrong. */
import type { FastifyReply } from 'fastify'
import type * as z from 'zod/mini'

/** One wrong field as the provider names it: where it is and what is wrong with it. */
export interface FieldFault {
  type: string
  loc: (string | number)[]
  msg: string
}

/** Sends 4xx or 5xx with the provider's `detail` object. */
export function sendFault(reply: FastifyReply, httpStatus: number, status: string, message: string): FastifyReply {
  return reply.code(httpStatus).send({ detail: { status, message } })
}

/** Sends 422 with the list of wrong fields. */
export function sendFieldFaults(reply: FastifyReply, faults: FieldFault[]): FastifyReply {
  return reply.code(422).send({ detail: faults })
}

/** Returns what a schema refused, in the provider's words. */
export function toFieldFaults(place: 'query' | 'body', error: z.core.$ZodError, given: unknown): FieldFault[] {
  return error.issues.flatMap((issue) => {
    if (issue.code === 'unrecognized_keys') {
      const at = [place, ...issue.path.map(String)]
      return issue.keys.map((key) => ({
        type: 'extra_forbidden',
        loc: [...at, key],
        msg: 'Extra inputs are not permitted',
      }))
    }
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
    const loc = [place, ...path]
    return isMissing(given, path)
      ? { type: 'missing', loc, msg: 'Field required' }
      : { type: issue.code ?? 'value_error', loc, msg: issue.message }
  })
}

function isMissing(given: unknown, path: (string | number)[]): boolean {
  const found = path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    given,
  )
  return path.length > 0 && found === undefined
}

export function sendUnknownVoice(reply: FastifyReply, voiceId: string): FastifyReply {
  return sendFault(reply, 404, 'voice_not_found', unknownVoiceText(voiceId))
}

export function unknownVoiceText(voiceId: string): string {
  return `A voice with the voice_id ${voiceId} was not found.`
}

export function sendUnknownAgent(reply: FastifyReply, agentId: string): FastifyReply {
  return sendFault(reply, 404, 'agent_not_found', `Agent with ID ${agentId} not found.`)
}

export function sendUnknownConversation(reply: FastifyReply, conversationId: string): FastifyReply {
  return sendFault(reply, 404, 'conversation_not_found', `Conversation with ID ${conversationId} not found.`)
}
