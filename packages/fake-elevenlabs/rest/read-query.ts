import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import { toFieldFaults, type FieldFault } from '../vendor-errors.ts'

/** Returns what a query says, or which of its fields are wrong. */
export function readQuery<Schema extends z.ZodMiniType>(
  schema: Schema,
  request: FastifyRequest,
): { value: z.infer<Schema> } | { faults: FieldFault[] } {
  const parsed = schema.safeParse(request.query)
  return parsed.success ? { value: parsed.data } : { faults: toFieldFaults('query', parsed.error, request.query) }
}
