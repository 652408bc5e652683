import net from 'node:net'
import * as z from 'zod/mini'
import { isLoopback } from './kernel/own-address.ts'

/** Every variable, and which of them belong together. See .env.example for what each does. */

export const url = z.url({ error: 'must be an address such as https://luna.example.com' })
const text = z.string().check(z.minLength(1))
const secret = z.string().check(z.minLength(32, { error: 'must have at least 32 characters' }))

function address(protocol: RegExp, example: string) {
  return z.url({ protocol, error: `must be an address such as ${example}` })
}

function oneOf<const Values extends readonly string[]>(values: Values) {
  return z.enum(values, { error: `must be one of ${values.join(', ')}` })
}

/** Text that begins in a certain way, as each of several between commas. */
function beginning(pattern: RegExp, error: string) {
  const parts = (value: string) => value.split(',').flatMap((part) => part.trim() || [])
  return text.check(z.refine<string>((value) => parts(value).every((part) => pattern.test(part)), { error }))
}

/** Returns whether a value is a number of proxies, their addresses, or `false`. */
function isProxies(value: string): boolean {
  if (value === 'false' || /^\d+$/.test(value)) return true
  return value.split(',').every((part) => {
    const [ip = '', bits = '0'] = part.trim().split('/')
    return /^(loopback|linklocal|uniquelocal)$/.test(ip) || (net.isIP(ip) !== 0 && /^\d{1,3}$/.test(bits))
  })
}

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

function isDecodable(value: string): boolean {
  try {
    decodeURIComponent(value)
    return true
  } catch {
    return false
  }
}

const portError = 'must be a whole number from 0 to 65535'
const shareError = 'must be a number from 0 to 1'
const factorError = 'must be a number above 0'

export const environment = z.object({
  PORT: z._default(
    z.coerce
      .number({ error: portError })
      .check(z.int(portError), z.minimum(0, portError), z.maximum(65_535, portError)),
    3000,
  ),
  HOST: z._default(text, '127.0.0.1'),
  PUBLIC_URL: z.optional(address(/^https?$/, 'https://luna.example.com')),
  TRUST_PROXY: z.optional(
    text.check(
      z.refine<string>(isProxies, { error: 'must be the number of proxies in front, their addresses, or false' }),
    ),
  ),
  SERVE: z._default(oneOf(['all', 'pages', 'voice']), 'all'),
  DATA_DIR: z._default(text, '.data'),
  DATABASE_URL: z.optional(address(/^postgres(ql)?$/, 'postgres://user:password@host:5432/luna')),
  DATABASE_READ_URL: z.optional(address(/^postgres(ql)?$/, 'postgres://user:password@replica:5432/luna')),
  SESSION_SECRET: z.optional(secret),
  SESSION_SECRET_PREVIOUS: z.optional(secret),
  SECURITY_CONTACT: z.optional(
    url.check(z.regex(/^(mailto|https|tel):/, { error: 'must begin with mailto:, https: or tel:' })),
  ),
  METRICS_TOKEN: z.optional(z.string().check(z.minLength(16, { error: 'must have at least 16 characters' }))),
  // OpenTelemetry's own names, so that its documentation applies.
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(url),
  OTEL_EXPORTER_OTLP_HEADERS: z.optional(
    text.check(z.refine<string>(isDecodable, { error: 'must be key=value pairs, percent-encoded' })),
  ),
  OTEL_SERVICE_NAME: z._default(text, 'luna'),
  OTEL_TRACES_SAMPLER: z._default(oneOf(samplers), 'parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z._default(
    z.coerce.number({ error: shareError }).check(z.minimum(0, shareError), z.maximum(1, shareError)),
    1,
  ),
  STRIPE_SECRET_KEY: z.optional(beginning(/^[rs]k_(test|live)_/, 'must begin with sk_test_ or sk_live_ (or rk_)')),
  STRIPE_PUBLISHABLE_KEY: z.optional(beginning(/^pk_(test|live)_/, 'must begin with pk_test_ or pk_live_')),
  STRIPE_WEBHOOK_SECRET: z.optional(beginning(/^whsec_/, 'must begin with whsec_, as shown at the endpoint in Stripe')),
  ELEVENLABS_API_KEY: z.optional(text),
  ELEVENLABS_BASE_URL: z.optional(url),
  ELEVENLABS_WEBHOOK_SECRET: z.optional(text),
  AGENT_SOUNDS: z._default(oneOf(['on', 'off']), 'on'),
  SMTP_URL: z.optional(address(/^smtps?$/, 'smtps://user:password@mail.example.com')),
  MAIL_FROM: z._default(text, 'Luna <hello@luna.test>'),
  STANDINS: z._default(oneOf(['auto', 'demo', 'off']), 'auto'),
  RATE_LIMIT_FACTOR: z._default(z.coerce.number({ error: factorError }).check(z.positive(factorError)), 1),
  LOG_FILE: z.optional(text),
  LOG_LEVEL: z._default(oneOf(['trace', 'debug', 'info', 'warn', 'error', 'silent']), 'info'),
  // Set by scripts/start.mjs, which starts the stand-ins.
  STANDINS_URL: z.optional(url),
  STANDINS_SMTP_PORT: z.optional(z.coerce.number()),
  STANDINS_WEBHOOK_SECRET: z.optional(text),
  STANDINS_VOICE_WEBHOOK_SECRET: z.optional(text),
  // Set by scripts/running/cluster.mjs: the trusted proxy is its own balancer, on this machine with nothing before it.
  OWN_BALANCER: z.optional(z.literal('1')),
})

