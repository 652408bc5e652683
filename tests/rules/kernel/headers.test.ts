import os from 'node:os'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { securityHeaders } from '#server/kernel/headers.ts'

/** The content policy by mode: from which addresses a page may load, frame and call (D169). */

const common = { DATABASE_URL: 'postgres://127.0.0.1/x', DATA_DIR: os.tmpdir(), SESSION_SECRET: 'x'.repeat(40) }
const standin = { ...common, STANDINS_URL: 'http://127.0.0.1:9', STANDINS_SMTP_PORT: '9' }
const live = {
  ...common,
  STANDINS: 'off',
  STRIPE_SECRET_KEY: 'sk_live_x',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_x',
  STRIPE_WEBHOOK_SECRET: 'whsec_x',
  ELEVENLABS_API_KEY: 'xi_x',
  SMTP_URL: 'smtp://127.0.0.1',
  PUBLIC_URL: 'https://luna.example.com',
  TRUST_PROXY: '1',
}

function policyOf(env: Record<string, string>): Record<string, string[]> {
  const text = securityHeaders(readConfig(env))['content-security-policy'] ?? ''
  const directives = text.split('; ').map((directive) => directive.split(' '))
  return Object.fromEntries(directives.map(([name = '', ...sources]) => [name, sources]))
}

describe('the content policy', () => {
  it('with real keys opens exactly what Stripe needs', () => {
    expect(policyOf(live)).toMatchObject({
      'script-src': ["'self'", 'https://js.stripe.com', 'https://*.js.stripe.com'],
      'connect-src': ["'self'", 'https://api.stripe.com'],
      'frame-src': ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
    })
  })

  it('with stand-ins names no address of Stripe, and runs, calls and frames only its own origin', () => {
    const policy = policyOf(standin)
    expect(JSON.stringify(policy)).not.toContain('stripe')
    for (const name of ['script-src', 'connect-src', 'frame-src', 'style-src', 'worker-src', 'form-action']) {
      expect({ [name]: policy[name] }).toEqual({ [name]: ["'self'"] })
    }
  })

  it.each([
    ['live', live],
    ['stand-in', standin],
  ])('allows neither inline code nor evaluation nor being framed (%s)', (_mode, env) => {
    const policy = policyOf(env)
    expect(JSON.stringify(policy)).not.toMatch(/unsafe|'\*'/)
    for (const name of ['default-src', 'frame-ancestors', 'object-src', 'base-uri'])
      expect({ [name]: policy[name] }).toEqual({ [name]: ["'none'"] })
  })
})
