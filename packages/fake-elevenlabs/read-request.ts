/** What a request says, checked; a wrong one is refused in the provider's words. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { sendFieldFaults, toFieldFaults } from './vendor-errors.ts'

/** Returns the body of a request; null after it was refused with 422. */
export function readBody<Schema extends z.ZodMiniType>(
  schema: Schema,
  request: FastifyRequest,
  reply: FastifyReply,
): z.infer<Schema> | null {
  return read('body', schema, request.body, reply)
}

/** Returns the query of a request; null after it was refused with 422. */
export function readQuery<Schema extends z.ZodMiniType>(
  schema: Schema,
  request: FastifyRequest,
  reply: FastifyReply,
): z.infer<Schema> | null {
  return read('query', schema, request.query, reply)
}

function read<Schema extends z.ZodMiniType>(
  place: 'body' | 'query',
  schema: Schema,
  given: unknown,
  reply: FastifyReply,
): z.infer<Schema> | null {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  void sendFieldFaults(reply, toFieldFaults(place, parsed.error, given))
  return null
}
