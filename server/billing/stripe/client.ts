import Stripe from 'stripe'
import type { Config } from '../../config.ts'
import type { Bound } from '../../kernel/bound.ts'
import { Refusal } from '../../kernel/problem.ts'
import { callOutside } from '../../outside.ts'

const timeoutMs = 15_000
const retries = 2

/** The provider could not be reached or failed internally, so the effect is unknown. Calls are refused with it. */
export class PaymentsUnavailable extends Refusal {
  /** The provider would repeat this answer for the same key: a fault of its own, or other parameters. */
  readonly isKeySpent: boolean

  constructor(message: string, options: { cause?: unknown; isKeySpent?: boolean } = {}) {
    super('payment_unavailable')
    this.message = message
    this.cause = options.cause
    this.isKeySpent = options.isKeySpent ?? false
  }
}

export function connectStripe(config: Config['stripe']): Stripe {
  return new Stripe(config.secretKey, {
    timeout: timeoutMs,
    maxNetworkRetries: retries,
    telemetry: false,
    httpClient: watchedClient(),
    ...(config.address ? { host: config.address.host, port: config.address.port, protocol: 'http' } : {}),
  })
}

/** Returns the SDK's own client, each of whose calls is measured and traced. */
function watchedClient(): Stripe.HttpClient {
  const client = Stripe.createNodeHttpClient()
  const send = client.makeRequest.bind(client)
  client.makeRequest = (...request) => {
    const [host, , path, method] = request
    return callOutside(
      { service: 'payments', host, method, path },
      () => send(...request),
      (answer) => answer.getStatusCode() >= 500,
    )
  }
  return client
}

/** Runs calls to the provider. Throws PaymentsUnavailable when it is unreachable, fails or is still working on it. */
export async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const { StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeIdempotencyError } = Stripe.errors
    const kinds = [StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeIdempotencyError]
    if (!kinds.some((kind) => error instanceof kind)) throw error
    // A conflict means that the same call is under way.
    const isFault = error instanceof StripeAPIError && error.statusCode !== 409
    const isKeySpent = isFault || error instanceof StripeIdempotencyError
    throw new PaymentsUnavailable('The payment provider did not answer', { cause: error, isKeySpent })
  }
}

/** Binds calls to what they use at the provider; each throws PaymentsUnavailable like `reach`. */
export function reaching<Provider, Calls extends Record<string, ProviderCall<Provider>>>(
  provider: Provider,
  calls: Calls,
): Bound<Calls> {
  const bound = Object.entries(calls).map(([name, call]) => [
    name,
    (...input: never[]) => reach(() => call(provider, ...input)),
  ])
  return Object.fromEntries(bound) as Bound<Calls>
}

type ProviderCall<Provider> = (provider: Provider, ...input: never[]) => Promise<unknown>

const atOnce = 8

/**
 * Does a piece of work for each item, eight at a time, because the provider answers a hundred calls a second. After the
 * first failure no other begins; it is thrown when the running ones have ended.
 */
export async function eightAtOnce<Item>(items: Iterable<Item>, work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = [...items].toReversed()
  const lane = async () => {
    for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
      try {
        await work(item)
      } catch (error) {
        waiting.length = 0
        throw error
      }
    }
  }
  const lanes = await Promise.allSettled(Array.from({ length: atOnce }, lane))
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason
}

/** Ignores the refusal to end what has already ended. */
export async function unlessRefused(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
  })
}

/** Returns null for what the provider does not know. */
export async function orMissing<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing') return null
    throw error
  })
}

export function idOf(reference: string | { id: string } | null | undefined): string | null {
  if (reference === null || reference === undefined) return null
  return typeof reference === 'string' ? reference : reference.id
}

export function toDate(seconds: number): Date {
  return new Date(seconds * 1000)
}

/** Returns the status when it is one that we distinguish, otherwise what stands for all others. */
export function pick<Known extends string, Rest extends string>(status: string, known: readonly Known[], rest: Rest) {
  return known.find((one) => one === status) ?? rest
}
