import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { type Environment, listFaults, missingKeys, readEnvironment, url } from './environment.ts'

/** The only reader of the environment. Reports every fault at once. */

export interface Config {
  port: number
  host: string
  /** The address that people use, without a trailing slash; null means the host of each request. */
  publicUrl: string | null
  /** Addresses of the proxies whose forwarded headers count, or how many of them stand in front. */
  trustProxy: boolean | string | ((address: string, hop: number) => boolean)
  /** A process for `voice` does no background work, and one for `pages` carries no conversation. */
  serve: Environment['SERVE']
  dataDirectory: string
  databaseUrl: string
  /** A streaming replica for long reads; null means that the primary answers them. */
  databaseReadUrl: string | null
  sessionSecret: string
  /** The secret before the current one, during a rotation: what it signed and encrypted stays valid. */
  previousSessionSecret: string | null
  /** Where security researchers write; null means our page /contact. */
  securityContact: string | null
  /** The token for reading /metrics; null means that only stand-in installations answer, and only to loopback. */
  metricsToken: string | null
  stripe: {
    mode: 'standin' | 'stripe'
    secretKey: string
    publishableKey: string
    webhookSecrets: string[]
    /** Null means Stripe's own. */
    address: { host: string; port: number } | null
  }
  voice: {
    mode: 'standin' | 'elevenlabs'
    apiKey: string
    baseUrl: string
    /** When empty, webhooks are refused and records are only requested. */
    webhookSecrets: string[]
  }
  mail: { mode: 'standin' | 'smtp'; url: string; from: string }
  /** Whether the words of agents are read aloud beforehand, which takes characters of the voice provider's plan. */
  makesSounds: boolean
  /** Address of the stand-in process when at least one stand-in is in use. */
  standinsUrl: string | null
  /** Whether any stand-in is in use. */
  demo: boolean
  /** Whether machines other than this one may reach the stand-ins (D182). */
  standinsForAll: boolean
  /** Whether all three services are stand-ins, because only then demo people exist. */
  demoPeople: boolean
  /** Multiplies every rate limit; 1 in live mode. */
  rateLimitFactor: number
  /** Where traces go; null means that none are made. */
  tracing: {
    endpoint: string
    /** Sent with every export; may hold a key. */
    headers: Record<string, string>
    serviceName: string
    sampler: Environment['OTEL_TRACES_SAMPLER']
    /** The share of traces that a ratio sampler keeps. */
    samplerArg: number
  } | null
  logLevel: Environment['LOG_LEVEL']
  /** Null means standard output. */
  logFile: string | null
}

/** Returns the checked environment. Throws one error that lists every fault. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const { config, faults } = inspectConfig(env)
  if (!config) throw new Error(listFaults(faults))
  return config
}

/** The addresses and keys of everything outside. */
export type Reachable = Pick<Config, 'databaseUrl' | 'databaseReadUrl' | 'stripe' | 'voice' | 'mail'>

/** Returns the checked environment with its faults; with one, `config` is null and `reachable` may be malformed. */
export function inspectConfig(env: NodeJS.ProcessEnv = process.env): {
  config: Config | null
  reachable: Reachable
  faults: string[]
} {
  const { values, faults } = readEnvironment(env)
  return { config: faults.length === 0 ? toConfig(values) : null, reachable: toReachable(values), faults }
}

/** Returns only the database's address, for commands that need nothing else. */
export function readDatabaseUrl(env: NodeJS.ProcessEnv = process.env): string {
  if (!env['DATABASE_URL']) throw new Error('DATABASE_URL is missing')
  return env['DATABASE_URL']
}

/** Returns what setting up a Stripe account needs: its key, and the address to which it sends events. */
export function readStripeSetup(env: NodeJS.ProcessEnv = process.env): { secretKey: string; publicUrl: string } {
  const { STRIPE_SECRET_KEY: secretKey = '', PUBLIC_URL: publicUrl = '' } = env
  const faults: string[] = []
  if (!secretKey) faults.push('STRIPE_SECRET_KEY: missing')
  if (!url.safeParse(publicUrl).success) faults.push('PUBLIC_URL: missing, or not an address')
  else if (!publicUrl.startsWith('https:')) faults.push('PUBLIC_URL: Stripe sends events to https only')
  if (faults.length > 0) throw new Error(listFaults(faults))
  return { secretKey, publicUrl: publicUrl.replace(/\/+$/, '') }
}

