import { spawn } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import * as auth from '#contract/identity/auth.ts'
import * as mailedLinks from '#contract/identity/mailed-links.ts'
import * as voice from '#contract/conversations/voice.ts'
import { addAgent, endedRow, expect, it, openWorld, password, startHeardTalk, subscriber, vi } from '#tests/calls.ts'

/** Traces as a collector receives them: from a receiver of OTLP over HTTP in JSON. */

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  attributes: { key: string; value: Record<string, unknown> }[]
  status: { code?: number }
}

const kinds = { internal: 1, server: 2, client: 3, consumer: 5 }
const token = 'a-token-that-no-collector-may-see'
const wrongPassword = 'wrong-horse-of-the-traces'

const bodies: string[] = []
const asked: string[] = []

const collector: http.Server = http.createServer((request, response) => {
  asked.push(`${request.method} ${request.url} ${String(request.headers['x-key'])}`)
  let body = ''
  request.on('data', (part) => (body += String(part)))
  request.on('end', () => {
    bodies.push(body)
    response.setHeader('content-type', 'application/json').end('{}')
  })
})
collector.listen(0, '127.0.0.1')
await once(collector, 'listening')
const world = await openWorld({
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint(),
  OTEL_EXPORTER_OTLP_HEADERS: 'x-key=of%20the%20collector',
  OTEL_SERVICE_NAME: 'luna-in-tests',
})
const secrets = await useEverything()
const loaded: string[] = await startAndStop()
await world.close()
collector.close()
const spans: Span[] = bodies.flatMap((body) =>
  (JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] }).resourceSpans.flatMap(
    ({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans),
  ),
)

function endpoint(): string {
  return `http://127.0.0.1:${(collector.address() as AddressInfo).port}`
}

/** Pays, talks, signs in rightly and wrongly, and opens a mailed link. Returns what must not be in any span. */
async function useEverything(): Promise<string[]> {
  const person = await subscriber(world)
  const agentId = await addAgent(world)
  const talk = await startHeardTalk(person, agentId)
  await person.client.call(voice.endConversation, { params: { id: talk.id }, body: {} })
  await endedRow(world, talk.id)
  const visitor = world.visitor()
  await visitor.call(auth.login, { body: { email: person.email, password } })
  await visitor.try(auth.login, { body: { email: person.email, password: wrongPassword } })
  await visitor.call(mailedLinks.verifyResetToken, { params: { token } })
  await visitor.request('GET', `/api/auth/user?secret=${token}`)
  await vi.waitFor(async () => {
    expect(await world.sql("select 1 from pgboss.job where name = 'mail' and state < 'completed'")).toEqual([])
  }, 10_000)
  const cookie = visitor.cookieHeader().split('=')[1] ?? ''
  const { sessionSecret, stripe, voice: provider } = world.services.config
  const typed = [password, wrongPassword, token, person.email, person.email.split('@')[0] ?? '']
  return [
    ...typed,
    cookie,
    decodeURIComponent(cookie),
    sessionSecret,
    stripe.secretKey,
    provider.apiKey,
    talk.signedUrl,
    new URL(talk.signedUrl).searchParams.get('token') ?? '',
    person.id,
    talk.conversationId,
  ]
}

function attribute(span: Span | undefined, key: string): unknown {
  const value = span?.attributes.find((one) => one.key === key)?.value
  return value && (value['stringValue'] ?? value['intValue'] ?? value['boolValue'])
}

function childrenOf(parent: Span | undefined): Span[] {
  return spans.filter((span) => parent && span.traceId === parent.traceId && span.parentSpanId === parent.spanId)
}

function below(parent: Span | undefined): Span[] {
  return childrenOf(parent).flatMap((child) => [child, ...below(child)])
}

it('a collector receives JSON with the name of the service and its headers', () => {
  expect(new Set(asked)).toEqual(new Set(['POST /v1/traces of the collector']))
  expect(bodies[0]).toContain('{"key":"service.name","value":{"stringValue":"luna-in-tests"}}')
})

