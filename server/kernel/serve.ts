import { createHash } from 'node:crypto'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  type Call,
  isCall,
  isList,
  mayTakeFile,
  mostCounted,
  pageQuery,
  type Schema,
  success,
  takesFile,
} from '#contract/call.ts'
import type { LongRead, Read, Tx } from '../database/sql.ts'
import { cutPage, type Page, readSpan, type Span } from './admin-list.ts'
import { PackedText, sendPacked } from './compression.ts'
import { type Fail, failFor, Problem, Refusal, refusals } from './problem.ts'
import type { Services } from './services.ts'
import { isForm, readForm, takeForms, takeFormsToo } from './upload.ts'

type Output<S> = S extends z.ZodMiniUndefined ? undefined : S extends Schema ? z.output<S> : undefined

/** What the kernel gives to a handler. */
interface Given<C extends Call> {
  params: C extends Call<infer Names> ? Record<Names, string> : never
  query: Output<Exclude<C['query'], undefined>>
  /** The part of the list that the client asks for. */
  span: Span
  body: Output<Exclude<C['body'], undefined>>
  /** Business time of this request. */
  at: Date
  read: Read
  readLong: LongRead
  /** The one transaction that a plain handler may open. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  fail: Fail<C>
  /** Responds with a success status other than the declared one. */
  status(code: number): void
  log: FastifyBaseLogger
  request: FastifyRequest
  reply: FastifyReply
}

/** What a handler receives: checked input, and what identity adds about the person who makes the request. */
export interface Context<C extends Call = Call> extends Given<C> {}

/** What identity adds. */
export type Caller = Omit<Context, keyof Given<Call>>

/** The result of a handler: the answer, a page of a list that the database cuts, or nothing where success says it all. */
type Answered<C> = C extends { answer: infer A extends Schema }
  ? z.input<A> | PageOf<z.input<A>> | ({ success: true } extends z.input<A> ? void : never)
  : never
type PageOf<List> = List extends readonly (infer Row)[] ? Page<Row> : never
type Handler<C extends Call, Doors> = (context: Context<C> & { services: Doors }) => Promise<Answered<C>>

/** A handler for each call of an area; a missing one does not compile. */
type Handlers<Area, Doors> = {
  [Name in keyof Area as Area[Name] extends Call ? Name : never]: Area[Name] extends Call
    ? Handler<Area[Name], Doors>
    : never
}

/** Registers calls: guards before the body is read, parsed input, stripped responses. */
export type Routes<Doors extends Services> = (app: FastifyInstance, services: Doors) => void

/** Returns the routes of one area of the contract from what handles each of its calls. */
export function routes<Area extends object, Doors extends Services = Services>(
  area: Area,
  handlers: Handlers<Area, Doors>,
): Routes<Doors> {
  return (app, services) => {
    for (const [name, call] of Object.entries(area)) {
      if (!isCall(call)) continue
      const handle = (handlers as Record<string, Handler<Call, Doors>>)[name]
      if (!handle) throw new Error(`No handler for ${call.method} ${call.path}`)
      const prepare = takesFile(call) ? takeForms : mayTakeFile(call) ? takeFormsToo : null
      if (!prepare) {
        serveCall(app, services, { call, name }, handle)
        continue
      }
      void app.register(async (part) => {
        await prepare(part, call.largestFile)
        serveCall(part, services, { call, name }, handle)
      })
    }
  }
}

interface Named {
  call: Call
  /** The name within its area, such as `changeMember`. */
  name: string
}

function serveCall<Doors extends Services>(
  app: FastifyInstance,
  services: Doors,
  { call, name }: Named,
  handle: Handler<Call, Doors>,
): void {
  const { read, readLong } = services.database
  const fail = failFor(call)
  const { guards } = app
  app.route({
    method: call.method,
    url: call.path,
    ...(call.largestBodyBytes !== undefined && { bodyLimit: call.largestBodyBytes }),
    onRequest: async (request) => {
      await guards.requireWho(request, call.who)
      if (call.asksProof) guards.requireProof(request)
    },
    handler: async (request, reply) => {
      const given = isForm(request) ? await readForm(request, call.largestFile) : (request.body ?? {})
      const body = parse(call, call.body, given)
      const { query, span } = readQuery(call, request.query)
      const params = parseParams(call, request.params as Record<string, string>)
      guards.refuseAfterEnd(request, call)
      const act = await guards.beginAct(request, call, name)
      let status = call.status
      const answer = await handle({
        ...guards.callerOf(request),
        params,
        query,
        span,
        body,
        at: services.clock.now(),
        services,
        read,
        readLong,
        write: onlyOnce((work) =>
          services.database.write(async (tx) => {
            const result = await work(tx)
            await act?.record(tx)
            return result
          }),
        ),
        fail,
        status: (code) => {
          status = code
        },
        log: request.log,
        request,
        reply,
      }).catch((error: unknown) => {
        throw error instanceof Refusal ? fail(error.code, error.more) : error
      })
      await act?.finish()
      if (reply.statusCode === 200) reply.code(status)
      const text = textOf(answer, () => writeAnswer(call, answer, span, reply))
      return sendAnswer(call, text, request, reply)
    },
  })
}

