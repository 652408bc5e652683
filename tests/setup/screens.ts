import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { prepareChromium } from '../../scripts/lib/chromium.mjs'
import { startSurroundings } from '../../scripts/lib/product.mjs'
import { startProcess } from '../../scripts/lib/processes.mjs'

/** Starts a whole Luna with its demo people for the screens; its address goes to the tests by the environment. */
export default async function setup(): Promise<() => Promise<void>> {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-screens-'))
  fs.chmodSync(directory, 0o755)
  const port = String(await freePort())
  const surroundings = await startSurroundings({ dataDirectory: directory, appUrl: `http://127.0.0.1:${port}` })
  const runDirectory = process.env.LUNA_RUN_DIRECTORY ?? directory
  const logDirectory = path.join(runDirectory, 'screens')
  fs.mkdirSync(logDirectory, { recursive: true })
  const server = await startProcess('server/main.ts', {
    env: {
      ...surroundings.env,
      PORT: port,
      DATA_DIR: directory,
      RATE_LIMIT_FACTOR: '100',
      LOG_LEVEL: 'debug',
      LOG_FILE: path.join(logDirectory, 'server.log'),
    },
  })
  const chromium = await prepareChromium()
  process.env.LUNA_URL = `http://127.0.0.1:${port}`
  process.env.LUNA_DATABASE_URL = surroundings.env.DATABASE_URL
  process.env.LUNA_CHROMIUM = JSON.stringify(chromium)
  return async () => {
    await server.stop()
    await surroundings.stop()
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

async function freePort(): Promise<number> {
  const { createServer } = await import('node:net')
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