function toConfig(values: Environment): Config {
  const missing = missingKeys(values)
  const demo = missing.length > 0
  const dataDirectory = path.resolve(values.DATA_DIR)
  const standins = values.STANDINS_URL ?? null
  return Object.freeze({
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, '') ?? null,
    trustProxy: trustedProxies(values.TRUST_PROXY),
    serve: values.SERVE,
    dataDirectory,
    ...toReachable(values),
    sessionSecret: values.SESSION_SECRET ?? keptSecret(dataDirectory),
    previousSessionSecret: values.SESSION_SECRET_PREVIOUS ?? null,
    securityContact: values.SECURITY_CONTACT ?? null,
    metricsToken: values.METRICS_TOKEN ?? null,
    makesSounds: values.AGENT_SOUNDS === 'on',
    standinsUrl: demo ? standins : null,
    demo,
    standinsForAll: values.STANDINS === 'demo',
    demoPeople: missing.length === 3,
    rateLimitFactor: demo ? values.RATE_LIMIT_FACTOR : 1,
    tracing: tracingConfig(values),
    logLevel: values.LOG_LEVEL,
    logFile: values.LOG_FILE ?? null,
  })
}

function toReachable(values: Environment): Reachable {
  return {
    databaseUrl: values.DATABASE_URL ?? '',
    databaseReadUrl: values.DATABASE_READ_URL ?? null,
    stripe: stripeConfig(values),
    voice: voiceConfig(values),
    mail: values.SMTP_URL
      ? { mode: 'smtp', url: values.SMTP_URL, from: values.MAIL_FROM }
      : { mode: 'standin', url: `smtp://127.0.0.1:${values.STANDINS_SMTP_PORT ?? 0}`, from: values.MAIL_FROM },
  }
}

function stripeConfig(values: Environment): Config['stripe'] {
  if (values.STRIPE_SECRET_KEY) {
    return {
      mode: 'stripe',
      secretKey: values.STRIPE_SECRET_KEY,
      publishableKey: values.STRIPE_PUBLISHABLE_KEY ?? '',
      webhookSecrets: readSecrets(values.STRIPE_WEBHOOK_SECRET),
      address: null,
    }
  }
  const address = values.STANDINS_URL ? new URL(values.STANDINS_URL) : null
  return {
    mode: 'standin',
    secretKey: 'sk_test_sandbox',
    publishableKey: 'pk_test_sandbox',
    webhookSecrets: [values.STANDINS_WEBHOOK_SECRET ?? randomBytes(24).toString('hex')],
    address: address && { host: address.hostname, port: Number(address.port) },
  }
}

function voiceConfig(values: Environment): Config['voice'] {
  if (values.ELEVENLABS_API_KEY) {
    return {
      mode: 'elevenlabs',
      apiKey: values.ELEVENLABS_API_KEY,
      baseUrl: values.ELEVENLABS_BASE_URL ?? 'https://api.elevenlabs.io',
      webhookSecrets: readSecrets(values.ELEVENLABS_WEBHOOK_SECRET),
    }
  }
  const webhookSecrets = readSecrets(values.STANDINS_VOICE_WEBHOOK_SECRET)
  return { mode: 'standin', apiKey: 'xi_standin', baseUrl: values.STANDINS_URL ?? '', webhookSecrets }
}

function tracingConfig(values: Environment): Config['tracing'] {
  if (!values.OTEL_EXPORTER_OTLP_ENDPOINT) return null
  return {
    endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT,
    headers: readHeaders(values.OTEL_EXPORTER_OTLP_HEADERS),
    serviceName: values.OTEL_SERVICE_NAME,
    sampler: values.OTEL_TRACES_SAMPLER,
    samplerArg: values.OTEL_TRACES_SAMPLER_ARG,
  }
}

/** Reads `key=value` pairs with commas between them, percent-encoded as OpenTelemetry specifies. */
function readHeaders(value = ''): Record<string, string> {
  const pairs = value.split(',').flatMap((pair) => {
    const at = pair.indexOf('=')
    return at > 0 ? [[pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim())]] : []
  })
  return Object.fromEntries(pairs) as Record<string, string>
}

/** Splits secrets at commas, for rotation. An empty one is refused: it would verify what anybody can sign. */
function readSecrets(value = ''): string[] {
  return value
    .split(',')
    .map((secret) => secret.trim())
    .filter((secret) => secret !== '')
}

function trustedProxies(value: string | undefined): Config['trustProxy'] {
  if (value === undefined || value === 'false') return false
  if (!/^\d+$/.test(value)) return value
  return (_address, hop) => hop < Number(value)
}

/**
 * Creates the secret of a stand-in installation without SESSION_SECRET once, so that restarts keep people signed in.
 */
function keptSecret(directory: string): string {
  const file = path.join(directory, 'session-secret')
  fs.mkdirSync(directory, { recursive: true })
  if (!fs.existsSync(file)) fs.writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600 })
  return fs.readFileSync(file, 'utf8').trim()
}
