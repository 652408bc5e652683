import type { DeclaredCode } from '#contract/index.ts'
import { Refusal } from '../../kernel/problem.ts'
import * as z from 'zod/mini'
import type { Config } from '../../config.ts'
import { callOutside } from '../../outside.ts'
import type { CircuitBreaker } from './circuit-breaker.ts'

/** The only file that sends ElevenLabs our key; neither it nor an address leaves the server (D67). */

const usualTimeoutMs = 8000

/** The provider refused, failed or did not answer. `isBusy` distinguishes a full provider from a broken one. */
export class VoiceUnavailable extends Error {
  readonly isBusy: boolean
  /** The status of its answer; null when there was none. */
  readonly status: number | null
  /** Its own code for the fault, such as `voice_not_found`. */
  readonly code: string | null
  constructor(message: string, status: number | null = null, code: string | null = null) {
    super(message)
    this.isBusy = status === 429
    this.status = status
    this.code = code
  }

  /** Whether the fault is a voice that it does not have or does not let us use. */
  get isAboutVoice(): boolean {
    return this.code !== null && /^voice_(not_found|does_not_exist|access_denied)$/.test(this.code)
  }

  /** Whether the fault is a tool that it does not have. */
  get isAboutTool(): boolean {
    return this.code !== null && /(^|_)tools?_/.test(this.code)
  }

  /** Whether the same call may work later. A refused key or value stays refused. */
  get isPassing(): boolean {
    return this.isOutage || this.isBusy
  }

  /** Whether it did not answer at all, or failed by itself. */
  get isOutage(): boolean {
    return this.status === null || this.status >= 500
  }
}

export interface Provider {
  config: Config['voice']
  breaker: CircuitBreaker
}

const refusalAnswer = z.object({
  detail: z.object({ code: z.optional(z.string()), status: z.optional(z.string()) }),
})

/** Makes a call, which fails at once while the provider is unreachable. */
export async function request<S extends z.core.$ZodType>(
  provider: Provider,
  method: string,
  path: string,
  answer: S,
  body?: unknown,
  timeoutMs = usualTimeoutMs,
): Promise<z.output<S>> {
  return requestBytes(provider, method, path, (bytes) => readJson(answer, bytes), body, timeoutMs)
}

/** The same for an answer that is no JSON. */
export async function requestBytes<T>(
  provider: Provider,
  method: string,
  path: string,
  read: (bytes: Buffer) => T,
  body?: unknown,
  timeoutMs = usualTimeoutMs,
): Promise<T> {
  if (provider.breaker.isOpen) throw new VoiceUnavailable(`${method} ${path.split('?')[0]}: not asked, it is away`)
  return send(provider, method, path, read, body, timeoutMs)
}

/** Makes a call. All the provider's ways to give no usable answer are the same to the caller. */
export async function send<T>(
  { config, breaker }: Provider,
  method: string,
  path: string,
  read: (bytes: Buffer) => T,
  body?: unknown,
  timeoutMs = usualTimeoutMs,
): Promise<T> {
  try {
    const { response, bytes } = await callOutside(
      { service: 'voice', host: new URL(config.baseUrl).host, method, path },
      () => fetchBytes(config, method, path, body, timeoutMs),
      ({ response: { status } }) => status >= 500,
    )
    if (!response.ok) throw new VoiceUnavailable(`answered ${response.status}`, response.status, codeOf(bytes))
    const value = read(bytes)
    breaker.answered()
    return value
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'no answer'
    const { status, code } = error instanceof VoiceUnavailable ? error : { status: null, code: null }
    const failure = new VoiceUnavailable(`${method} ${path.split('?')[0]}: ${reason}`, status, code)
    if (failure.isOutage) breaker.failed()
    else breaker.answered()
    throw failure
  }
}

async function fetchBytes(
  config: Config['voice'],
  method: string,
  path: string,
  body: unknown,
  timeoutMs: number,
): Promise<{ response: Response; bytes: Buffer }> {
  const response = await fetch(new URL(path, config.baseUrl), {
    method,
    headers: { 'xi-api-key': config.apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(timeoutMs),
    redirect: 'error',
  })
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

function readJson<S extends z.core.$ZodType>(answer: S, bytes: Buffer): z.output<S> {
  return z.parse(answer, bytes.length === 0 ? {} : JSON.parse(bytes.toString('utf8')))
}

/** Returns a refusal's own code: `detail.code` since 2026, `detail.status` before; null when there is none. */
function codeOf(bytes: Buffer): string | null {
  try {
    const { detail } = refusalAnswer.parse(JSON.parse(bytes.toString('utf8')))
    return detail.code ?? detail.status ?? null
  } catch {
    return null
  }
}

/** Waits for the provider, and refuses what somebody asked for while it does not answer. */
export async function orRefuse<T>(work: Promise<T>, code: DeclaredCode): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof VoiceUnavailable ? new Refusal(code) : error
  }
}