it('a collector gets a trace of a request with its database statements', () => {
  const logins = spans.filter(({ name }) => name === 'POST /api/auth/login')
  expect(logins.map((span) => Number(attribute(span, 'http.response.status_code')))).toEqual([200, 401])
  const [login] = logins
  expect([login?.kind, login?.parentSpanId ?? '']).toEqual([kinds.server, ''])
  const statements = below(login).filter((span) => attribute(span, 'db.system.name') === 'postgresql')
  expect(statements.length).toBeGreaterThan(1)
  expect(statements.every(({ kind }) => kind === kinds.client)).toBe(true)
  const texts = statements.map((span) => attribute(span, 'db.query.text'))
  expect(texts).toContainEqual(expect.stringMatching(/from users.*\$1/))
  expect(childrenOf(login).map(({ name }) => name)).toContain('transaction')
})

it('a collector gets calls to outside services below what caused them', () => {
  const buying = spans.find(({ name }) => name === 'POST /api/create-combined-purchase')
  const atStripe = below(buying).filter(({ name }) => name.startsWith('payments '))
  expect(atStripe.map(({ name }) => name)).toContain('payments POST /v1/customers')
  const reads = spans.filter(({ name }) => name.startsWith('payments GET /v1/payment_intents/'))
  expect(new Set(reads.map(({ name }) => name))).toEqual(new Set(['payments GET /v1/payment_intents/:id']))
  const starting = spans.find(({ name }) => name === 'POST /api/sessions')
  expect(below(starting).map(({ name }) => name)).toContainEqual(expect.stringMatching(/^voice GET \/v1\/convai\//))
  const mails = spans.filter(({ name }) => name === 'job mail')
  expect(mails.map(({ kind }) => kind)).toContain(kinds.consumer)
  expect(mails.flatMap(below).map(({ name }) => name)).toContain('mail send')
})

it('a collector gets a conversation from its first socket to its settlement', () => {
  const [talk] = spans.filter(({ name }) => name === 'conversation')
  expect(attribute(talk, 'luna.end_reason')).toBe('user')
  const texts = below(talk).map((span) => attribute(span, 'db.query.text'))
  expect(texts).toContainEqual(expect.stringContaining('voice_session_end'))
})

it('a collector never sees a password, token, cookie, key, address or id', () => {
  const all = bodies.join('\n')
  expect(spans.length).toBeGreaterThan(50)
  expect(secrets.every((secret) => secret.length > 6)).toBe(true)
  expect(secrets.filter((secret) => all.includes(secret))).toEqual([])
  const paths = spans.map((span) => attribute(span, 'url.template')).filter(Boolean)
  expect(paths.filter((one) => /[?=]|\d{2}/.test(String(one)))).toEqual([])
})

it('the modules of OpenTelemetry are not loaded without a collector', () => {
  // Prometheus' library brings the interface for its exemplars, which are not used.
  expect(loaded).toEqual(['@opentelemetry/api'])
})

/** Starts a server in a process of its own and stops it again. Returns the modules of OpenTelemetry that it loaded. */
async function startAndStop(): Promise<string[]> {
  const { dataDirectory, stripe, standinsUrl } = world.services.config
  const env = {
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: world.databaseUrl,
    DATA_DIR: dataDirectory,
    STANDINS_URL: standinsUrl ?? '',
    STANDINS_WEBHOOK_SECRET: stripe.webhookSecrets[0] ?? '',
  }
  const watch = `import { registerHooks } from 'node:module'
    registerHooks({ resolve(name, context, next) {
      const found = next(name, context)
      const [package_] = /@opentelemetry\\/[^/]+/.exec(found.url) ?? []
      if (package_) console.log(package_)
      return found
    } })`
  const main = path.join(import.meta.dirname, '../../../server')
  const run = `const { readConfig } = await import('${main}/config.ts')
    const { startServer } = await import('${main}/main.ts')
    const server = await startServer(readConfig(), { isHourly: false })
    await server.stop()
    console.log('ended')`
  const args = ['--import', `data:text/javascript,${encodeURIComponent(watch)}`, '--input-type=module', '-e', run]
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (part) => (output += String(part)))
  await once(child, 'close')
  const lines = output.trimEnd().split('\n')
  expect(lines.pop()).toBe('ended')
  return [...new Set(lines)]
}
