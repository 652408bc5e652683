import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { startConversation } from '#contract/conversations/voice.ts'
import { registerCalls } from './calls.ts'
import { registerActor } from './identity/guards.routes.ts'
import { listAgentPages, readAgentsOfPage } from './agents/agents.routes.ts'
import { findRoleMark } from './identity/role-mark.ts'
import { findSessions } from './identity/versions.ts'
import { namesTwoHosts, refuseForeignOrigin } from './kernel/own-address.ts'
import { beginAct } from './organizations/owner-acts.routes.ts'
import { securityHeaders } from './kernel/headers.ts'
import type { Metrics } from './metrics.ts'
import { Problem, refusals, toBody, toProblem } from './kernel/problem.ts'
import { installationRoutes } from './organizations/app/branded-app.routes.ts'
import { publicSoundRoutes } from './agents/sounds/sounds.routes.ts'
import { imageRoutes } from './images/images.routes.ts'
import { readInvitation } from './organizations/members/joining.routes.ts'
import { operationRoutes } from './operations.routes.ts'
import { noteActivity } from './organizations/members/members.routes.ts'
import { pageRoutes } from './pages/pages.routes.ts'
import { paymentWebhookRoutes } from './billing/bookings/webhooks.routes.ts'
import { voiceWebhookRoutes } from './conversations/conversations.routes.ts'
import { readTotalOfPage } from './results/hours-saved/hours-saved.routes.ts'
import type { Services } from './conversations/services.ts'
import { registerSessions } from './kernel/session.ts'
import type { Upgrades } from './kernel/upgrades.ts'
import { openSpan, type OpenSpan } from './spans.ts'

const requestsPerMinute = 300
const maxBodyBytes = 1024 * 1024

/** Assembles the server without listening. */
export async function buildApp(services: Services, metrics: Metrics, upgrades: Upgrades): Promise<FastifyInstance> {
  const app = createServer(services)
  if (services.config.tracing) traceRequests(app)
  registerHeaders(app, services)
  refuseOddRequests(app)
  registerLogging(app, metrics)
  registerProblems(app)
  operationRoutes(app, services, metrics)
  imageRoutes(app, services)
  await app.register(async (part) => {
    await registerLimit(part, services)
    publicSoundRoutes(part, services)
    installationRoutes(part, services)
  })
  await app.register(async (part) =>
    paymentWebhookRoutes(part, services, (type) => metrics.paymentEvents.inc({ type })),
  )
  await app.register(async (part) => voiceWebhookRoutes(part, services))
  if (services.config.standinsUrl) {
    const { standinRoutes } = await import('./kernel/standins.routes.ts')
    await app.register(async (part) => standinRoutes(part, services, upgrades))
  }
  await app.register(async (part) => {
    await registerPeople(part, services)
    registerCalls(part, services)
  })
  await app.register(async (part) =>
    pageRoutes(part, services, {
      readInvitation: (request, uniqueLink) => readInvitation(services, request, uniqueLink),
      listPages: () => listAgentPages(services),
      readData: async (pathname) => {
        const parts = await Promise.all([readTotalOfPage(services, pathname), readAgentsOfPage(services, pathname)])
        const known = parts.filter((part) => part !== null)
        return known.length > 0 ? known.flat() : null
      },
    }),
  )
  return app
}

function createServer({ config, log }: Services): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: maxBodyBytes,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    genReqId: () => crypto.randomUUID(),
    rewriteUrl: ({ url = '/', headers }) => (headers.accept?.includes('text/html') ? readablePage(url) : url),
    // An address that cannot be read reaches no route and no hook.
    frameworkErrors: (error, request, reply) => {
      reply.headers(securityHeaders(config)).header('x-request-id', request.id)
      return answerProblem(error, request, reply)
    },
    forceCloseConnections: 'idle',
  })
}

/** Returns the address of a page with a percent sign for what no browser can have meant, so that it is not found. */
function readablePage(url: string): string {
  const [pathname = '', ...query] = url.split('?')
  try {
    decodeURIComponent(pathname)
    return url
  } catch {
    return [pathname.replaceAll('%', '%25'), ...query].join('?')
  }
}

