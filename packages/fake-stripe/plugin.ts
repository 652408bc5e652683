import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Stripe from 'stripe'
import type { Control } from '@luna/control/control.ts'
import { openStore, type Store } from '@luna/standin-kit/journal.ts'
import { Alarm } from './time/alarm.ts'
import { publicFault, publicPart } from './calls/browser-access.ts'
import { balanceRoutes } from './account/balance.ts'
import { catalogRoutes } from './account/catalog.ts'
import { chargeRoutes } from './payments/charges.ts'
import { createClock } from './time/clock.ts'
import { customerRoutes } from './account/customers.ts'
import { Dashboard, type PaymentRow } from './dashboard.ts'
import { disputeRoutes } from './disputes/dispute-routes.ts'
import { eventRoutes } from './webhooks/events.ts'
import { expand } from './calls/expand.ts'
import { invalidRequest, StripeFault } from './calls/faults.ts'
import { fraudWarningRoutes } from './disputes/fraud-warnings.ts'
import { createReplays } from './calls/idempotency.ts'
import { invoiceRoutes } from './subscriptions/invoices.ts'
import { Life } from './time/life.ts'
import { parseForm, readParams, type Form } from './calls/params.ts'
import { paymentIntentRoutes } from './payments/payment-intents.ts'
import { paymentMethodRoutes } from './cards/payment-methods.ts'
import { refundRoutes } from './payments/refund-routes.ts'
import type { Route } from './calls/routes.ts'
import { createSandbox, newId, PUBLISHABLE_KEY, SECRET_KEY, type Sandbox } from './account/sandbox.ts'
import { setupIntentRoutes } from './cards/setup-intents.ts'
import { subscriptionRoutes } from './subscriptions/subscriptions.ts'
import { tokenRoutes } from './cards/tokens.ts'
import { isSent, webhookEndpointRoutes } from './webhooks/webhook-endpoints.ts'
import { WebhookSender } from './webhooks/webhooks.ts'

const routes: Route[] = [
  ...balanceRoutes,
  ...catalogRoutes,
  ...chargeRoutes,
  ...customerRoutes,
  ...disputeRoutes,
  ...eventRoutes,
  ...fraudWarningRoutes,
  ...invoiceRoutes,
  ...paymentIntentRoutes,
  ...paymentMethodRoutes,
  ...refundRoutes,
  ...setupIntentRoutes,
  ...subscriptionRoutes,
  ...tokenRoutes,
  ...webhookEndpointRoutes,
]

const EVENTS_KEPT_MS = 30 * 86_400_000
const BROWSER_FOLDER = join(import.meta.dirname, 'browser')

type StripeStandin = {
  plugin(app: FastifyInstance): Promise<void>
  /** Newest first. */
  recentEvents(count: number): Stripe.EventBase[]
  /** Newest first. */
  recentPayments(count: number): PaymentRow[]
  setAppUrl(url: string): void
  close(): Promise<void>
}

type StripeStandinOptions = { directory: string; control: Control; webhookSecret: string; appUrl: string }

