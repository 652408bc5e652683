// A whole product that lives as long as a script examines it from outside, with data of its own that is deleted with
// it.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from './free-port.mjs'
import { startServerProcess } from './processes.mjs'
import { startSurroundings } from './product.mjs'

/**
 * Starts it on a free port, or on PORT. Resolves with its address, its database's, its server's variables, `stop()`, and
 * `stopServer()`, after which nothing checks what is written to the database.
 */
export async function startTemporaryProduct(name, given = {}) {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), `luna-${name}-`))
  // PostgreSQL may run as another user, who must reach its folder.
  fs.chmodSync(directory, 0o755)
  const port = process.env.PORT || String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const stops = [() => fs.promises.rm(directory, { recursive: true, force: true })]
  const stop = async () => {
    for (const one of stops) await one()
  }
  try {
    const surroundings = await startSurroundings({ dataDirectory: directory, appUrl: url })
    stops.unshift(surroundings.stop)
    const env = { ...surroundings.env, DATA_DIR: directory, LOG_LEVEL: 'warn', ...given }
    const server = await startServerProcess({ env: { ...env, PORT: port } })
    stops.unshift(server.stop)
    const databaseUrl = surroundings.env.DATABASE_URL ?? process.env.DATABASE_URL ?? ''
    return { url, databaseUrl, env, stop, stopServer: server.stop }
  } catch (error) {
    await stop()
    throw error
  }
}
