import * as z from 'zod/mini'
import type { Duty } from './identity/staff.ts'

/** Any zod schema; the core type is cheap to check. */
export type Schema = z.core.$ZodType

/** The lowest role in the organization that a call is about; each role includes the ones after it (D120). */
export const organizationWhos = ['organization_guest', 'organization_member', 'organization_admin'] as const
export type OrganizationWho = (typeof organizationWhos)[number]

/**
 * The people who may make a call: `anyone`, a signed-in `person`, a person with `access` (their own subscription, an organization,
 * or the role of a platform admin; see server/identity/access.ts), people in an organization, or platform admins whose
 * staff role includes a duty (./identity/staff.ts). The organization is `:organizationId` in the path, otherwise
 * `?organizationId=`, otherwise the person's current one. A person who does not belong to it gets a 404; the platform's
 * owners have the rights of its admins.
 */
export type Who = 'anyone' | 'person' | 'access' | OrganizationWho | Duty

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The refusals of a call: code -> [HTTP status, message for people]. */
export type Errors = Record<string, readonly [status: number, message: string]>

/** The toast of a write: its title, and what it means or what to do. */
export type ToastWords = readonly [title: string, text?: string]

/** The toast of a failure; `unanswered` replaces the text of one without an answer, where trying again does no harm. */
export type FailureWords = readonly [title: string, text: string, unanswered?: string]

/** Says of a call that changes nothing by itself, such as signing in, that no answer came. */
export const notReached = "We couldn't reach Luna. Please check your connection and try again."

/** For calls without refusals of their own. */
type NoErrors = { [Code in never]: never }

type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

type SignaturePath<Signature extends string> = Signature extends `${Method} ${infer Path}` ? Path : never

interface Shape<
  Query extends Schema,
  Body extends Schema,
  Answer extends Schema,
  Refusals extends Errors,
  By extends Who,
> {
  who: By
  summary: string
  /** Whether a write still works after the organization has ended, such as paying (D129); all others are then refused. */
  worksAfterEnd?: boolean
  /** For what takes money, rights or access: staff must have confirmed their identity within the last 5 minutes (D204). */
  asksProof?: boolean
  /** Whether the answer holds a key, a code or a link that only this person may know; it is never compressed. */
  holdsSecret?: boolean
  /** Schemas of path parameters besides ids; a value that does not match gets a 404, like an unknown id. */
  params?: Record<string, Schema>
  query?: Query
  body?: Body
  /** The answer of a success; `success` unless given. */
  answer?: Answer
  /** The largest file of its form, and what is said to a larger one; a picture's unless given. */
  largestFile?: { bytes: number; refusal: string }
  /** The largest body of JSON, in bytes; 1 MB unless given. */
  largestBodyBytes?: number
  /** The HTTP status of a success; 200 by default. */
  status?: number
  errors?: Refusals
  /** The toast of a write that has worked. */
  done?: ToastWords
  /** The toast of a write that failed, unless the server sends a message (D163). */
  failed?: FailureWords
  /** The codes of invalid fields, by name, where they are not `invalid_input`. */
  invalid?: Record<string, keyof Refusals & string>
}

/** One call of the API. Its route, guard, client function and documentation are derived from it. */
export interface Call<
  Names extends string = string,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
  Refusals extends Errors = Errors,
  By extends Who = Who,
> {
  readonly isCall: true
  readonly method: Method
  readonly path: string
  readonly who: By
  readonly worksAfterEnd: boolean
  readonly asksProof: boolean
  readonly holdsSecret: boolean
  readonly summary: string
  readonly params: Partial<Record<Names, Schema>>
  readonly query: Query | undefined
  readonly body: Body | undefined
  /** Loads the body, which the build for browsers takes out of calls (web/client/forms/bodies.ts). */
  readonly loadBody?: () => Promise<unknown>
  readonly answer: Answer
  readonly largestFile: { bytes: number; refusal: string } | undefined
  readonly largestBodyBytes: number | undefined
  readonly status: number
  readonly errors: Refusals
  readonly done: ToastWords | undefined
  readonly failed: FailureWords | undefined
  readonly invalid: Record<string, string>
}

/** The answer of calls that have nothing else to say. */
export const success = z.object({ success: z.literal(true) })

const uuid = z.uuid()

/** Returns the schemas of the ids in a path. They are UUIDs, except that organizations have numbers. */
function idsOf(path: string): Record<string, Schema> {
  const names = [...path.matchAll(/:(\w*id)\b/gi)].map(([, name = '']) => name)
  return Object.fromEntries(names.filter((name) => name !== 'organizationId').map((name) => [name, uuid]))
}

