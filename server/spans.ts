import { AsyncLocalStorage } from 'node:async_hooks'

/** Spans say where the time of a request, a job or a conversation went. Without a tracer nothing here costs anything. */

/** As OpenTelemetry distinguishes them: answers a request, asks another process, or works inside this one. */
type SpanKind = 'server' | 'client' | 'consumer' | 'internal'

/** Values that are no secret and name no person: patterns, counts, codes and our own ids of conversations. */
export type SpanAttributes = Record<string, string | number | boolean>

/** One span of a trace. */
export interface OpenSpan {
  readonly isEnded: boolean
  /** Runs work whose spans belong below this one. */
  run<T>(work: () => T): T
  end(result?: { name?: string; attributes?: SpanAttributes; isFailed?: boolean }): void
}

interface NewSpan {
  name: string
  kind: SpanKind
  attributes?: SpanAttributes
}

/** What exports spans. */
export interface Tracer {
  start(span: NewSpan, parent: unknown): TracerSpan
}

export interface TracerSpan {
  /** What the tracer needs as the parent of spans below this one. */
  context: unknown
  end(result: { name?: string; attributes?: SpanAttributes; isFailed?: boolean }): void
}

let tracer: Tracer | null = null
const current = new AsyncLocalStorage<Span>()

/** Sends the spans of this process to a tracer from now on; null ends that. */
export function setTracer(used: Tracer | null): void {
  tracer = used
}

/** Begins a span below the current one, or a trace. Returns null without a tracer. */
export function openSpan(span: NewSpan): OpenSpan | null {
  return tracer && new Span(tracer.start(span, openParent()?.context))
}

/** Runs work as a span of its own: a trace, or below the current span. */
export function inSpan<T>(span: NewSpan, work: () => Promise<T>): Promise<T> {
  const opened = openSpan(span)
  return opened ? finish(opened, work) : work()
}

/** Runs work as a span below the current one; outside of every trace it is only run. */
export function inTrace<T>(span: NewSpan, work: () => Promise<T>): Promise<T> {
  return tracer && openParent() ? inSpan(span, work) : work()
}

/** Runs work as a statement to the database. `text` has places for values, never the values. */
export function inStatement<T>(text: string, work: () => Promise<T>): Promise<T> {
  if (!tracer) return work()
  const shown = text.replaceAll(/\s+/g, ' ').trim()
  const [verb = ''] = shown.split(' ', 1)
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': shown, 'db.operation.name': verb }
  return inTrace({ name: verb, kind: 'client', attributes }, work)
}

/** An error's message may hold what somebody typed, so a failed span has only the name of the error. */
async function finish<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    const result = await span.run(work)
    span.end()
    return result
  } catch (error) {
    span.end({ isFailed: true, attributes: { 'error.type': error instanceof Error ? error.name : 'unknown' } })
    throw error
  }
}

/** A timer may run long after the request in which it was set. */
function openParent(): Span | null {
  const parent = current.getStore()
  return parent && !parent.isEnded ? parent : null
}

class Span implements OpenSpan {
  isEnded = false
  readonly #span: TracerSpan

  constructor(span: TracerSpan) {
    this.#span = span
  }

  get context(): unknown {
    return this.#span.context
  }

  run<T>(work: () => T): T {
    return current.run(this, work)
  }

  end(result: Parameters<OpenSpan['end']>[0] = {}): void {
    if (this.isEnded) return
    this.isEnded = true
    this.#span.end(result)
  }
}
