import fs from 'node:fs'
import * as auth from '#contract/identity/auth.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import * as mailedLinks from '#contract/identity/mailed-links.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/database/migrate.ts'
import { startServer } from '#server/main.ts'
import { askForResetToken, describe, expect, it, ownWorld, password, registered } from '#tests/calls.ts'

const world = await ownWorld()

describe('for operators', () => {
  it('/healthz says alive and /readyz ready', async () => {
    const alive = await world.visitor().request('GET', '/healthz')
    expect([alive.status, alive.body]).toEqual([200, { status: 'alive' }])
    const ready = await world.visitor().request('GET', '/readyz')
    expect([ready.status, ready.body]).toEqual([200, { status: 'ready', voice: 'up' }])
  })

  it('/readyz says 503 while a migration is missing', async () => {
    const [row] = await world.sql<{ name: string }>(
      "update migration set name = 'x' || name where name like 'ledger/migrations/001%' returning name",
    )
    const reply = await world.visitor().request('GET', '/readyz')
    await world.sql('update migration set name = substr(name, 2) where name = $1', [row?.name])
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '2'])
    expect((await world.visitor().request('GET', '/readyz')).status).toBe(200)
  })

  it('/metrics counts requests by route pattern, without what addresses hold', async () => {
    const token = 'a-token-that-must-not-be-counted'
    await world.visitor().call(mailedLinks.verifyResetToken, { params: { token } })
    const reply = await world.visitor().request<string>('GET', '/metrics')
    expect(reply.headers.get('content-type')).toContain('text/plain')
    expect(reply.body).toMatch(
      /luna_http_request_seconds_count\{[^}]*route="\/api\/auth\/verify-reset-token\/:token"[^}]*\} \d/,
    )
    expect(reply.body).toContain('luna_live_conversations 0')
    expect(reply.body).not.toContain(token)
  })
})

describe('security headers (D169 [S])', () => {
  it.each(['/', '/login', '/api/config', '/api/unknown', '/healthz', '/theme.js'])('are on %s', async (path) => {
    const { headers } = await world.visitor().request('GET', path)
    // Documents also allow their own style sheet (tests/calls/pages).
    const policy = (headers.get('content-security-policy') ?? '').replace(/ 'sha256-[^']+'/, '')
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "frame-ancestors 'none'",
      "object-src 'none'",
      "base-uri 'none'",
    ]) {
      expect(policy.split('; ')).toContain(part)
    }
    expect(policy).not.toMatch(/unsafe|\*|http:/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
    expect(headers.get('permissions-policy')).toContain('microphone=(self)')
    // Plain http: a browser that was told otherwise could never come back.
    expect(headers.get('strict-transport-security')).toBeNull()
    expect(headers.get('x-powered-by')).toBeNull()
  })

  it('allow Stripe, and only Stripe, besides our own origin when payments are real', async () => {
    const { securityHeaders } = await import('#server/kernel/headers.ts')
    const { config } = world.services
    const live = securityHeaders({ ...config, stripe: { ...config.stripe, mode: 'stripe' } })
    const hosts = new Set(live['content-security-policy']?.match(/https:\/\/[\w.*-]+/g))
    expect(hosts).toEqual(
      new Set([
        'https://js.stripe.com',
        'https://*.js.stripe.com',
        'https://api.stripe.com',
        'https://hooks.stripe.com',
      ]),
    )
  })

  it('answers of calls and documents are never kept, built files may be', async () => {
    const cacheOf = async (path: string) => (await world.visitor().request('GET', path)).headers.get('cache-control')
    expect([await cacheOf('/api/config'), await cacheOf('/api/auth/user'), await cacheOf('/marketplace')]).toEqual([
      'no-store',
      'no-store',
      'no-store',
    ])
    const page = await world.visitor().request<string>('GET', '/')
    const asset = /\/assets\/[\w.-]+\.js/.exec(page.body)?.[0] ?? ''
    expect(await cacheOf(asset)).toContain('immutable')
  })
})

describe('the log (D163, D169 [S])', () => {
  it('has a line per request with id, route pattern, status and time, and no secret', async () => {
    const person = await registered(world)
    const token = await askForResetToken(world, person.email)
    const reply = await world.visitor().try(mailedLinks.verifyResetToken, { params: { token } })
    await world.visitor().try(auth.login, { body: { email: person.email, password: 'wrong-horse-of-the-log' } })
    await person.client.call(currentUser)
    const log = fs.readFileSync(world.logFile, 'utf8')
    const lines = log
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(lines.find((line) => line.requestId === reply.headers.get('x-request-id'))).toMatchObject({
      method: 'GET',
      route: '/api/auth/verify-reset-token/:token',
      status: 200,
      ms: expect.any(Number),
    })
    const cookie = person.client.cookieHeader().split('=')[1] ?? 'no cookie'
    for (const secret of [
      password,
      token,
      'wrong-horse-of-the-log',
      cookie,
      decodeURIComponent(cookie),
      person.email,
    ]) {
      expect(log).not.toContain(secret)
    }
  })
})

