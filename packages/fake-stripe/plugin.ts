import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Stripe from 'stripe'
import { openStore } from '@luna/standin-kit/journal.ts'
import { servePageFiles } from '@luna/standin-kit/page-files.ts'
import { createReplays, publicFault, publicPart, readAccess, type Access } from './calls/requests.ts'
import { balanceRoutes } from './account/balance.ts'
import { catalogRoutes } from './account/catalog.ts'
import { chargeRoutes } from './payments/charges.ts'
import { customerRoutes } from './account/customers.ts'
import { act, rowOf, type PaymentRow } from './dashboard.ts'
import { disputeRoutes } from './disputes/dispute-routes.ts'
import { expand } from './calls/expand.ts'
import { StripeFault } from './calls/faults.ts'
import { fraudWarningRoutes } from './disputes/fraud-warnings.ts'
import { invoiceRoutes } from './subscriptions/invoices.ts'
import { runAccount } from './time/running-account.ts'
import type { DashboardAction, StripeSwitches } from './switches.ts'
import { readParams } from './calls/params.ts'
import { paymentIntentRoutes, setupIntentRoutes } from './payments/intent-routes.ts'
import { paymentMethodRoutes } from './cards/payment-methods.ts'
import { refundRoutes } from './payments/refund-routes.ts'
import type { Route } from './calls/routes.ts'
import { newId, SECRET_KEY, type Sandbox } from './account/sandbox.ts'
import { subscriptionRoutes } from './subscriptions/subscriptions.ts'
import { eventRoutes, webhookEndpointRoutes } from './webhooks/webhook-endpoints.ts'
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
  ...webhookEndpointRoutes,
]

type StripeStandin = {
  plugin(app: FastifyInstance): Promise<void>
  /** Newest first. */
  recentEvents(count: number): Stripe.EventBase[]
  /** Newest first. */
  recentPayments(count: number): PaymentRow[]
  /** Runs everything that is due; call it after the clock was moved. */
  passTime(): void
  /** Does what a bank or the dashboard does. Throws `DashboardFault` when Stripe would not allow it. */
  act(action: DashboardAction): void
  setAppUrl(url: string): void
  close(): Promise<void>
}

type StripeStandinOptions = { directory: string; switches: StripeSwitches; webhookSecret: string; appUrl: string }

/** Starts Stripe's API over files in `directory`, its signed webhooks and its browser script. */
export function createStripeStandin(options: StripeStandinOptions): StripeStandin {
  const { directory, switches } = options
  const store = openStore(join(directory, 'stripe.jsonl'))
  const webhooks = new WebhookSender(store, options.webhookSecret, options.appUrl)
  const replays = createReplays(store)
  const account = runAccount({ store, switches, webhooks })
  const { sandbox } = account

  function answer(route: Route, request: FastifyRequest, reply: FastifyReply): object {
    const access = readAccess(route, request)
    return account.during(() => replays.once(request, reply, () => run(sandbox, route, access, switches)))
  }

  return {
    plugin: async (app) => {
      setUp(app, switches)
      for (const route of routes) {
        app.route({
          method: route.method,
          url: route.path,
          handler: (request, reply) => answer(route, request, reply),
        })
      }
      servePageFiles(app, join(import.meta.dirname, 'browser'), '/stripe/')
    },
    passTime: account.passTime,
    act: (action) => account.during(() => act(sandbox, action, (event) => webhooks.enqueue(event, 'deliver'))),
    recentPayments: (count) =>
      sandbox
        .list('payment_intent')
        .slice(0, count)
        .map((intent) => rowOf(sandbox, intent)),
    recentEvents: (count) => sandbox.list('event').slice(0, count),
    setAppUrl: (url) => webhooks.setAppUrl(url),
    async close() {
      account.close()
      await webhooks.close()
      store.close()
    },
  }
}

/** Sets up Stripe's ways of reading bodies and reporting faults, for its own paths only. */
function setUp(app: FastifyInstance, switches: StripeSwitches): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  )
  const files = { parseAs: 'buffer', bodyLimit: 8_000_000 } as const
  app.addContentTypeParser('multipart/form-data', files, (_request, body, done) => done(null, body))
  app.setErrorHandler(sendFault)
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/v1/')) await applyFault(switches)
    reply.headers({ 'request-id': newId('req'), 'stripe-version': Stripe.API_VERSION, 'cache-control': 'no-store' })
  })
}

/** Applies the configured fault to every call. */
async function applyFault(switches: StripeSwitches): Promise<void> {
  const fault = switches.apiFault()
  if (fault === 'hang') await new Promise(() => undefined)
  if (fault === 'error') throw new StripeFault(500, { type: 'api_error', message: 'An unknown error occurred.' })
}

function run(sandbox: Sandbox, route: Route, access: Access, switches: StripeSwitches): object {
  const params = readParams(route.params, access.raw)
  const result = route.handle({ ...access, sandbox, params })
  const { expand: paths = [] } = params as { expand?: string[] }
  const isSecretMissing = switches.apiFault() === 'no_secret'
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
