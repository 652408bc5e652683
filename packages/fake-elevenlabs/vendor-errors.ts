/**
 * Requests, checked, and their refusals in the provider's own shapes: `{detail: {status, message}}`, and a list for
 * fields that are wrong.
 */
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'

/** One wrong field as the provider names it: where it is and what is wrong with it. */
export interface FieldFault {
  type: string
  loc: (string | number)[]
  msg: string
}

interface Detail {
  status: string
  message: string
}

/** Thrown to refuse a request; the answer is `detail`. */
export class Refusal extends Error {
  readonly httpStatus: number
  readonly detail: Detail | FieldFault[]

  constructor(httpStatus: number, detail: Detail | FieldFault[]) {
    super(Array.isArray(detail) ? 'wrong fields' : detail.message)
    this.httpStatus = httpStatus
    this.detail = detail
  }
}

export function refuse(httpStatus: number, status: string, message: string): never {
  throw new Refusal(httpStatus, { status, message })
}

const notFound = {
  agent: (id: string) => `Agent with ID ${id} not found.`,
  conversation: (id: string) => `Conversation with ID ${id} not found.`,
  document: (id: string) => `Document with id ${id} not found.`,
  tool: (id: string) => `Tool with id ${id} not found.`,
  voice: (id: string) => `A voice with the voice_id ${id} was not found.`,
}

/** Returns what was found. Refuses with 404 when that is nothing. */
export function need<T>(found: T | undefined, kind: keyof typeof notFound, id: string): T {
  return found ?? refuse(404, `${kind}_not_found`, notFound[kind](id))
}

export const unknownVoiceText = notFound.voice

/** Returns the body of a request. Refuses a wrong one with 422. */
export function readBody<Schema extends z.ZodMiniType>(schema: Schema, { body }: FastifyRequest): z.infer<Schema> {
  return read('body', schema, body)
}

/** Returns the query of a request. Refuses a wrong one with 422. */
export function readQuery<Schema extends z.ZodMiniType>(schema: Schema, { query }: FastifyRequest): z.infer<Schema> {
  return read('query', schema, query)
}

/** Returns what a schema makes of `given`. Refuses a wrong one with 422. */
export function read<Schema extends z.ZodMiniType>(
  place: 'body' | 'query',
  schema: Schema,
  given: unknown,
): z.infer<Schema> {
  const parsed = schema.safeParse(given)
  if (parsed.success) return parsed.data
  throw new Refusal(422, toFieldFaults(place, parsed.error, given))
}

function toFieldFaults(place: 'query' | 'body', error: z.core.$ZodError, given: unknown): FieldFault[] {
  return error.issues.flatMap((issue) => {
    const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
    const loc = [place, ...path]
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => extraField([...loc, key]))
    return isMissing(given, path)
      ? { type: 'missing', loc, msg: 'Field required' }
      : { type: issue.code ?? 'value_error', loc, msg: issue.message }
  })
}

export function extraField(loc: (string | number)[]): FieldFault {
  return { type: 'extra_forbidden', loc, msg: 'Extra inputs are not permitted' }
}

function isMissing(given: unknown, path: (string | number)[]): boolean {
  const found = path.reduce<unknown>(
    (value, part) => (typeof value === 'object' && value !== null ? Reflect.get(value, part) : undefined),
    given,
  )
  return path.length > 0 && found === undefined
}