describe('starting (DESIGN 3)', () => {
  it('lists every fault of the configuration at once', () => {
    const start = () => readConfig({ PORT: '99999', STANDINS: 'maybe', PUBLIC_URL: 'nonsense' })
    expect(start).toThrow(/PORT[\s\S]*PUBLIC_URL[\s\S]*STANDINS/)
  })

  it('refuses another host while a stand-in is in use, unless configured (D170 [S])', () => {
    const env = {
      DATABASE_URL: 'postgres://x',
      DATA_DIR: world.services.config.dataDirectory,
      STANDINS_URL: 'http://127.0.0.1:1',
    }
    expect(() => readConfig({ ...env, HOST: '0.0.0.0' })).toThrow(/HOST.*loopback/)
    expect(readConfig({ ...env, HOST: '0.0.0.0', STANDINS: 'demo' }).demo).toBe(true)
    expect(() => readConfig({ ...env, STANDINS: 'off' })).toThrow(
      /STRIPE_SECRET_KEY[\s\S]*ELEVENLABS_API_KEY[\s\S]*SMTP_URL/,
    )
  })

  it('refuses a public address and a proxy while a stand-in is in use, unless configured (D182 [S])', () => {
    const env = {
      DATABASE_URL: 'postgres://x',
      DATA_DIR: world.services.config.dataDirectory,
      STANDINS_URL: 'http://127.0.0.1:1',
    }
    const exposed: [Record<string, string>, RegExp][] = [
      [{ PUBLIC_URL: 'http://luna.example' }, /PUBLIC_URL.*loopback/],
      [{ PUBLIC_URL: 'http://127.evil.test' }, /PUBLIC_URL.*loopback/],
      [{ PUBLIC_URL: 'https://luna.example', TRUST_PROXY: '1' }, /PUBLIC_URL.*loopback[^]*TRUST_PROXY.*proxy/],
      [{ TRUST_PROXY: '1' }, /TRUST_PROXY.*proxy/],
      [{ TRUST_PROXY: '127.0.0.1' }, /TRUST_PROXY.*proxy/],
      [{ HOST: '127.evil.test' }, /HOST.*loopback/],
      // One stand-in is enough.
      [{ TRUST_PROXY: '1', ELEVENLABS_API_KEY: 'x', SMTP_URL: 'smtp://mail.example' }, /STRIPE_SECRET_KEY missing/],
    ]
    for (const [more, fault] of exposed) {
      expect(() => readConfig({ ...env, ...more })).toThrow(fault)
      expect(readConfig({ ...env, ...more, STANDINS: 'demo' })).toMatchObject({ demo: true, standinsForAll: true })
    }
    const loopback: Record<string, string>[] = [
      { PUBLIC_URL: 'http://localhost:3000' },
      { PUBLIC_URL: 'http://127.0.0.1' },
      { PUBLIC_URL: 'http://[::1]:3000', HOST: '::1' },
      { TRUST_PROXY: 'false' },
      // A balancer of our own in front, with nothing before it (npm run start:cluster).
      { TRUST_PROXY: '1', OWN_BALANCER: '1' },
    ]
    for (const more of loopback) expect(readConfig({ ...env, ...more })).toMatchObject({ standinsForAll: false })
  })

  it('refuses https without a trusted proxy, and ignores looser limits in live mode (D15 [S], D13 [S])', () => {
    const live = {
      DATABASE_URL: 'postgres://x',
      DATA_DIR: world.services.config.dataDirectory,
      SESSION_SECRET: 'x'.repeat(32),
      STRIPE_SECRET_KEY: 'sk_live_x',
      STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
      STRIPE_WEBHOOK_SECRET: 'whsec_a, whsec_b',
      ELEVENLABS_API_KEY: 'x',
      ELEVENLABS_WEBHOOK_SECRET: 'wsec_a, wsec_b,',
      SMTP_URL: 'smtp://mail.example',
      RATE_LIMIT_FACTOR: '100',
    }
    expect(() => readConfig({ ...live, PUBLIC_URL: 'https://luna.example' })).toThrow(/TRUST_PROXY/)
    const config = readConfig({ ...live, PUBLIC_URL: 'https://luna.example', TRUST_PROXY: '1' })
    expect([config.demo, config.rateLimitFactor, config.standinsUrl]).toEqual([false, 1, null])
    expect(config.stripe.webhookSecrets).toEqual(['whsec_a', 'whsec_b'])
    expect(config.voice.webhookSecrets).toEqual(['wsec_a', 'wsec_b'])
    // Without a secret no webhook is accepted, rather than every one that an empty secret signs.
    const withoutSecret = { ...live, PUBLIC_URL: 'http://localhost:3000', ELEVENLABS_WEBHOOK_SECRET: '' }
    expect(readConfig(withoutSecret).voice.webhookSecrets).toEqual([])
    // Cookies, cards and words over plain http only on this machine (D182 [S]).
    expect(() => readConfig(live)).toThrow(/PUBLIC_URL.*https/)
    for (const PUBLIC_URL of ['http://luna.example', 'http://127.evil.test']) {
      expect(() => readConfig({ ...live, PUBLIC_URL })).toThrow(/PUBLIC_URL.*https/)
    }
  })

  it('never mixes stand-in and real payments in one database', async () => {
    await expect(migrate(world.databaseUrl, 'live')).rejects.toThrow('standin mode and cannot be used in live mode')
    await migrate(world.databaseUrl, 'standin')
  })

  it('runs next to another process on the same database, and stopping one leaves the other (DESIGN 6)', async () => {
    const { log } = world.services
    const second = await startServer({ ...world.services.config, port: 0 }, { log })
    const person = await registered(world)
    const url = `http://127.0.0.1:${second.port}/api/auth/user`
    const there = await fetch(url, { headers: { cookie: person.client.cookieHeader() } })
    expect(await there.json()).toMatchObject({ id: person.id })
    await second.stop()
    await expect(fetch(url)).rejects.toThrow()
    expect((await person.client.try(currentUser)).status).toBe(200)
  })
})