export type Environment = z.output<typeof environment>

/** The variables whose services a stand-in replaces. */
const serviceKeys = ['STRIPE_SECRET_KEY', 'ELEVENLABS_API_KEY', 'SMTP_URL'] as const

export interface Reading {
  /** The variables; of malformed ones only the three keys of outside services. */
  values: Environment
  /** Everything that is wrong, each with the variable's name and what to do. */
  faults: string[]
}

/** Reads the environment. A malformed variable hides no other fault. */
export function readEnvironment(env: NodeJS.ProcessEnv): Reading {
  const filled = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = environment.safeParse(filled)
  const malformed = new Map<string, string>()
  for (const { path, message } of parsed.error?.issues ?? []) {
    const name = path.join('.')
    if (!malformed.has(name)) malformed.set(name, message)
  }
  const wellFormed = Object.fromEntries(Object.entries(filled).filter(([name]) => !malformed.has(name)))
  const values = { ...z.parse(environment, wellFormed) }
  // They are given, so no stand-in takes their place.
  for (const name of serviceKeys) if (malformed.has(name)) values[name] = filled[name]
  const faults = findFaults(values).filter((fault) => !malformed.has(fault.split(':')[0] ?? ''))
  return { values, faults: [...[...malformed].map(([name, message]) => `${name}: ${message}`), ...faults] }
}

/** Returns one message that lists every fault. */
export function listFaults(faults: string[]): string {
  return `The configuration is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`
}

/** Returns one message about services that do not work yet. */
export function listProblems(problems: string[]): string {
  const lines = problems.map((problem) => `  - ${problem}`)
  return `Luna starts without these services, and logs a warning every minute until they work:\n${lines.join('\n')}`
}

/** Returns what is missing or does not fit together. */
function findFaults(values: Environment): string[] {
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
  const [secretMode, publishableMode] = [modeOf(values.STRIPE_SECRET_KEY), modeOf(values.STRIPE_PUBLISHABLE_KEY)]
  if (secretMode && publishableMode && secretMode !== publishableMode) {
    faults.push(
      `STRIPE_PUBLISHABLE_KEY: is a key of the ${publishableMode} mode, but STRIPE_SECRET_KEY is one of the ${secretMode} mode; copy both from the same mode of one account`,
    )
  }
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

function modeOf(key: string | undefined): string | undefined {
  return /^[a-z]+_(test|live)_/.exec(key ?? '')?.[1]
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
  return serviceKeys.filter((key) => !values[key])
}
