import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { registerActor } from './identity/guards.routes.ts'
import { findRoleMark } from './identity/role-mark.ts'
import { refuseForeignOrigin } from './kernel/own-address.ts'
import { beginAct } from './organizations/admin-mode.routes.ts'
import { securityHeaders } from './kernel/headers.ts'
import type { Metrics } from './metrics.ts'
import { Problem, refusals, toBody, toProblem } from './kernel/problem.ts'
import { accountRoutes } from './billing/subscriptions/account.routes.ts'
import { adminRoutes } from './billing/refunds/admin.routes.ts'
import { adminAgentRoutes } from './agents/admin-agents.routes.ts'
import { adminVoiceRoutes } from './agents/voices/admin-voices.routes.ts'
import { adminMessageRoutes } from './messages/admin-messages.routes.ts'
import { adminPageRoutes } from './pages/admin-pages.routes.ts'
import { adminRequestRoutes } from './agents/requests/admin-requests.routes.ts'
import { adminSettingRoutes } from './settings/admin-settings.routes.ts'
import { adminOrganizationRoutes } from './admin/organizations.routes.ts'
import { adminUserRoutes } from './admin/users.routes.ts'
import { agentRoutes } from './agents/agents.routes.ts'
import { authRoutes } from './identity/sign-in/auth.routes.ts'
import { autoPurchaseRoutes } from './billing/auto-purchase/auto-purchase.routes.ts'
import { watchBalance } from './billing/auto-purchase/watch-balance.flow.ts'
import { brandedAppPageRoutes } from './organizations/app/pages.routes.ts'
import { brandedAppRoutes } from './organizations/app/branded-app.routes.ts'
import { cardRoutes } from './billing/checkout/cards.routes.ts'
import { contactRoutes } from './messages/contact.routes.ts'
import { departureRoutes } from './departure/departure.routes.ts'
import { debtRoutes } from './billing/refunds/debts.routes.ts'
import { imageRoutes } from './images/images.routes.ts'
import { invitationRoutes } from './organizations/members/invitations.routes.ts'
import { joiningRoutes, readInvitation } from './organizations/members/joining.routes.ts'
import { messageRoutes } from './messages/messages.routes.ts'
import { minuteRoutes } from './ledger/minutes.routes.ts'
import { operationRoutes } from './operations.routes.ts'
import { organizationAgentRoutes } from './organizations/agents.routes.ts'
import { organizationDashboardRoutes } from './organizations/dashboard.routes.ts'
import { organizationManagementRoutes } from './organizations/management.routes.ts'
import { noteActivity, organizationMemberRoutes } from './organizations/members/members.routes.ts'
import { organizationBillingRoutes } from './organizations/orders/billing.routes.ts'
import { organizationSettingsRoutes } from './organizations/settings.routes.ts'
import { organizationPaymentRoutes } from './organizations/orders/payment.routes.ts'
import { organizationSeatRoutes } from './organizations/seats/seats.routes.ts'
import { organizationSubscriptionRoutes } from './organizations/orders/subscription.routes.ts'
import { organizationUsageRoutes } from './organizations/usage.routes.ts'
import { organizationRoutes } from './organizations/organizations.routes.ts'
import { pageRoutes } from './pages/pages.routes.ts'
import { platformRoutes } from './settings/platform.routes.ts'
import { poolDebtRoutes } from './organizations/orders/pool-debts.routes.ts'
import { profileRoutes } from './identity/profile/profile.routes.ts'
import { purchaseRoutes } from './billing/checkout/purchases.routes.ts'
import { registrationRoutes } from './organizations/orders/registration.routes.ts'
import { referralRoutes } from './billing/checkout/referrals.routes.ts'
import { requestRoutes } from './agents/requests/requests.routes.ts'
import { ratingRoutes } from './agents/ratings.routes.ts'
import { signOutRoutes } from './identity/sign-in/sign-out.routes.ts'
import { subscriptionRoutes } from './billing/subscriptions/subscription.routes.ts'
import { talkTimeRoutes } from './conversations/talk-time.routes.ts'
import { transcriptRoutes } from './conversations/transcripts.routes.ts'
import { twoFactorRoutes } from './identity/two-factor/two-factor.routes.ts'
import { uploadRoutes } from './identity/uploads.routes.ts'
import { agentTestRoutes } from './conversations/agent-tests.routes.ts'
import { voiceRoutes } from './conversations/conversations.routes.ts'
import { paymentWebhookRoutes } from './billing/bookings/webhooks.routes.ts'
import { voiceWebhookRoutes } from './conversations/webhooks.routes.ts'
import type { Services } from './conversations/services.ts'
import { registerSessions } from './kernel/session.ts'
import type { Upgrades } from './kernel/upgrades.ts'

const requestsPerMinute = 300
const maxBodyBytes = 1024 * 1024

