import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { type Answer, type Call, type ErrorCode, isList, mostCounted, type Schema } from '#contract/call.ts'
import { calls } from '#contract/index.ts'
import { openApiDocument } from '#contract/openapi.ts'
import { findings } from '#contract/admin/findings.ts'
import { adminUsers } from '#contract/admin/users.ts'
import { waitingWork } from '#contract/admin/waiting.ts'
import { agentSamples } from '#contract/agents/sounds.ts'
import { inboxUnread } from '#contract/messages/inbox.ts'
import { talkTime } from '#contract/conversations/talk-time.ts'
import { organizationHoursSaved, ownHoursSaved, savedTimeOf } from '#contract/results/hours-saved.ts'
import { hoursSaved } from '#contract/results/hours-saved-total.ts'
import { memory, notesFrom } from '#contract/results/memory.ts'
import { readRecap } from '#contract/results/recap.ts'
import { organizationStepCounts } from '#contract/results/step-counts.ts'
import { failFor, Problem, type ProblemDetails, toBody, toProblem } from '#server/kernel/problem.ts'
import { fakeOf } from './fake-answer.ts'
import type { GivenAnswer, SentCall } from './replace-fetch.ts'

type Output<S> = S extends z.ZodMiniUndefined ? undefined : S extends Schema ? z.output<S> : undefined

/** A call as the server would receive it, checked by the contract. */
export interface Asked<C extends Call> {
  params: C extends Call<infer Names> ? Record<Names, string> : never
  query: Output<Exclude<C['query'], undefined>>
  body: Output<Exclude<C['body'], undefined>>
}

type Give<C extends Call> = Answer<C> | ((asked: Asked<C>) => Answer<C> | Promise<Answer<C>>)

interface Told {
  /** The length of the whole list, where the answer is one page of it. */
  total?: number
}

interface Held {
  promise: Promise<void>
  isReleased: boolean
}

/** An address outside the contract, such as `/readyz`. */
type Address = Pick<Call, 'method' | 'path'>

/** The address at which the server reports its own state and that of its services. */
export const readiness = { method: 'GET', path: '/readyz' } as const satisfies Address
export const apiDocument = { method: 'GET', path: '/api/openapi.json' } as const satisfies Address

const signatureOf = ({ method, path }: Address) => `${method} ${path}`

