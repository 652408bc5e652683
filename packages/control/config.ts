import { resolve } from 'node:path'
import * as z from 'zod/mini'

const port = z.pipe(z.coerce.number(), z.int().check(z.minimum(0), z.maximum(65_535)))

const schema = z.object({
  /** Port of the HTTP stand-ins; 0 takes a free one. */
  STANDINS_PORT: z._default(port, 0),
  /** Port of the mail stand-in; 0 takes a free one. */
  STANDINS_SMTP_PORT: z._default(port, 0),
  /** Folder of the stand-ins' files. */
  STANDINS_DIR: z._default(z.string(), '.data/standins'),
  /** Address of the server that receives the webhooks. */
  APP_URL: z._default(z.url(), 'http://127.0.0.1:3000'),
})

type StandinsConfig = { port: number; smtpPort: number; directory: string; appUrl: string }

/** Returns the stand-in process's settings from the environment. Throws one error that names every wrong variable. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): StandinsConfig {
  const parsed = schema.safeParse(env)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`Wrong environment for the stand-ins: ${faults.join('; ')}`)
  }
  const { STANDINS_PORT, STANDINS_SMTP_PORT, STANDINS_DIR, APP_URL } = parsed.data
  return { port: STANDINS_PORT, smtpPort: STANDINS_SMTP_PORT, directory: resolve(STANDINS_DIR), appUrl: APP_URL }
}
