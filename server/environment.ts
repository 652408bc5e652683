import * as z from 'zod/mini'
import { isLoopback } from './kernel/own-address.ts'

/** Every variable, and which of them belong together. See .env.example for what each does. */

export const url = z.url()
const text = z.string().check(z.minLength(1))

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

export const environment = z.object({
  PORT: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(65_535)), 3000),
  HOST: z._default(text, '127.0.0.1'),
  PUBLIC_URL: z.optional(url),
  TRUST_PROXY: z.optional(text),
  DATA_DIR: z._default(text, '.data'),
  DATABASE_URL: z.optional(text),
  SESSION_SECRET: z.optional(z.string().check(z.minLength(32))),
  SESSION_SECRET_PREVIOUS: z.optional(z.string().check(z.minLength(32))),
  SECURITY_CONTACT: z.optional(
    url.check(z.regex(/^(mailto|https|tel):/, { error: 'begins with mailto:, https: or tel:' })),
  ),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16))),
  // OpenTelemetry's own names, so that its documentation applies.
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(url),
  OTEL_EXPORTER_OTLP_HEADERS: z.optional(text),
  OTEL_SERVICE_NAME: z._default(text, 'luna'),
  OTEL_TRACES_SAMPLER: z._default(z.enum(samplers), 'parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z._default(z.coerce.number().check(z.minimum(0), z.maximum(1)), 1),
  STRIPE_SECRET_KEY: z.optional(text),
  STRIPE_PUBLISHABLE_KEY: z.optional(text),
  STRIPE_WEBHOOK_SECRET: z.optional(text),
  ELEVENLABS_API_KEY: z.optional(text),
  ELEVENLABS_BASE_URL: z.optional(url),
  ELEVENLABS_WEBHOOK_SECRET: z.optional(text),
  AGENT_SOUNDS: z._default(z.enum(['on', 'off']), 'on'),
  SMTP_URL: z.optional(url),
  MAIL_FROM: z._default(text, 'Luna <hello@luna.test>'),
  STANDINS: z._default(z.enum(['auto', 'demo', 'off']), 'auto'),
  RATE_LIMIT_FACTOR: z._default(z.coerce.number().check(z.positive()), 1),
  LOG_FILE: z.optional(text),
  LOG_LEVEL: z._default(z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
  // Set by scripts/start.mjs, which starts the stand-ins.
  STANDINS_URL: z.optional(url),
  STANDINS_SMTP_PORT: z.optional(z.coerce.number()),
  STANDINS_WEBHOOK_SECRET: z.optional(text),
  STANDINS_VOICE_WEBHOOK_SECRET: z.optional(text),
  // Set by scripts/running/cluster.mjs: the trusted proxy is its own balancer, on this machine with nothing before it.
  OWN_BALANCER: z.optional(z.literal('1')),
})

export type Environment = z.output<typeof environment>

/** Returns one message that lists every fault. */
export function listFaults(faults: string[]): string {
  return `The configuration is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`
}

/** Returns what is missing or does not fit together. */
export function findFaults(values: Environment): string[] {
  const missing = missingKeys(values)
  const faults: string[] = []
  if (!values.DATABASE_URL) faults.push('DATABASE_URL: missing (npm start sets it when it runs its own PostgreSQL)')
  if (values.STANDINS === 'off') faults.push(...missing.map((key) => `${key}: required because STANDINS is off`))
  const demo = missing.length > 0
  if (demo && values.STANDINS === 'auto') faults.push(...findExposure(values, missing))
  if (demo && values.STANDINS !== 'off' && !values.STANDINS_URL) {
    faults.push('STANDINS_URL: missing (npm start sets it when it runs the stand-ins)')
  }
  if (values.STRIPE_SECRET_KEY && !values.STRIPE_WEBHOOK_SECRET)
    faults.push('STRIPE_WEBHOOK_SECRET: required with STRIPE_SECRET_KEY')
  if (values.STRIPE_SECRET_KEY && !values.STRIPE_PUBLISHABLE_KEY)
    faults.push('STRIPE_PUBLISHABLE_KEY: required with STRIPE_SECRET_KEY')
  if (!demo && !values.SESSION_SECRET) faults.push('SESSION_SECRET: required in live mode (at least 32 characters)')
  if (values.SESSION_SECRET_PREVIOUS && !values.SESSION_SECRET)
    faults.push('SESSION_SECRET: required with SESSION_SECRET_PREVIOUS, which is the one before it')
  if (values.PUBLIC_URL?.startsWith('https:') && !values.TRUST_PROXY) {
    faults.push(
      'TRUST_PROXY: required with an https PUBLIC_URL, else no Secure cookie is set (number of proxies, or their addresses)',
    )
  }
  if (!demo && !values.PUBLIC_URL?.startsWith('https:') && !isLoopbackUrl(values.PUBLIC_URL)) {
    faults.push('PUBLIC_URL: an https address is required in live mode (or a loopback one, to try it on this machine)')
  }
  return faults
}

/**
 * The stand-ins' mailbox, card outcomes and clock are open to everyone who can reach them, so reaching them from
 * elsewhere must be intended (D182).
 */
function findExposure({ HOST, PUBLIC_URL, TRUST_PROXY, OWN_BALANCER }: Environment, missing: string[]): string[] {
  const why = `stand-ins are in use (${missing.join(', ')} missing)`
  const way = 'set the keys, or STANDINS=demo on purpose'
  const faults: string[] = []
  if (!isLoopback(HOST)) faults.push(`HOST: ${why}, so only loopback is allowed; ${way}`)
  if (PUBLIC_URL && !isLoopbackUrl(PUBLIC_URL)) faults.push(`PUBLIC_URL: ${why}, so only loopback is allowed; ${way}`)
  if (TRUST_PROXY && TRUST_PROXY !== 'false' && !OWN_BALANCER) {
    faults.push(`TRUST_PROXY: ${why}, so no proxy may stand in front; ${way}`)
  }
  return faults
}

function isLoopbackUrl(address: string | undefined): boolean {
  return address !== undefined && isLoopback(new URL(address).hostname)
}

/** Returns the missing keys of outside services, each of which a stand-in replaces. */
export function missingKeys(values: Environment): string[] {
  return (['STRIPE_SECRET_KEY', 'ELEVENLABS_API_KEY', 'SMTP_URL'] as const).filter((key) => !values[key])
}
