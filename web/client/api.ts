import { type DefaultError, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { takesFile, type Answer, type Call, type Input, type Schema } from '#contract/call.ts'
import { ApiError, isChangedMeanwhile, isSignedOut } from './api-error.ts'
import { showWriteFailure, withdrawFailure, type Failure } from './failure.ts'
import type { FieldErrors } from '#web/kit/fields/form.tsx'

/** A call without input needs no argument. */
type Given<C> = unknown extends Input<C> ? void : Input<C>
type Arguments<C> =
  unknown extends Input<C> ? [input?: undefined, options?: SendOptions] : [input: Input<C>, options?: SendOptions]

interface SendOptions {
  signal?: AbortSignal
  /** Outlives the page, for requests sent while leaving it. */
  keepalive?: boolean
  /** 30 s by default. */
  timeoutMs?: number
  /** For polling: the server answers 304 while its answer has not changed (D168). */
  conditional?: boolean
  /** Gets the headers of a successful answer, such as the length of the whole list (D166). */
  onHeaders?: (headers: Headers) => void
}

/** The last answers to conditional reads, by address, with their ETags. */
const remembered = new Map<string, { tag: string; answer: unknown }>()

let notifySignedOut: (call: Call) => void = () => undefined

/** Registers what to call when a call that needs a signed-in user finds that there is none (D1). */
export function whenSignedOut(notify: (call: Call) => void): void {
  notifySignedOut = notify
}

let askProof: () => Promise<boolean> = () => Promise.resolve(false)

/** Registers how to ask for the password or a code when the server wants the identity confirmed. */
export function whenProofAsked(ask: () => Promise<boolean>): void {
  askProof = ask
}

/**
 * Makes a call and returns the server's answer. If the server first wants the identity confirmed, it asks the user and
 * repeats the call once.
 *
 * @throws ApiError when the server refuses; what `fetch` throws when it cannot be reached or takes too long
 */
export async function send<C extends Call>(call: C, ...[input, options = {}]: Arguments<C>): Promise<Answer<C>> {
  try {
    return await sendOnce(call, input, options)
  } catch (error) {
    const isProofWanted = error instanceof ApiError && error.code === 'reauthentication_required'
    if (!isProofWanted || !(await askProof())) throw error
    return sendOnce(call, input, options)
  }
}

async function sendOnce<C extends Call>(call: C, input: unknown, options: SendOptions): Promise<Answer<C>> {
  const { params, query, body } = (input ?? {}) as LooseInput
  const { signal, keepalive, timeoutMs = 30_000, conditional = false, onHeaders } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  const address = addressOf(call, params, query)
  const known = conditional ? remembered.get(address) : undefined
  const response = await fetch(address, {
    method: call.method,
    credentials: 'same-origin',
    headers: { ...typeOf(call, body), ...(known ? { 'if-none-match': known.tag } : {}) },
    body: write(call, body),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    keepalive,
  })
  if (known && response.status === 304) return known.answer as Answer<C>
  const text = await response.text()
  if (response.ok) {
    const answer = JSON.parse(text) as Answer<C>
    onHeaders?.(response.headers)
    const tag = conditional ? response.headers.get('etag') : null
    if (tag) remembered.set(address, { tag, answer })
    return answer
  }
  throw refusalOf(call, response.status, text, response.statusText)
}

/** Returns the error of a call that the server refused; an ended session is noted. */
export function refusalOf(call: Call, status: number, text: string, statusText: string): ApiError {
  if (status === 401 && call.who !== 'anyone') notifySignedOut(call)
  return new ApiError(status, text, statusText)
}

interface LooseInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/** Returns the content type header; the browser itself sets that of a form. */
function typeOf(call: Call, body: unknown): Record<string, string> {
  return body === undefined || takesFile(call) ? {} : { 'content-type': 'application/json' }
}

/** Returns the body: a form for a call that takes a file, JSON for every other. */
function write(call: Call, body: unknown): BodyInit | undefined {
  if (body === undefined) return undefined
  if (!takesFile(call)) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of Object.entries(body as Record<string, File>)) form.set(name, value)
  return form
}

export function addressOf(
  call: Call,
  params: Record<string, string> = {},
  query: Record<string, unknown> = {},
): string {
  const path = call.path.replaceAll(/:(\w+)/g, (_match, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return given.length > 0 ? `${path}?${search}` : path
}

/** Returns the query key of everything a call has read; with an input, of that one read. */
export function keyOf(call: Call, input?: unknown): unknown[] {
  const signature = `${call.method} ${call.path}`
  return input === undefined ? [signature] : [signature, input]
}

/** Returns options for `useQuery`: reads once and keeps the result until a write invalidates it (S302). */
export function query<C extends Call>(call: C, ...[input, options]: Arguments<C>) {
  return queryOptions<Answer<C>>({
    queryKey: keyOf(call, input),
    queryFn: ({ signal }) => send(call, ...([input, { ...options, signal }] as unknown as Arguments<C>)),
  })
}

interface CallOptions<C> {
  /** Calls whose data this write changes; they are read again before the write counts as done (D168). */
  changes?: readonly Call[]
  /** Toast of a failure; the server's message replaces its text (D163). */
  failed?: Failure
  done?: (answer: Answer<C>, input: Given<C>) => unknown
  /** By code of a refusal, what to do at which field: its toast says why, and the form moves the focus there. */
  advice?: Record<string, FieldErrors>
  /** What to do about a failure besides showing its toast. */
  refused?: (error: Error, input: Given<C>) => void
}

/** A write by a button or a form, with its toasts and the data that it invalidates. */
export function useCall<C extends Call>(call: C, options: CallOptions<C> = {}) {
  const { changes = [], failed, advice = {}, done, refused } = options
  const client = useQueryClient()
  /** Reads again what this write changes. */
  const renew = () => Promise.all(changes.map((changed) => client.invalidateQueries({ queryKey: keyOf(changed) })))
  const mutation = useMutation<Answer<C>, DefaultError, Given<C>>({
    mutationFn: (input) => send(call, ...([input] as unknown as Arguments<C>)),
    onSuccess: async (answer, input) => {
      if (failed) withdrawFailure(failed)
      await renew()
      await done?.(answer, input)
    },
    onError: (error, input) => {
      // An ended session has its own toast, and a change by somebody else its own question.
      const isTold = (isSignedOut(error) && call.who !== 'anyone') || isChangedMeanwhile(error)
      if (failed && !isTold) showWriteFailure(failed, error)
      // Somebody else removed it, so the data on the screen is outdated.
      if (error instanceof ApiError && error.status === 404) void renew()
      refused?.(error, input)
    },
  })

  /** For forms: never rejects; a refusal that names a field resolves to that field's message. */
  async function submit(input: Given<C>): Promise<FieldErrors | void> {
    try {
      await mutation.mutateAsync(input)
    } catch (error) {
      if (!(error instanceof ApiError)) return
      if (error.field) return { [error.field]: error.problem?.message ?? '' }
      return advice[error.code ?? '']
    }
  }

  return { ...mutation, submit, renew }
}

/** Returns the schema of a call's body, for its form. */
export function bodyOf<Body extends Schema>(call: { body: Body | undefined }): Body {
  if (!call.body) throw new Error('No body')
  return call.body
}
