import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Stripe from 'stripe'
import type { Store } from '@luna/standin-kit/journal.ts'
import { PUBLISHABLE_KEY, SECRET_KEY } from '../account/sandbox.ts'
import { invalidRequest, StripeFault, type FaultBody } from './faults.ts'
import { parseForm, type Form } from './params.ts'
import type { Route } from './routes.ts'

/** Who calls, and with what. */
export type Access = { id: string; raw: Form; fromBrowser: boolean; clientSecret: string | undefined }

/** Returns key, path and parameters of a call. Throws 401 for a key that may not make it. */
export function readAccess(route: Route, request: FastifyRequest): Access {
  const query = request.raw.url?.split('?')[1] ?? ''
  const body = typeof request.body === 'string' ? request.body : ''
  const raw = Buffer.isBuffer(request.body)
    ? parseMultipart(request.body, request.headers['content-type'] ?? '')
    : parseForm(route.method === 'POST' ? body : query)
  const bearer = request.headers.authorization?.replace(/^Bearer /, '')
  const { key: typedKey, client_secret: secret, ...others } = raw
  const params = route.browser === true ? others : raw
  const key = bearer ?? typedKey
  if (key !== SECRET_KEY && key !== PUBLISHABLE_KEY) throw unauthorized(key)
  const fromBrowser = key === PUBLISHABLE_KEY
  if (fromBrowser && route.browser !== true) {
    const message =
      'This API call cannot be made with a publishable API key. Please use a secret API key. You can find a list of your API keys at https://dashboard.stripe.com/account/apikeys.'
    throw new StripeFault(401, { type: 'invalid_request_error', code: 'secret_key_required', message })
  }
  const version = request.headers['stripe-version']
  if (version !== undefined && version !== Stripe.API_VERSION) {
    throw invalidRequest(`Invalid Stripe API version: ${String(version)}. The sandbox speaks ${Stripe.API_VERSION}.`)
  }
  const { id = '' } = request.params as { id?: string }
  return { id, raw: params, fromBrowser, clientSecret: typeof secret === 'string' ? secret : undefined }
}

function unauthorized(key: unknown): StripeFault {
  const message =
    typeof key === 'string' && key !== ''
      ? `Invalid API Key provided: ${key.slice(0, 8)}****`
      : "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY')."
  return new StripeFault(401, { type: 'invalid_request_error', message })
}

/** Reads a form with one file (multipart/form-data) like other parameters; of the file, its name, type and size. */
function parseMultipart(body: Buffer, contentType: string): Form {
  const form: Form = Object.create(null)
  const boundary = /boundary=(?:"([^"]+)"|([^;]+))/i.exec(contentType)
  const mark = `--${boundary?.[1] ?? boundary?.[2] ?? ''}`
  // Latin 1 keeps every byte as one character, so that lengths are right.
  for (const part of body.toString('latin1').split(mark).slice(1, -1)) {
    const [head = '', ...rest] = part.replace(/^\r\n/, '').split('\r\n\r\n')
    const value = rest.join('\r\n\r\n').replace(/\r\n$/, '')
    const name = / name="([^"]*)"/.exec(head)?.[1] ?? ''
    const file = /filename="([^"]*)"/.exec(head)?.[1]
    const type = /content-type: *([^\r\n]+)/i.exec(head)?.[1] ?? ''
    form[name] = file === undefined ? value : { name: file, type, size: String(value.length) }
  }
  return form
}

const KEPT_MS = 24 * 3_600_000
const LONGEST_KEY = 255

/** The first answer to a key: a result, or the fault in which its work ended. */
type Kept = { fingerprint: string; atMs: number; result?: object; status?: number; fault?: FaultBody }

type Replays = {
  /**
   * Runs the call, or repeats the answer that the first call with the same `Idempotency-Key` got. Other parameters
   * under the same key are Stripe's 400 `idempotency_error`.
   */
  once(request: FastifyRequest, reply: FastifyReply, run: () => object): object
}

/** Implements idempotency like Stripe: refusals of wrong parameters are not kept, declined cards are. */
export function createReplays(store: Store): Replays {
  for (const { id, atMs } of store.list<Kept & { id: string }>('replay')) {
    if (Date.now() - atMs > KEPT_MS) store.remove('replay', id)
  }

  return {
    once(request, reply, run) {
      const key = request.headers['idempotency-key']
      if (request.method !== 'POST' || typeof key !== 'string') return run()
      if (key.length > LONGEST_KEY) throw invalidRequest(`Idempotency keys have at most ${LONGEST_KEY} characters.`)
      const fingerprint = createHash('sha256')
        .update(`${request.url} ${String(request.body)}`)
        .digest('base64url')
      const kept = store.get<Kept>('replay', key)
      if (kept !== undefined) return replay(kept, key, fingerprint, reply)
      reply.header('idempotency-key', key)
      const keep = (outcome: Partial<Kept>) =>
        store.put('replay', key, { id: key, fingerprint, atMs: Date.now(), ...outcome })
      try {
        const result = run()
        keep({ result })
        return result
      } catch (error) {
        if (error instanceof StripeFault && error.status === 402) keep({ status: error.status, fault: error.body })
        throw error
      }
    },
  }
}

function replay(kept: Kept, key: string, fingerprint: string, reply: FastifyReply): object {
  if (kept.fingerprint !== fingerprint) {
    const message = `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`
    throw new StripeFault(400, { type: 'idempotency_error', message })
  }
  reply.headers({ 'idempotency-key': key, 'idempotent-replayed': 'true' })
  if (kept.fault !== undefined) throw new StripeFault(kept.status ?? 402, kept.fault)
  return kept.result!
}

type IntentKind = 'payment_intent' | 'setup_intent'

const SHARED_FIELDS =
  'id object automatic_payment_methods cancellation_reason client_secret created description livemode next_action payment_method payment_method_types status'
const PUBLIC_FIELDS: Record<IntentKind, string> = {
  payment_intent: `${SHARED_FIELDS} amount canceled_at capture_method confirmation_method currency last_payment_error processing receipt_email setup_future_usage shipping`,
  setup_intent: `${SHARED_FIELDS} last_setup_error usage`,
}

/** Returns what Stripe shows a browser of an intent: no customer, no notes. */
export function publicPart(answer: { [key: string]: unknown }): { [key: string]: unknown } {
  const fields = PUBLIC_FIELDS[answer['object'] as IntentKind] as string | undefined
  if (fields === undefined) return answer
  return Object.fromEntries(fields.split(' ').map((field) => [field, answer[field]]))
}

/** Does the same for the intent in an error. */
export function publicFault(body: FaultBody): object {
  const { payment_intent: payment, setup_intent: setup } = body
  return {
    ...body,
    payment_intent: payment === undefined ? undefined : publicPart({ ...payment }),
    setup_intent: setup === undefined ? undefined : publicPart({ ...setup }),
  }
}
