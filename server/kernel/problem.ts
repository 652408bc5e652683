import type { FastifyError } from 'fastify'
import pg from 'pg'
import { type Call, type ErrorCode, problemBody } from '#contract/call.ts'
import type { DeclaredCode } from '#contract/index.ts'

/** A refusal as the client receives it, with status, code and message (D163). */
export class Problem extends Error {
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined
  /** Further declared fields of the body. */
  readonly details: Record<string, unknown>

  constructor(status: number, code: string, message: string, more: ProblemDetails = {}) {
    super(message)
    this.status = status
    this.code = code
    this.field = more.field
    this.retryAfterSeconds = more.retryAfterSeconds
    this.details = more.details ?? {}
  }
}

export interface ProblemDetails {
  field?: string
  retryAfterSeconds?: number
  details?: Record<string, unknown>
  /** Replaces the declared message, for messages with figures. */
  message?: string
}

/** A refusal that a rule throws. The call in which it happens declares its status and message. */
export class Refusal extends Error {
  readonly code: DeclaredCode
  readonly more: ProblemDetails

  constructor(code: DeclaredCode, more: ProblemDetails = {}) {
    super(code)
    this.code = code
    this.more = more
  }
}

/**
 * Refuses from within a rule or flow, and rolls back its transaction. Routes use `fail`, which compiles only for codes
 * of their call. A rule commits first whatever must stay in spite of the refusal.
 */
export function refuse(code: DeclaredCode, more?: ProblemDetails): never {
  throw new Refusal(code, more)
}

/** Creates a refusal that the call declares; an undeclared code does not compile. */
export type Fail<C> = (code: ErrorCode<C>, more?: ProblemDetails) => Problem

export function failFor<C extends Call>(call: C): Fail<C> {
  return (code, more = {}) => {
    const declared = call.errors[code]
    if (!declared) throw new Error(`${call.method} ${call.path} does not declare ${code}`)
    return new Problem(declared[0], code, more.message ?? declared[1], more)
  }
}

export const refusals = {
  badOrigin: () => new Problem(403, 'bad_origin', 'This request came from another site.'),
  signedOut: () => new Problem(401, 'unauthorized', 'Please sign in.'),
  forbidden: () => new Problem(403, 'forbidden', 'You are not allowed to do this.'),
  notFound: () => new Problem(404, 'not_found', 'This does not exist.'),
  tooMany: (retryAfterSeconds: number) =>
    new Problem(429, 'too_many_requests', 'Too many requests. Please wait a moment.', { retryAfterSeconds }),
  away: () =>
    new Problem(503, 'unavailable', 'Luna is temporarily unavailable. Please try again.', { retryAfterSeconds: 2 }),
}

const internal = 'Something went wrong. Please try again.'
const awayCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '53100',
  '53200',
  '08000',
  '08003',
  '08006',
  '55P03',
  '57014',
])

/** Turns any thrown value into a refusal. Unexpected errors reveal nothing internal (D163). */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const { code, statusCode } = error as FastifyError
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Problem(413, 'too_large', 'This request is too large.')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return new Problem(415, 'wrong_type', 'Please send JSON (content type application/json).')
  }
  // Errors of outside services also carry a statusCode, which says nothing about this request.
  const isUnreadable = code?.startsWith('FST_') && (statusCode === 400 || statusCode === 414)
  if (code === 'FST_STATIC_FORBIDDEN_PATH') return refusals.notFound()
  if (isUnreadable || isUnstorable(error)) {
    return new Problem(400, 'bad_request', 'We could not read this request.')
  }
  if (isDatabaseAway(error)) return refusals.away()
  return new Problem(500, 'internal', internal)
}

/**
 * Returns whether an error is about input that JSON can carry and PostgreSQL cannot store: text with a zero character,
 * or a number beyond its integers. A number that grows too large in a computation comes from other routines and stays a
 * fault.
 */
function isUnstorable(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  const { code, routine = '' } = error
  return code === '22021' || code === '22P05' || (code === '22003' && /^pg_strto(int|uint)/.test(routine))
}

/** Returns whether the database did not answer, rather than answering with an error. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  if (awayCodes.has(code)) return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  if (error instanceof pg.DatabaseError) return false
  return /connection terminated|timeout exceeded when trying to connect|query read timeout|not queryable|has been closed/i.test(
    error.message,
  )
}

export function toBody(problem: Problem, requestId: string): Record<string, unknown> {
  const body = problemBody.parse({ message: problem.message, code: problem.code, field: problem.field, requestId })
  return { ...problem.details, ...body }
}