/** What every call needs to know and to refuse before it runs: who asks, how often, and from which site. */
async function registerPeople(app: FastifyInstance, services: Services): Promise<void> {
  const { config } = services
  await registerSessions(app, services, { findSessions, findRoleMark })
  registerActor(app, services, {
    noteActivity: (person, context, at) => noteActivity(services, person, context, at),
    beginAct: (request, call, name) => beginAct(services, request, call, name),
  })
  await registerLimit(app, services)
  app.addHook('onRequest', async (request) => refuseForeignOrigin(request, config.publicUrl))
  onlyJson(app)
}

function registerHeaders(app: FastifyInstance, services: Services): void {
  const headers = securityHeaders(services.config)
  // By its number a proxy finds the server of a conversation's address again (deploy/haproxy.cfg).
  const ofCalls = { 'cache-control': 'no-store', 'x-luna-server': String(services.gatewayId()) }
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers).header('x-request-id', request.id)
    if (request.url.startsWith('/api/')) reply.headers(ofCalls)
  })
}

/** The one dotted address that every site is expected to serve (RFC 9116). */
const dottedAddress = '/.well-known/security.txt'

/**
 * Refuses requests for two hosts (RFC 9112), paths with a zero character, and all other paths that begin with a dot,
 * however encoded: no page of ours does, so only scanners ask.
 */
function refuseOddRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url, raw }) => {
    if (namesTwoHosts(raw)) throw new Problem(400, 'bad_request', 'We could not read this request.')
    const [pathname = ''] = url.split('?')
    const isDotted = pathname !== dottedAddress && /[/\\](\.|%2e)/i.test(pathname.replace(/%(2f|5c)/gi, '/'))
    if (isDotted || pathname.includes('%00')) throw refusals.notFound()
  })
}

/** Writes one line per request with the route's pattern, because addresses hold secrets of mails and sockets. */
function registerLogging(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    const ms = Math.round(reply.elapsedTime * 10) / 10
    metrics.requestSeconds.observe({ method: request.method, route, status: reply.statusCode }, ms / 1000)
    if (route === startConversation.path && request.method === startConversation.method) {
      metrics.conversationStarts.inc({ outcome: outcomeOf(reply.statusCode) })
    }
    const line = { requestId: request.id, method: request.method, route, status: reply.statusCode, ms }
    if (reply.statusCode >= 500) request.log.warn(line, 'answered')
    else request.log.debug(line, 'answered')
  })
}

/** A refusal, such as no minutes left, is no failure of ours. */
function outcomeOf(status: number): 'started' | 'refused' | 'failed' {
  if (status < 400) return 'started'
  return status < 500 ? 'refused' : 'failed'
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
  // A file that is missing today may be there tomorrow.
  return reply.code(problem.status).header('cache-control', 'no-store').send(toBody(problem, request.id))
}

/** Allows 300 requests per minute to each signed-in browser, or to each network address of visitors (D169). */
async function registerLimit(app: FastifyInstance, services: Services): Promise<void> {
  await app.register(rateLimit, {
    max: Math.ceil(requestsPerMinute * services.config.rateLimitFactor),
    timeWindow: 60_000,
    keyGenerator: ({ person, session, ip }) => (person && session ? session.rowId : ip),
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
      if (hasHalfCharacter(String(text))) {
        return done(new Problem(400, 'bad_json', 'A text holds half of a character. Please type it again.'))
      }
      done(null, body)
    } catch {
      done(new Problem(400, 'bad_json', 'The body is not valid JSON.'))
    }
  })
}

/** Returns whether valid JSON holds an unpaired surrogate, which only an escape can bring and no text can store. */
function hasHalfCharacter(json: string): boolean {
  const others = json.replaceAll(/\\\\|\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}/gi, '')
  return /\\ud[89a-f]/i.test(others)
}

/** Makes a span of every request: its route's pattern and its status, never its address, headers or body. */
function traceRequests(app: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, OpenSpan>()
  app.addHook('onRequest', (request, _reply, done) => {
    const span = openSpan({ name: request.method, kind: 'server', attributes: attributesOf(request) })
    if (!span) return done()
    spans.set(request, span)
    span.run(done)
  })
  // A body that was read from the network has left the context of its request.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request)
    if (span) span.run(done)
    else done()
  })
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply
    const attributes = { ...attributesOf(request), 'http.response.status_code': statusCode }
    const name = `${request.method} ${attributes['http.route']}`
    spans.get(request)?.end({ name, attributes, isFailed: statusCode >= 500 })
  })
}

function attributesOf({ id, method, routeOptions }: FastifyRequest) {
  return { 'http.request.method': method, 'http.route': routeOptions.url ?? 'unknown', 'luna.request_id': id }
}
