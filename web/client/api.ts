import { type DefaultError, queryOptions, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer, Call, Input } from '#contract/call.ts'
import { ApiError, isChangedMeanwhile, isSignedOut } from './api-error.ts'
import { takeEarly } from './early-answers.ts'
import { showWriteFailure, withdrawFailure, type Failure } from './failure.ts'
import { readAgain } from './query-client.ts'
import type { FieldErrors } from '#web/kit/fields/form-state.ts'
import { showToast, type ToastMessage } from '#web/kit/dialogs/toast.ts'

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
  /** Gets the headers of a successful answer, such as the length of the whole list (D166). */
  onHeaders?: (headers: Headers) => void
}

/** The latest answers by address, with their ETags: the server answers 304 while they have not changed (D168). */
const remembered = new Map<string, { tag: string; answer: unknown }>()
const mostRemembered = 100

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
  const { signal, keepalive, timeoutMs = 30_000, onHeaders } = options
  const timeout = AbortSignal.timeout(timeoutMs)
  const address = addressOf(call, params, query)
  const known = call.method === 'GET' ? remembered.get(address) : undefined
  const early = call.method === 'GET' ? takeEarly(address) : undefined
  const response = await (early ??
    fetch(address, {
      method: call.method,
      credentials: 'same-origin',
      headers: { ...typeOf(body), ...(known ? { 'if-none-match': known.tag } : {}) },
      body: encode(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      keepalive,
    }))
  if (known && response.status === 304) {
    onHeaders?.(response.headers)
    return known.answer as Answer<C>
  }
  const text = await response.text()
  if (response.ok) {
    const answer = JSON.parse(text) as Answer<C>
    onHeaders?.(response.headers)
    const tag = call.method === 'GET' ? response.headers.get('etag') : null
    if (remembered.size >= mostRemembered) remembered.clear()
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
function typeOf(body: unknown): Record<string, string> {
  return body === undefined || hasFile(body) ? {} : { 'content-type': 'application/json' }
}

function hasFile(body: unknown): boolean {
  return Object.values(body as object).some((value) => value instanceof Blob)
}

/** Returns the body: a form where there is a file, otherwise JSON. */
function encode(body: unknown): BodyInit | undefined {
  if (body === undefined) return undefined
  if (!hasFile(body)) return JSON.stringify(body)
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

/**
 * Returns options for `useQuery`: reads once and keeps the result until a write invalidates it (S302). A list comes whole,
 * in as many answers as it takes, unless the input limits it.
 */
export function query<C extends Call>(call: C, ...[input, options]: Arguments<C>) {
  return queryOptions<Answer<C>>({
    queryKey: keyOf(call, input),
    queryFn: ({ signal }) => sendWhole(call, input as LooseInput | undefined, { ...options, signal }),
  })
}

async function sendWhole<C extends Call>(call: C, input: LooseInput = {}, options: SendOptions): Promise<Answer<C>> {
  const read = async (more?: object) => {
    let next: string | null = null
    const given = more ? { ...input, query: { ...input.query, ...more } } : input
    const onHeaders = (headers: Headers) => {
      next = headers.get('x-next-cursor')
      options.onHeaders?.(headers)
    }
    const answer = await send(call, ...([given, { ...options, onHeaders }] as unknown as Arguments<C>))
    return { answer, next: next as string | null }
  }
  const first = await read()
  if (!Array.isArray(first.answer) || input.query?.['limit'] !== undefined) return first.answer
  const rows = [...first.answer] as unknown[]
  for (let { next } = first; next;) {
    const { answer, ...rest } = await read({ after: next })
    rows.push(...(answer as unknown[]))
    next = rest.next
  }
  return first.next ? (rows as Answer<C>) : first.answer
}

/** The effects of a write besides changing data. */
export interface WriteOptions<C extends Call> {
  /** Replaces the call's own words for a failure; the server's message replaces its text (D163). */
  failed?: Failure | undefined
  /** Replaces the call's own words for a success; null shows no toast. */
  told?: ToastMessage | null | ((answer: Answer<C>, input: Given<C>) => ToastMessage | null)
  done?: (answer: Answer<C>, input: Given<C>) => unknown
  /** What to do about a failure besides showing its toast. */
  refused?: (error: Error, input: Given<C>) => void
  /** Whether the person leaves the screen with it, so that nothing there is read again. */
  leaves?: boolean
  /** Asks the person before the write is made, which a no prevents. */
  asks?: (input: Given<C>) => Promise<boolean>
  /** Shows the outcome until the server answers, as `guessRows` does; a failure takes it back (D161). */
  guess?: (input: Given<C>) => Promise<() => void>
}

/**
 * Makes a write: shows its toast and reads again what is on the screen before it resolves (D168).
 *
 * @throws like `send`, after the toast, and without one when the person says no to `asks`
 */
export async function write<C extends Call>(
  call: C,
  input: Given<C>,
  { failed = failureOf(call, input), told, done, refused, leaves = false, asks, guess }: WriteOptions<C> = {},
): Promise<Answer<C>> {
  if (asks && !(await asks(input))) throw new Error('The person has not agreed')
  const restore = await guess?.(input)
  let answer: Answer<C>
  try {
    answer = await send(call, ...([input] as unknown as Arguments<C>))
  } catch (error) {
    restore?.()
    // An ended session has its own toast, and a change by somebody else its own question.
    const isTold = (isSignedOut(error) && call.who !== 'anyone') || isChangedMeanwhile(error)
    if (failed && !isTold) showWriteFailure(failed, error)
    // Somebody else acted first, or took the right away; a provider that is down may catch up later.
    if (error instanceof ApiError && [403, 404, 409, 503].includes(error.status)) void readAgain()
    refused?.(error as Error, input)
    throw error
  }
  if (failed) withdrawFailure(failed)
  // Visitors have read nothing of their own.
  if (call.who !== 'anyone' && !leaves) await readAgain()
  const toast = typeof told === 'function' ? told(answer, input) : told === undefined ? successOf(call) : told
  if (toast) showToast(toast)
  await done?.(answer, input)
  return answer
}

/** Returns the call's own words for a failure. A call with a key is made only once, so a lost answer does no harm. */
export function failureOf({ failed }: Call, input?: unknown): Failure | undefined {
  if (!failed) return undefined
  const { body } = (input ?? {}) as LooseInput
  const isKeyed = typeof body === 'object' && body !== null && 'key' in body
  const [title, text, unreachable = isKeyed ? text : undefined] = failed
  return { title, text, ...(unreachable !== undefined && { unreachable }) }
}

/** Returns the call's own words for a success. */
export function successOf({ done }: Call): ToastMessage | null {
  return done ? { title: done[0], description: done[1], tone: 'success' } : null
}

interface CallOptions<C extends Call> extends WriteOptions<C> {
  /** By code of a refusal, what to do at which field: its toast says why, and the form moves the focus there. */
  advice?: Record<string, FieldErrors>
}

/** A write by a button or a form, as `write` makes it. */
export function useCall<C extends Call>(call: C, { advice = {}, ...options }: CallOptions<C> = {}) {
  // A retry after a lost answer reuses the key, so that the server acts only once; a refusal brings a new key.
  const [key, setKey] = useState(() => crypto.randomUUID())
  const mutation = useMutation<Answer<C>, DefaultError, Given<C>>({
    mutationFn: (input) => write(call, input, options),
    onSettled: (_answer, error) => {
      if (!error || (error instanceof ApiError && error.status < 500)) setKey(crypto.randomUUID())
    },
  })

  /** For forms: never rejects; a refusal that names a field resolves to that field's message. */
  async function submit(input: Given<C>): Promise<FieldErrors | void> {
    try {
      await mutation.mutateAsync(input)
    } catch (error) {
      return fieldErrorsOf(error, advice)
    }
  }

  return { ...mutation, submit, key }
}

/** Returns the message of a refusal that names a field, or what to do about its code. */
export function fieldErrorsOf(error: unknown, advice: Record<string, FieldErrors> = {}): FieldErrors | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.field) return { [error.field]: error.problem?.message ?? '' }
  return advice[error.code ?? '']
}