/** Assembles the server without listening. */
export async function buildApp(services: Services, metrics: Metrics, upgrades: Upgrades): Promise<FastifyInstance> {
  const { config } = services
  const app = Fastify({
    loggerInstance: services.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: maxBodyBytes,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    genReqId: () => crypto.randomUUID(),
    // An address that cannot be read meets no route and no hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders(config)).header('x-request-id', request.id)
      return answerProblem(error, request, reply)
    },
    forceCloseConnections: 'idle',
  })
  registerHeaders(app, services)
  refuseDottedPaths(app)
  registerLogging(app, metrics)
  registerProblems(app)
  operationRoutes(app, services, metrics)
  imageRoutes(app, services)
  await app.register(async (part) => paymentWebhookRoutes(part, services))
  await app.register(async (part) => voiceWebhookRoutes(part, services))
  if (config.standinsUrl) {
    const { standinRoutes } = await import('./kernel/standins.routes.ts')
    await app.register(async (part) => standinRoutes(part, services, upgrades))
  }
  await app.register(async (part) => {
    await registerSessions(part, config, services.database, findRoleMark)
    registerActor(part, services, {
      noteActivity: (person, context, at) => noteActivity(services, person, context, at),
      beginAct: (request, call, name) => beginAct(services, request, call, name),
    })
    await registerLimit(part, services)
    part.addHook('onRequest', async (request) => refuseForeignOrigin(request, config.publicUrl))
    onlyJson(part)
    signOutRoutes(part, services)
    for (const routes of [authRoutes, accountRoutes, voiceRoutes, agentTestRoutes, purchaseRoutes])
      routes(part, services)
    agentRoutes(part, services, (accountId) => watchBalance(services, accountId))
    for (const routes of [subscriptionRoutes, debtRoutes, organizationRoutes, platformRoutes]) routes(part, services)
    for (const routes of [adminRoutes, adminUserRoutes, adminOrganizationRoutes, adminSettingRoutes])
      routes(part, services)
    for (const routes of [adminAgentRoutes, adminVoiceRoutes, uploadRoutes, adminRequestRoutes, adminMessageRoutes])
      routes(part, services)
    for (const routes of [cardRoutes, autoPurchaseRoutes, requestRoutes, messageRoutes, contactRoutes])
      routes(part, services)
    for (const routes of [ratingRoutes, transcriptRoutes, minuteRoutes, profileRoutes, departureRoutes])
      routes(part, services)
    for (const routes of [organizationMemberRoutes, organizationAgentRoutes, invitationRoutes, joiningRoutes])
      routes(part, services)
    for (const routes of [talkTimeRoutes, referralRoutes, organizationPaymentRoutes, organizationManagementRoutes])
      routes(part, services)
    for (const routes of [
      organizationDashboardRoutes,
      organizationUsageRoutes,
      organizationBillingRoutes,
      organizationSeatRoutes,
      organizationSubscriptionRoutes,
      twoFactorRoutes,
      poolDebtRoutes,
    ])
      routes(part, services)
    registrationRoutes(part, services)
    brandedAppRoutes(part, services)
    brandedAppPageRoutes(part, services)
    adminPageRoutes(part)
    organizationSettingsRoutes(part, services)
    for (const path of ['/api', '/api/*']) {
      part.all(path, async () => {
        throw refusals.notFound()
      })
    }
  })
  await app.register(async (part) =>
    pageRoutes(part, services, (request, uniqueLink) => readInvitation(services, request, uniqueLink)),
  )
  return app
}

function registerHeaders(app: FastifyInstance, services: Services): void {
  const headers = securityHeaders(services.config)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}

/** The one dotted address that every site is expected to serve (RFC 9116). */
const dottedAddress = '/.well-known/security.txt'

/** Refuses all other paths that begin with a dot, however encoded: no page of ours does, so only scanners ask. */
function refuseDottedPaths(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    const [pathname = ''] = url.split('?')
    if (pathname !== dottedAddress && /[/\\](\.|%2e)/i.test(pathname.replace(/%(2f|5c)/gi, '/')))
      throw refusals.notFound()
  })
}

/** Writes one line per request with the route's pattern, because addresses hold secrets of mails and sockets. */
function registerLogging(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const ms = Math.round(reply.elapsedTime * 10) / 10
    metrics.requestSeconds.observe({ method: request.method, route, status: reply.statusCode }, ms / 1000)
    const line = { requestId: request.id, method: request.method, route, status: reply.statusCode, ms }
    if (reply.statusCode >= 500) request.log.warn(line, 'answered')
    else request.log.debug(line, 'answered')
  })
}

function registerProblems(app: FastifyInstance): void {
  app.setErrorHandler(answerProblem)
  app.setNotFoundHandler(async () => {
    throw refusals.notFound()
  })
}

function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = toProblem(error)
  if (problem.status >= 500 && problem.code !== 'unavailable') {
    request.log.error({ err: error, requestId: request.id, route: request.routeOptions.url }, 'unexpected fault')
  }
  if (problem.retryAfterSeconds !== undefined) reply.header('retry-after', problem.retryAfterSeconds)
  return reply.code(problem.status).send(toBody(problem, request.id))
}

/** Allows 300 requests per minute to each signed-in browser, or to each network address of visitors (D169). */
async function registerLimit(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(rateLimit, {
    max: Math.ceil(requestsPerMinute * services.config.rateLimitFactor),
    timeWindow: 60_000,
    keyGenerator: (request) => (request.person ? request.session.sessionId : request.ip),
    addHeaders: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, { ttl }) => refusals.tooMany(Math.ceil(ttl / 1000)),
  })
}

/** Refuses bodies that are not JSON with 415; an empty one counts as no input. */
function onlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, {})
    try {
      const body: unknown = JSON.parse(String(text))
      if (typeof body !== 'object' || body === null) throw new SyntaxError('not an object')
      done(null, body)
    } catch {
      done(new Problem(400, 'bad_json', 'The body is not valid JSON.'))
    }
  })
}
