import fs from 'node:fs'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as mailedLinks from '#contract/identity/mailed-links.ts'
import { inspectConfig, readConfig } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { startServer } from '#server/main.ts'
import { onTestFinished } from 'vitest'
import { askForResetToken, expect, it, ownWorld, password, registered, tags } from '#tests/calls.ts'

const world = await ownWorld({ TRUST_PROXY: '127.0.0.1', STANDINS: 'demo' })
const person = await registered(world)

const ask = (path: string) => world.visitor().request<string>('GET', path)
const dataDirectory = world.services.config.dataDirectory
/** A configuration with stand-ins, and one without them. */
const base = { DATABASE_URL: 'postgres://x', DATA_DIR: dataDirectory, STANDINS_URL: 'http://127.0.0.1:1' }
const live = {
  DATABASE_URL: 'postgres://x',
  DATA_DIR: dataDirectory,
  SESSION_SECRET: 'x'.repeat(32),
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_a, whsec_b',
  ELEVENLABS_API_KEY: 'x',
  ELEVENLABS_WEBHOOK_SECRET: 'wsec_a, wsec_b,',
  SMTP_URL: 'smtp://mail.example',
  RATE_LIMIT_FACTOR: '100',
}

it('a server is alive, and ready unless a migration is missing', async () => {
  expect(await ask('/healthz')).toMatchObject({ status: 200, body: { status: 'alive' } })
  expect(await ask('/readyz')).toMatchObject({ status: 200, body: { status: 'ready', voice: 'up' } })
  const [row] = await world.sql<{ name: string }>(
    "update migration set name = 'x' || name where name like 'ledger/migrations/001%' returning name",
  )
  const reply = await ask('/readyz')
  await world.sql('update migration set name = substr(name, 2) where name = $1', [row?.name])
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2'])
  expect((await ask('/readyz')).status).toBe(200)
})

it('/metrics counts requests by route pattern, without what addresses hold', async () => {
  const token = 'a-token-that-must-not-be-counted'
  await world.visitor().call(mailedLinks.verifyResetToken, { params: { token } })
  const { headers, body } = await ask('/metrics')
  expect(headers.get('content-type')).toContain('text/plain')
  expect(body).toMatch(/luna_http_request_seconds_count\{[^}]*"\/api\/auth\/verify-reset-token\/:token"[^}]*\} \d/)
  expect(body).toContain('luna_live_conversations 0')
  expect(body).not.toContain(token)
})

it('/metrics shows figures only to clients that know its token (S)', async () => {
  const { config } = world.services
  const usual = { ...config }
  onTestFinished(() => void Object.assign(config, usual))
  const askIt = (headers: Record<string, string>) =>
    world.visitor().request<{ code: string } | string>('GET', '/metrics', undefined, headers)
  const token = 'a-token-of-the-figures'
  config.metricsToken = token
  for (const authorization of ['', 'Bearer wrong', `Basic ${token}`])
    expect(await askIt({ authorization })).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
  expect((await askIt({ authorization: `Bearer ${token}` })).body).toContain('luna_live_conversations')
  config.metricsToken = null
  expect((await askIt({})).status).toBe(200)
  expect((await askIt({ 'x-forwarded-for': '203.0.113.9' })).status).toBe(404)
  config.demo = false
  expect((await askIt({})).status).toBe(404)
})

it('security.txt says where to report a weakness, and no other path has a dot', async () => {
  const { status, headers, body } = await ask('/.well-known/security.txt')
  expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = body.trimEnd().split('\n')
  const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/) as [string, string]))
  const Canonical = `${world.url}/.well-known/security.txt`
  expect(fields).toMatchObject({ Contact: `${world.url}/contact`, Canonical, 'Preferred-Languages': 'en' })
  const daysLeft = (Date.parse(fields.Expires ?? '') - Date.now()) / 86_400_000
  expect(daysLeft).toBeGreaterThan(80)
  expect(daysLeft).toBeLessThan(365)
  expect((await ask('/.well-known/other.txt')).status).toBe(404)
  const contact = 'mailto:security@luna.example'
  expect(readConfig({ ...base, SECURITY_CONTACT: contact }).securityContact).toBe(contact)
  expect(() => readConfig({ ...base, SECURITY_CONTACT: 'security@luna.example' })).toThrow(/SECURITY_CONTACT/)
})