/** Stripe's API over files in `directory`, its signed webhooks and its browser script. */
export function createStripeStandin({
  appUrl,
  control,
  directory,
  webhookSecret,
}: StripeStandinOptions): StripeStandin {
  const store = openStore(join(directory, 'stripe.jsonl'))
  const webhooks = new WebhookSender(store, webhookSecret, appUrl)
  const replays = createReplays(store)
  const clock = createClock(control.nowMs)
  const sandbox = createSandbox({
    store,
    now: clock.nowS,
    takeCardOutcome: control.takeCardOutcome,
    isEnabled: isSent,
    onSave: (object) => life.note(object),
    onEvent(event) {
      if (event.pending_webhooks > 0) webhooks.enqueue(event, control.switches().webhooks)
    },
  })
  const life: Life = new Life(sandbox, clock, store.flush)
  const alarm = new Alarm(control.nowMs, passTime)

  /** Does what fell due by the clock while nobody called. */
  function passTime(): void {
    life.catchUp()
    forgetOldEvents(store, control.nowMs())
    publish()
  }

  /** Makes all effects durable, and only then lets anybody hear of them. */
  function publish(): void {
    store.flush()
    webhooks.wake()
    const dueS = life.nextDueS()
    alarm.set(dueS === null ? null : dueS * 1000)
  }

  const dashboard = new Dashboard(sandbox, (event) => webhooks.enqueue(event, 'deliver'))
  control.onAdvance(passTime)
  control.onAction((action) => {
    life.catchUp()
    try {
      dashboard.act(action)
    } finally {
      publish()
    }
  })
  passTime()

  function answer(route: Route, request: FastifyRequest, reply: FastifyReply): object {
    const access = readAccess(route, request)
    try {
      life.catchUp()
      return replays.once(request, reply, () => run(sandbox, route, access, control))
    } finally {
      publish()
    }
  }

  return {
    async plugin(app) {
      app.removeAllContentTypeParsers()
      app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
        done(null, body),
      )
      app.setErrorHandler(sendFault)
      app.addHook('onRequest', async (request, reply) => {
        if (request.url.startsWith('/v1/')) await applyFault(control)
        reply.headers({ 'request-id': newId('req'), 'stripe-version': Stripe.API_VERSION, 'cache-control': 'no-store' })
      })
      for (const route of routes) {
        app.route({
          method: route.method,
          url: route.path,
          handler: (request, reply) => answer(route, request, reply),
        })
      }
      serveScript(app)
    },
    recentPayments: (count) => dashboard.recentPayments(count),
    recentEvents: (count) => sandbox.list('event').slice(0, count),
    setAppUrl: (url) => webhooks.setAppUrl(url),
    async close() {
      alarm.close()
      await webhooks.close()
      store.close()
    },
  }
}

/** Stripe answers for the events of the last 30 days. */
function forgetOldEvents(store: Store, nowMs: number): void {
  for (const { created, id, pending_webhooks: pending } of store.list<Stripe.EventBase>('event')) {
    if (pending === 0 && created * 1000 < nowMs - EVENTS_KEPT_MS) store.remove('event', id)
  }
}

/** Gives every call the fault that the control page asks for. */
async function applyFault(control: Control): Promise<void> {
  const fault = control.switches().apiFault.stripe
  if (fault === 'hang') await new Promise(() => undefined)
  if (fault === 'error') throw new StripeFault(500, { type: 'api_error', message: 'An unknown error occurred.' })
}

type Access = { id: string; raw: Form; fromBrowser: boolean; clientSecret: string | undefined }

/** Reads key, path and parameters; throws 401 for a key that may not make this call. */
function readAccess(route: Route, request: FastifyRequest): Access {
  const query = request.raw.url?.split('?')[1] ?? ''
  const body = typeof request.body === 'string' ? request.body : ''
  const raw = parseForm(route.method === 'POST' ? body : query)
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

function run(sandbox: Sandbox, route: Route, access: Access, control: Control): object {
  const params = readParams(route.params, access.raw)
  const result = route.handle({ ...access, sandbox, params })
  const { expand: paths = [] } = params as { expand?: string[] }
  const isSecretMissing = control.switches().apiFault.stripe === 'no_secret'
  const told = isSecretMissing ? paths.map((path) => path.replace(/\.?confirmation_secret$/, '')) : paths
  const answer = expand(result, told, sandbox)
  return access.fromBrowser ? publicPart(answer) : answer
}

function sendFault(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof StripeFault) {
    const isPublic = request.headers.authorization !== `Bearer ${SECRET_KEY}`
    void reply.code(error.status).send({ error: isPublic ? publicFault(error.body) : error.body })
    return
  }
  const { statusCode = 500 } = error as { statusCode?: number }
  const type = statusCode < 500 ? 'invalid_request_error' : 'api_error'
  void reply.code(statusCode).send({ error: { type, message: error instanceof Error ? error.message : String(error) } })
}

/** The sandbox's browser script and its parts. */
function serveScript(app: FastifyInstance): void {
  for (const name of readdirSync(BROWSER_FOLDER)) {
    const content = readFileSync(join(BROWSER_FOLDER, name))
    const type = name.endsWith('.css') ? 'text/css; charset=utf-8' : 'text/javascript; charset=utf-8'
    app.get(`/stripe/${name}`, (_request, reply) => reply.header('cache-control', 'no-cache').type(type).send(content))
  }
}