/** Every call with the pattern of its address; fixed addresses come before those with parameters. */
const known = calls
  .map(({ call }) => ({
    call,
    names: [...call.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
    pattern: new RegExp(`^${call.path.replaceAll('.', String.raw`\.`).replaceAll(/:\w+/g, '([^/]+)')}$`),
  }))
  .toSorted((a, b) => a.names.length - b.names.length)

/**
 * Stands in for the server of one page and answers what the test says, checked by the contract in both directions. An
 * unanswered call, an answer that the contract would not allow, and an input that the server would refuse all fail the
 * test.
 */
export class FakeServer {
  readonly #faults: string[] = []
  readonly #unanswered: SentCall[] = []
  #end = ''
  #answers = new Map<string, (sent: SentCall, asked: Asked<Call>) => Promise<GivenAnswer>>()
  #asked: { signature: string; asked: Asked<Call> }[] = []
  #held = new Map<string, Held>()

  constructor() {
    this.say(readiness, 200, { status: 'ready', voice: 'up' })
    giveUsualAnswers(this)
    // Few pages read it, and it is large.
    this.#answers.set(signatureOf(apiDocument), async () => json(200, openApiDocument()))
  }

  /** Answers this address from now on, whatever the contract says: one outside it, or a broken server. */
  say(address: Address, status: number, body: unknown): void {
    this.#answers.set(signatureOf(address), async () => json(status, body))
  }

  /** Lets the call succeed with this from now on. */
  answer<C extends Call>(call: C, give: Give<C>, told: Told = {}): void {
    this.#answers.set(signatureOf(call), async (sent, asked) => {
      const given = typeof give === 'function' ? await (give as (asked: Asked<Call>) => unknown)(asked) : give
      return succeed(call, this.#check(call, given), sent, told)
    })
  }

  /** Refuses the call from now on with a code that it declares. */
  refuse<C extends Call>(call: C, code: ErrorCode<C>, more: ProblemDetails = {}): void {
    this.refuseWith(call, failFor(call)(code, more))
  }

  /** Refuses the call from now on as any call may be; see `refusals` of the server. */
  refuseWith(call: Call, problem: Problem): void {
    this.#answers.set(signatureOf(call), async () => refuseBy(problem))
  }

  /** Makes the call fail inside the server (500) from now on. */
  break(call: Call): void {
    this.refuseWith(call, toProblem(new Error('A fault for a test')))
  }

  /** Lets the call find no connection from now on. */
  cut(call: Address): void {
    this.#answers.set(signatureOf(call), async () => ({ status: 0, headers: {}, text: null, cut: true }))
  }

  /** Holds the answers of a call back from now on. Returns a function that releases them. */
  hold(call: Address): () => void {
    const { promise, resolve } = Promise.withResolvers<void>()
    const held: Held = { promise, isReleased: false }
    this.#held.set(signatureOf(call), held)
    return () => {
      held.isReleased = true
      resolve()
    }
  }

  /** Returns what the page sent to a call so far, in order. */
  asked<C extends Call>(call: C): Asked<C>[] {
    const signature = signatureOf(call)
    return this.#asked.filter((one) => one.signature === signature).map(({ asked }) => asked as Asked<C>)
  }

  /** Every call so far, such as `GET /api/auth/user`, in order. */
  get calls(): string[] {
    return this.#asked.map(({ signature }) => signature)
  }

  /** Notes on which page the test ended. */
  endAt(path: string): void {
    this.#end = path
  }

  /** Faults between page and test, without calls that begin just as the test ends. */
  faults(): string[] {
    const unanswered = this.#unanswered.filter(({ from, hasMovedOn }) => !(hasMovedOn && from === this.#end))
    return [...this.#faults, ...unanswered.map(({ method, path }) => `Nobody answers ${method} ${path}`)]
  }

  async respond(sent: SentCall): Promise<GivenAnswer> {
    const [path = ''] = sent.path.split('?')
    const found = known.find(({ call, pattern }) => call.method === sent.method && pattern.test(path))
    const signature = found ? signatureOf(found.call) : `${sent.method} ${path}`
    const answer = this.#answers.get(signature)
    if (!answer) {
      this.#unanswered.push(sent)
      return refuseBy(new Problem(404, 'not_found', 'This does not exist.'))
    }
    const asked = found ? this.#read(found, sent) : { params: {}, query: undefined, body: undefined }
    this.#asked.push({ signature, asked })
    const held = this.#held.get(signature)
    if (held && !held.isReleased) await held.promise
    return answer(sent, asked)
  }

  #read({ call, names, pattern }: (typeof known)[number], sent: SentCall): Asked<Call> {
    const [path = '', search = ''] = sent.path.split('?')
    const values = pattern.exec(path)?.slice(1).map(decodeURIComponent) ?? []
    const params = Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']))
    const query: unknown = Object.fromEntries(new URLSearchParams(search))
    return {
      params,
      query: this.#parse(call, call.query, query, 'query'),
      body: this.#parse(call, call.body, bodyOf(sent), 'body'),
    }
  }

  #parse(call: Call, schema: Schema | undefined, given: unknown, where: string): unknown {
    if (!schema) return undefined
    const result = z.safeParse(schema, given)
    if (result.success) return result.data
    this.#faults.push(`The ${where} of ${signatureOf(call)} is not one that it takes: ${z.prettifyError(result.error)}`)
    return given
  }

  /** Returns an answer as it leaves the server; superfluous or wrong fields are a fault of the test. */
  #check(call: Call, given: unknown): unknown {
    const result = z.safeParse(call.answer, given)
    if (!result.success) {
      this.#faults.push(`The answer of ${signatureOf(call)} is none of the contract: ${z.prettifyError(result.error)}`)
      return given
    }
    if (!isDeepStrictEqual(asSent(given), asSent(result.data)))
      this.#faults.push(`The answer of ${signatureOf(call)} has fields that the contract does not know`)
    return result.data
  }
}

