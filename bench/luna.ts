import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startServerProcess } from '../scripts/running/processes.mjs'
import { startSurroundings } from '../scripts/running/product.mjs'

export interface BenchedLuna {
  url: string
  databaseUrl: string
  /** The server's environment, without the port. */
  env: Record<string, string>
  /** Stops only its server, so that nothing checks what is written to the database from then on. */
  stopServer: () => Promise<void>
  stop: () => Promise<void>
}

/** Starts a durable Luna of its own, with the demo people and without limits. */
export async function startLuna(): Promise<BenchedLuna> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-bench-'))
  fs.chmodSync(directory, 0o755)
  const port = process.env.PORT ?? '3190'
  const url = `http://127.0.0.1:${port}`
  const surroundings = await startSurroundings({ dataDirectory: directory, appUrl: url })
  const env = { ...surroundings.env, DATA_DIR: directory, RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn' }
  const server = await startServerProcess({ env: { ...env, PORT: port } })
  return {
    url,
    env,
    databaseUrl: surroundings.env.DATABASE_URL ?? '',
    stopServer: server.stop,
    stop: async () => {
      await server.stop()
      await surroundings.stop()
      fs.rmSync(directory, { recursive: true, force: true })
    },
  }
}
