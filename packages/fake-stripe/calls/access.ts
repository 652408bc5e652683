import type { FastifyRequest } from 'fastify'
import Stripe from 'stripe'
import { PUBLISHABLE_KEY, SECRET_KEY } from '../account/sandbox.ts'
import { invalidRequest, StripeFault } from './faults.ts'
import { parseMultipart } from './multipart.ts'
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