it.each(['/', '/login', '/api/config', '/api/unknown', '/theme.js'])('%s is safe', tags('D169'), async (path) => {
  const { headers } = await ask(path)
  // Documents also allow their own style sheet (tests/calls/pages).
  const policy = (headers.get('content-security-policy') ?? '').replace(/ 'sha256-[^']+'/, '')
  const none = ['default-src', 'frame-ancestors', 'object-src', 'base-uri'].map((part) => `${part} 'none'`)
  const parts = [...none, "script-src 'self'", "style-src 'self'"]
  expect(policy.split('; ')).toEqual(expect.arrayContaining(parts))
  expect(policy).not.toMatch(/unsafe|\*|http:/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('permissions-policy')).toContain('microphone=(self)')
  // Plain http: a browser that was told otherwise could never come back.
  for (const absent of ['strict-transport-security', 'x-powered-by']) expect(headers.get(absent)).toBeNull()
})

it('answers of calls and documents are never kept, built files may be', async () => {
  for (const path of ['/api/config', '/api/auth/user', '/marketplace'])
    expect((await ask(path)).headers.get('cache-control')).toBe('no-store')
  const asset = /\/assets\/[\w.-]+\.js/.exec((await ask('/')).body)?.[0] ?? ''
  expect((await ask(asset)).headers.get('cache-control')).toContain('immutable')
})

it('the log has a line per request, and no secret', tags('D163 D169'), async () => {
  const token = await askForResetToken(world, person.email)
  const reply = await world.visitor().try(mailedLinks.verifyResetToken, { params: { token } })
  const wrong = 'wrong-horse-of-the-log'
  await world.visitor().try(auth.login, { body: { email: person.email, password: wrong } })
  await person.client.call(currentUser)
  const log = fs.readFileSync(world.logFile, 'utf8')
  const lines = log.split('\n').filter(Boolean)
  const parsed = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  const line = parsed.find(({ requestId }) => requestId === reply.headers.get('x-request-id'))
  const route = '/api/auth/verify-reset-token/:token'
  expect(line).toMatchObject({ method: 'GET', route, status: 200, ms: expect.any(Number) })
  const cookie = person.client.cookieHeader().split('=')[1] ?? 'no cookie'
  for (const secret of [password, token, wrong, cookie, decodeURIComponent(cookie), person.email])
    expect(log).not.toContain(secret)
})

it('every fault of the configuration is listed at once', () => {
  const start = () => readConfig({ PORT: '99999', STANDINS: 'maybe', PUBLIC_URL: 'nonsense' })
  expect(start).toThrow(/PORT[\s\S]*PUBLIC_URL[\s\S]*STANDINS/)
  // A malformed variable hides neither another one nor what does not fit together.
  const wrong = { SMTP_URL: 'nonsense', SESSION_SECRET: 'short', DATABASE_URL: 'mysql://x', TRUST_PROXY: 'yes' }
  const faults = [
    'DATABASE_URL: must be an address such as postgres://user:password@host:5432/luna',
    'PUBLIC_URL: an https address is required in live mode (or a loopback one, to try it on this machine)',
    'SESSION_SECRET: must have at least 32 characters',
    'SMTP_URL: must be an address such as smtps://user:password@mail.example.com',
    'STRIPE_PUBLISHABLE_KEY: is a key of the test mode, but STRIPE_SECRET_KEY is one of the live mode; copy both from the same mode of one account',
    'TRUST_PROXY: must be the number of proxies in front, their addresses, or false',
  ]
  const listed = inspectConfig({ ...live, ...wrong, STRIPE_PUBLISHABLE_KEY: 'pk_test_x' }).faults
  expect(listed.toSorted()).toEqual(faults)
  for (const key of ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])
    expect(inspectConfig({ ...live, [key]: 'x' }).faults).toContainEqual(
      expect.stringMatching(`^${key}: must begin with`),
    )
  const missing = /STRIPE_SECRET_KEY[\s\S]*ELEVENLABS_API_KEY[\s\S]*SMTP_URL/
  expect(() => readConfig({ ...base, STANDINS: 'off' })).toThrow(missing)
})