interface AnswerText {
  text: string
  /** Weak, because it names the answer in every encoding; made when it is first needed. */
  tag?: string
}

/** The texts of answers that last; null until one was first sent. */
const texts = new WeakMap<object, AnswerText | null>()

/** Marks an answer, not a list, that is never changed and is handed out more than once, so that its text is made once. */
export function lasting<T extends object>(answer: T): T {
  texts.set(answer, null)
  return answer
}

function textOf(answer: unknown, write: () => string): AnswerText {
  const lasts = typeof answer === 'object' && answer !== null && texts.has(answer)
  const known = lasts ? texts.get(answer) : null
  if (known) return known
  const made = { text: write() }
  if (lasts) texts.set(answer, made)
  return made
}

/**
 * Sends an answer, compressed unless it holds a secret: the length of a compressed answer tells of a secret in it, character
 * by character, to a person who may add text to it (BREACH). Responds with 304 to clients that name the tag of this answer:
 * most of what is polled has not changed (D168).
 */
function sendAnswer(
  call: Call,
  answer: AnswerText,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
  const { text } = answer
  if (call.method === 'GET' && reply.statusCode === 200) {
    const tag = (answer.tag ??= `W/"${createHash('sha1').update(text).digest('base64url')}"`)
    reply.header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.header('vary', 'accept-encoding').code(304).send()
  }
  reply.type('application/json; charset=utf-8')
  return call.holdsSecret ? reply.send(text) : sendPacked(request, reply, new PackedText(text, { isKept: false }))
}

/** Returns the query of a call, and the part of its list, which a list that pages itself finds in its query as numbers. */
function readQuery(call: Call, given: unknown): { query: unknown; span: Span } {
  const query = parse(call, call.query, given)
  if (call.answer._zod.def.type !== 'array') return { query, span: readSpan({}) }
  const asked = readSpan((isList(call) ? parse(call, pageQuery, given) : query) as z.output<typeof pageQuery>)
  // A person's own lists stay complete, because they do not grow with the platform (D166).
  const { mostBytes: _, ...whole } = asked
  const span = call.path.startsWith('/api/user/') ? whole : asked
  const pagesItself = call.query && 'after' in ((call.query._zod.def as z.core.$ZodObjectDef).shape ?? {})
  return { query: pagesItself ? { ...(query as object), limit: span.limit, offset: span.offset } : query, span }
}

/** Returns what a handler answered as JSON, without what the contract does not name; a list ends where it is cut. */
function writeAnswer(call: Call, answered: unknown, span: Span, reply: FastifyReply): string {
  if (call.answer === success) return JSON.stringify(answered ?? { success: true })
  const { def } = call.answer._zod
  if (def.type !== 'array') return JSON.stringify(z.parse(call.answer, answered))
  const { element } = def as z.core.$ZodArrayDef
  const { text, total, next } = cutPage(answered as unknown[] | Page<unknown>, span, (row) => z.parse(element, row))
  reply.header('x-total-count', Math.min(total, mostCounted))
  if (total > mostCounted) reply.header('x-total-more', 'true')
  if (next) reply.header('x-next-cursor', next)
  return text
}

function onlyOnce(write: Context['write']): Context['write'] {
  let used = false
  return (work) => {
    if (used) throw new Error('A handler may open one transaction; several steps belong into a flow')
    used = true
    return write(work)
  }
}

function parse(call: Call, schema: Schema | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const result = z.safeParse(schema, value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') || undefined
  const code = call.invalid[field ?? ''] ?? (schema === call.body ? 'invalid_input' : 'invalid_query')
  throw new Problem(400, code, issue?.message ?? 'Please check your input.', field ? { field } : {})
}

/** Treats an id that cannot exist like one that does not exist. */
function parseParams(call: Call, params: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(params)) {
    const schema = call.params[name]
    if (value.length > 300 || value.includes('\0') || (schema && !z.safeParse(schema, value).success))
      throw refusals.notFound()
  }
  return params
}

/** Rows and inputs as the contract describes them, so that the server does not list their fields again. */

/** The answer that a handler gives for a schema or a call, with times as dates; a list's answer counts by its rows. */
export type RowOf<Source> = Source extends { answer: infer Answer extends Schema }
  ? Dated<Each<z.input<Answer>>>
  : Source extends Schema
    ? Dated<Each<z.input<Source>>>
    : never

/** The query that a handler gets from a call. */
export type QueryOf<Called> = Called extends { query: infer Query } ? z.output<Extract<Query, Schema>> : never

/** The body that a handler gets from a call. */
export type BodyOf<Called> = Called extends { body: infer Body } ? z.output<Extract<Body, Schema>> : never

type Each<Given> = Given extends readonly (infer Row)[] ? Row : Given
type Dated<Row> = { [Name in keyof Row]: Date extends Row[Name] ? Exclude<Row[Name], string> : Row[Name] }
