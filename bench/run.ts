import os from 'node:os'
import path from 'node:path'
import fs from 'node:fs'
import pg from 'pg'
import { startProcess } from '../scripts/lib/processes.mjs'
import { startSurroundings } from '../scripts/lib/product.mjs'
import { benchGateway } from './gateway.ts'
import { benchHttp } from './http.ts'
import { benchLedger } from './ledger.ts'
import { print } from './report.ts'
import { benchVoice } from './voice.ts'

/**
 * Starts a durable Luna of its own and prints every figure beside its reference from the same run; all parts, or those
 * that are named (voice, http, ledger, gateway). Numbers are how many talk at once in `gateway`.
 */
const parts = process.argv.slice(2).filter((word) => !/^\d+$/.test(word))
const talks = process.argv.slice(2).map(Number).filter(Boolean)
const isWanted = (part: string) => parts.length === 0 || parts.includes(part)
const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-bench-'))
fs.chmodSync(directory, 0o755)
const port = process.env.PORT ?? '3190'
const url = `http://127.0.0.1:${port}`
const surroundings = await startSurroundings({ dataDirectory: directory, appUrl: url })
const databaseUrl = surroundings.env.DATABASE_URL ?? ''
const env = { ...surroundings.env, DATA_DIR: directory, RATE_LIMIT_FACTOR: '100000', LOG_LEVEL: 'warn' }
const server = await startProcess('server/main.ts', { env: { ...env, PORT: port } })
const owner = new pg.Client({ connectionString: databaseUrl })
await owner.connect()
try {
  console.log(`${os.cpus().length} cores, load ${os.loadavg()[0]?.toFixed(1)}, Node ${process.version}`)
  if (isWanted('voice')) print('Browser to voice and back, in Chromium', await benchVoice(url))
  if (isWanted('http')) {
    const { cookie, userId } = await signIn()
    print('Authenticated read', await benchHttp(url, cookie, databaseUrl, userId))
  }
  if (isWanted('ledger')) print('Ledger, 8 clients', await benchLedger(databaseUrl, owner))
  if (isWanted('gateway')) print('Conversations through one process', await benchGateway(env, owner, talks))
  console.log(`\nload at the end ${os.loadavg()[0]?.toFixed(1)}`)
} finally {
  await owner.end()
  await server.stop()
  await surroundings.stop()
  fs.rmSync(directory, { recursive: true, force: true })
}
process.exit(0)

async function signIn(): Promise<{ cookie: string; userId: string }> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ana@luna.test', password: 'luna-demo-1' }),
  })
  const { id } = (await response.json()) as { id: string }
  return {
    cookie: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
    userId: id,
  }
}
