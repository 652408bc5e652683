import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import { readConfig } from '#server/config.ts'
import { hashCheaply } from '#server/identity/sign-in/password-hash.ts'
import { createLog } from '#server/log.ts'
import { type RunningServer, startServer } from '#server/main.ts'
import { priceDefinitions } from '#server/seed/prices.ts'
import type { Services } from '#server/conversations/services.ts'
import { type Standins, startStandins } from '@luna/control/start.ts'
import { TestClient } from './client.ts'
import { recordMailOrder } from './mail-order.ts'
import { createTestClock, type TestClock } from './test-clock.ts'

/** A whole Luna: database, stand-ins and server. */
export interface World {
  url: string
  services: Services
  clock: TestClock
  standins: Standins
  server: RunningServer
  /** Reads and changes rows directly, as the owner of the database. */
  sql<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  databaseUrl: string
  /** Where the server writes its log, a JSON object per line. */
  logFile: string
  /** A browser without cookies. */
  visitor(): TestClient
  /** Sets the stand-ins' switches. */
  control(switches: object): Promise<void>
  close(): Promise<void>
}

hashCheaply()

/** Pages of tests are on this machine. */
const atHome = { appUrl: 'http://127.0.0.1:9', mayReach: () => true }
let count = 0

/** Opens a world that the caller closes. */
export async function openWorld(env: Record<string, string> = {}): Promise<World> {
  const name = `world_${process.pid}_${++count}`
  const databaseUrl = await copyTemplate(name)
  const directory = fs.mkdtempSync(path.join(inject('runDirectory'), `${name}-`))
  const standins = await startStandins({ directory: path.join(directory, 'standins'), ...atHome })
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: databaseUrl,
    DATA_DIR: path.join(directory, 'data'),
    STANDINS_URL: standins.url,
    STANDINS_SMTP_PORT: String(standins.smtpPort),
    STANDINS_WEBHOOK_SECRET: standins.stripeWebhookSecret,
    STANDINS_VOICE_WEBHOOK_SECRET: standins.elevenLabsWebhookSecret,
    RATE_LIMIT_FACTOR: '100',
    // Reading aloud takes computing that few tests need.
    AGENT_SOUNDS: 'off',
    ...env,
  })
  const logFile = path.join(directory, 'server.log')
  // The product's own log, at its most verbose; after the run it is searched for what it must not hold.
  const log = createLog('trace', logFile)
  const clock = createTestClock()
  // A copy, because tests may change it.
  const server = await startServer(
    { ...config },
    {
      log,
      clock,
      // The time of day must not bring the upkeep into a test.
      isHourly: false,
      prepare: (services) => services.payments.ensurePrices(priceDefinitions()),
    },
  )
  const url = `http://127.0.0.1:${server.port}`
  standins.setAppUrl(url)
  await post(`${standins.url}/control.json`, lateRecords)
  const owner = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  await recordMailOrder(owner)
  const answersFile = path.join(directory, 'answers.log')
  return {
    url,
    services: server.services,
    clock,
    standins,
    server,
    databaseUrl,
    logFile,
    sql: async (text, values) => (await owner.query(text, values)).rows,
    visitor: () => new TestClient(url, answersFile),
    control: (switches) => post(`${url}/standins/control.json`, switches),
    close: async () => {
      await server.stop()
      await standins.close()
      await owner.end()
    },
  }
}

/** The provider does not know the tests' clock, so its records stay unfinished unless a test needs them. */
export const lateRecords = { voiceService: { processingSeconds: 86_400 } }

async function post(address: string, body: object): Promise<void> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
}

/** Creates a fresh migrated database of that name. Returns its address. */
export async function copyTemplate(name: string): Promise<string> {
  const base = inject('databaseUrl')
  const client = new pg.Client({ connectionString: base })
  await client.connect()
  // Copying files takes half the time of the default, which writes every page to the log.
  await client.query(`create database ${name} template luna_template strategy file_copy`)
  await client.end()
  return base.replace(/\/postgres$/, `/${name}`)
}
