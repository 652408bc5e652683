import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { startStandins } from './start.ts'

const portNumber = z.pipe(z.coerce.number(), z.int().check(z.minimum(0), z.maximum(65_535)))

const schema = z.object({
  /** Port of the HTTP stand-ins; 0 takes a free one. */
  STANDINS_PORT: z._default(portNumber, 0),
  /** Port of the mail stand-in; 0 takes a free one. */
  STANDINS_SMTP_PORT: z._default(portNumber, 0),
  /** Folder of the stand-ins' files. */
  STANDINS_DIR: z._default(z.string(), '.data/standins'),
  /** Address of the server that receives the webhooks. */
  APP_URL: z._default(z.url(), 'http://127.0.0.1:3000'),
})

/** Returns the settings of this process from the environment. Throws one error that names every wrong variable. */
function readConfig(): Parameters<typeof startStandins>[0] {
  const parsed = schema.safeParse(process.env)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`Wrong environment for the stand-ins: ${faults.join('; ')}`)
  }
  const { STANDINS_PORT, STANDINS_SMTP_PORT, STANDINS_DIR, APP_URL } = parsed.data
  return { port: STANDINS_PORT, smtpPort: STANDINS_SMTP_PORT, directory: resolve(STANDINS_DIR), appUrl: APP_URL }
}

const standins = await startStandins(readConfig())

let closing = false
async function close(): Promise<void> {
  if (closing) return
  closing = true
  await standins.close()
  process.exit(0)
}
process.on('SIGTERM', () => void close())
process.on('SIGINT', () => void close())
// The parent is gone, so nothing else would stop this process.
process.on('disconnect', () => void close())

const { elevenLabsWebhookSecret, port, smtpPort, stripeWebhookSecret } = standins
process.send?.({ ready: true, port, smtpPort, stripeWebhookSecret, elevenLabsWebhookSecret })