it.each<[Record<string, string>, RegExp]>([
  [{ HOST: '0.0.0.0' }, /HOST.*loopback/],
  [{ HOST: '127.evil.test' }, /HOST.*loopback/],
  [{ PUBLIC_URL: 'http://luna.example' }, /PUBLIC_URL.*loopback/],
  [{ PUBLIC_URL: 'http://127.evil.test' }, /PUBLIC_URL.*loopback/],
  [{ PUBLIC_URL: 'https://luna.example', TRUST_PROXY: '1' }, /PUBLIC_URL.*loopback[^]*TRUST_PROXY.*proxy/],
  [{ TRUST_PROXY: '1' }, /TRUST_PROXY.*proxy/],
  [{ TRUST_PROXY: '127.0.0.1' }, /TRUST_PROXY.*proxy/],
  // One stand-in is enough.
  [{ TRUST_PROXY: '1', ELEVENLABS_API_KEY: 'x', SMTP_URL: 'smtp://mail.example' }, /STRIPE_SECRET_KEY missing/],
])('stand-ins are not for the world unless configured: %j', tags('D170 D182'), (more, fault) => {
  expect(() => readConfig({ ...base, ...more })).toThrow(fault)
  expect(readConfig({ ...base, ...more, STANDINS: 'demo' })).toMatchObject({ demo: true, standinsForAll: true })
})

it.each<Record<string, string>>([
  { PUBLIC_URL: 'http://localhost:3000' },
  { PUBLIC_URL: 'http://127.0.0.1' },
  { PUBLIC_URL: 'http://[::1]:3000', HOST: '::1' },
  { TRUST_PROXY: 'false' },
  // A balancer of our own in front, with nothing before it (npm run start:cluster).
  { TRUST_PROXY: '1', OWN_BALANCER: '1' },
])('stand-ins are for this machine: %j', tags('D182'), (more) => {
  expect(readConfig({ ...base, ...more })).toMatchObject({ standinsForAll: false })
})

it('live mode needs https behind a proxy, and no looser limits', tags('D13 D15 D182'), () => {
  const site = { ...live, PUBLIC_URL: 'https://luna.example' }
  expect(() => readConfig(site)).toThrow(/TRUST_PROXY/)
  const config = readConfig({ ...site, TRUST_PROXY: '1' })
  expect([config.demo, config.rateLimitFactor, config.standinsUrl]).toEqual([false, 1, null])
  expect(config.stripe.webhookSecrets).toEqual(['whsec_a', 'whsec_b'])
  expect(config.voice.webhookSecrets).toEqual(['wsec_a', 'wsec_b'])
  // Without a secret no webhook is accepted, rather than every one that an empty secret signs.
  const withoutSecret = { ...live, PUBLIC_URL: 'http://localhost:3000', ELEVENLABS_WEBHOOK_SECRET: '' }
  expect(readConfig(withoutSecret).voice.webhookSecrets).toEqual([])
  // Cookies, cards and words over plain http only on this machine.
  for (const more of [{}, { PUBLIC_URL: 'http://luna.example' }, { PUBLIC_URL: 'http://127.evil.test' }])
    expect(() => readConfig({ ...live, ...more })).toThrow(/PUBLIC_URL.*https/)
})

it('stand-in and real payments are never in one database', async () => {
  await expect(migrate(world.databaseUrl, 'live')).rejects.toThrow('standin mode and cannot be used in live mode')
  await migrate(world.databaseUrl, 'standin')
})

it('two servers share a database, and stopping one leaves the other (DESIGN 6)', async () => {
  const { log } = world.services
  const second = await startServer({ ...world.services.config, port: 0 }, { log })
  const url = `http://127.0.0.1:${second.port}/api/auth/user`
  const there = await fetch(url, { headers: { cookie: person.client.cookieHeader() } })
  expect(await there.json()).toMatchObject({ id: person.id })
  await second.stop()
  await expect(fetch(url)).rejects.toThrow()
  expect((await person.client.call(currentUser)).id).toBe(person.id)
})