/**
 * Defines a call from a signature such as `POST /api/user/unlock-agent/:agentId`. Its ids are UUIDs, and its answer is
 * `success`, unless it says otherwise.
 */
export function call<
  const Signature extends `${Method} /${string}`,
  Answer extends Schema = typeof success,
  Query extends Schema = z.ZodMiniUndefined,
  Body extends Schema = z.ZodMiniUndefined,
  const Refusals extends Errors = NoErrors,
  const By extends Who = Who,
>(
  signature: Signature,
  shape: Shape<Query, Body, Answer, Refusals, By>,
): Call<PathNames<SignaturePath<Signature>>, Query, Body, Answer, Refusals, By> {
  const [method, path] = signature.split(' ') as [Method, string]
  return {
    isCall: true,
    method,
    path,
    who: shape.who,
    worksAfterEnd: shape.worksAfterEnd ?? false,
    asksProof: shape.asksProof ?? false,
    holdsSecret: shape.holdsSecret ?? false,
    summary: shape.summary,
    params: { ...idsOf(path), ...shape.params } as Partial<Record<PathNames<SignaturePath<Signature>>, Schema>>,
    query: shape.query,
    body: shape.body,
    answer: shape.answer ?? (success as Schema as Answer),
    largestFile: shape.largestFile,
    largestBodyBytes: shape.largestBodyBytes,
    status: shape.status ?? 200,
    errors: shape.errors ?? ({} as Refusals),
    done: shape.done,
    failed: shape.failed,
    invalid: shape.invalid ?? {},
  }
}

type Parts<Names extends string, Query extends Schema, Body extends Schema> = ([Names] extends [never]
  ? unknown
  : { params: Record<Names, string> }) &
  (Query extends z.ZodMiniUndefined ? unknown : { query: z.input<Query> }) &
  (Body extends z.ZodMiniUndefined
    ? unknown
    : undefined extends z.input<Body>
      ? { body?: z.input<Body> }
      : { body: z.input<Body> })

/** The input that a client passes to a call. */
export type Input<C> = C extends Call<infer Names, infer Query, infer Body> ? Parts<Names, Query, Body> : never

/** The answer of a call that succeeds. */
export type Answer<C> = C extends { answer: infer A extends Schema } ? z.output<A> : never

/** The refusal codes that a call declares. */
export type ErrorCode<C> = C extends { errors: infer E } ? keyof E & string : never

/** Returns whether a call concerns one organization and is closed to people outside it. */
export function isAboutOrganization(who: Who): who is OrganizationWho {
  return (organizationWhos as readonly Who[]).includes(who)
}

/** Returns whether an area's export is a call rather than a schema or constant. */
export function isCall(value: unknown): value is Call {
  return typeof value === 'object' && value !== null && 'isCall' in value && value.isCall === true
}

/**
 * The query of every list (D166). Without `limit`, an answer holds up to 1,000 rows and 48 kB, and a person's own lists all
 * their rows up to 1,000; `X-Total-Count` has the number of all rows, and `X-Next-Cursor` the `after` of those that follow.
 */
export const pageQuery = z.object({
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500))),
  offset: z.optional(z.coerce.number().check(z.int(), z.minimum(0))),
  /** The cursor of the page before; takes the place of `offset`. */
  after: z.optional(z.string().check(z.maxLength(1000))),
})

/** The most rows that a list counts; of longer ones it says only that there are more. */
export const mostCounted = 10_000

/** Returns whether the server pages a call's list; a call with its own `limit` pages itself. */
export function isList(call: Call): boolean {
  if (call.answer._zod.def.type !== 'array') return false
  const query = call.query?._zod.def
  return !(query && 'shape' in query && 'limit' in (query.shape as object))
}

/** Returns whether a call takes a file, so that its body is a form (multipart) instead of JSON. */
export function takesFile({ body }: Call): boolean {
  if (!body || !('shape' in body._zod.def)) return false
  return Object.values(body._zod.def.shape as Record<string, Schema>).some(({ _zod }) => _zod.def.type === 'file')
}

/** Returns whether a call also accepts a form with a file; the form's other fields are then JSON text. */
export function mayTakeFile({ body }: Call): boolean {
  if (!body || !('shape' in body._zod.def)) return false
  return Object.values(body._zod.def.shape as Record<string, Schema>).some(
    ({ _zod: { def } }) =>
      def.type === 'optional' && (def as z.core.$ZodOptionalDef).innerType._zod.def.type === 'file',
  )
}

/** The body of every refusal (D163). */
export const problemBody = z.object({
  message: z.string(),
  code: z.string(),
  field: z.optional(z.string()),
  requestId: z.string(),
})
export type ProblemBody = z.output<typeof problemBody>