function asSent(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value))
}

function bodyOf({ text, form }: SentCall): unknown {
  if (text !== null) return JSON.parse(text)
  if (!form) return {}
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => {
      if (typeof value === 'string') return [name, JSON.parse(value)]
      return [name, new File([Buffer.from(value.base64, 'base64')], value.name, { type: value.type })]
    }),
  )
}

/** Answers like the server: a tag for reads, 304 for clients that know it, and pages of lists. */
function succeed(call: Call, answer: unknown, { path, headers }: SentCall, { total }: Told): GivenAnswer {
  if (call.method !== 'GET') return json(call.status, answer)
  const search = new URLSearchParams(path.split('?')[1])
  const isCut = Array.isArray(answer) && (isList(call) || (takesLimit(call) && total === undefined))
  const offset = Number(search.get('offset') ?? 0)
  const rows = isCut ? answer.slice(offset, offset + Number(search.get('limit') ?? answer.length)) : answer
  const count = total ?? (isCut ? answer.length : undefined)
  const tag = `W/"${createHash('sha1').update(JSON.stringify(rows)).digest('base64url')}"`
  if (headers['if-none-match'] === tag) return { status: 304, headers: { etag: tag }, text: null }
  const given = json(call.status, rows)
  return {
    ...given,
    headers: {
      ...given.headers,
      etag: tag,
      ...(count !== undefined && { 'x-total-count': String(Math.min(count, mostCounted)) }),
      ...(count !== undefined && count > mostCounted && { 'x-total-more': 'true' }),
    },
  }
}

/** Returns whether the call cuts its own list into pages. */
function takesLimit({ query }: Call): boolean {
  const def = query?._zod.def
  return def !== undefined && 'shape' in def && 'limit' in (def.shape as object)
}

function refuseBy(problem: Problem): GivenAnswer {
  return json(problem.status, toBody(problem, 'page-test'))
}

function json(status: number, body: unknown): GivenAnswer {
  return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, text: JSON.stringify(body) }
}

/** Answers what many pages ask for on the side with what most people have: nothing. */
function giveUsualAnswers(server: FakeServer): void {
  // By every page with the headline: nothing can be heard.
  server.answer(agentSamples, [])
  // Before and after every conversation: off as at first.
  server.answer(memory, { enabled: false, isAllowedHere: true, notes: [] })
  // By every page of a session: no notes came from it.
  server.answer(notesFrom, { count: 0 })
  // After every conversation: it left nothing.
  server.answer(readRecap, {
    state: 'none',
    title: null,
    summary: null,
    proposals: [],
    sources: [],
    isKept: false,
    isEdited: false,
    lines: [],
  })
  // For every conversation: the question has no answer, and its time is over.
  server.answer(savedTimeOf, { savedMinutes: null, answerableUntil: null })
  // By the list of sessions: nobody talked.
  server.answer(talkTime, { days: [], agents: [] })
  // By the same list and the usage of an organization: nobody has answered it this month.
  const noAnswers = { month: '2026-11', conversations: 0, answers: 0, savedMinutes: null, rows: [] }
  server.answer(ownHoursSaved, noAnswers)
  server.answer(organizationHoursSaved, fakeOf(organizationHoursSaved, {}))
  server.answer(organizationStepCounts, fakeOf(organizationStepCounts, {}))
  // By every page of staff: nothing is unread.
  server.answer(inboxUnread, { unread: 0 })
  // By the home of staff and the head of the panel: nothing waits.
  server.answer(waitingWork, [])
  // By the tabs of payments: nothing is open.
  server.answer(findings, [])
  // By the panel's first tab: nobody has registered.
  server.answer(adminUsers, [])
  // By the landing page: nobody has said anything yet.
  server.answer(hoursSaved, { total: null })
}
