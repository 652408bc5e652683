import os from 'node:os'
import pg from 'pg'
import { untilAtRest } from '../scripts/running/at-rest.mjs'
import { buildWebIfStale } from '../scripts/running/build.mjs'
import { benchAdmin } from './admin.ts'
import { benchAnswers } from './answers.ts'
import { benchArrival } from './arrival.ts'
import { benchFrames } from './frames.ts'
import { benchGateway } from './gateway.ts'
import { benchHttp } from './http.ts'
import { benchKnowledge } from './knowledge.ts'
import { benchLedger } from './ledger.ts'
import { benchMachines } from './machines.ts'
import { benchOverview } from './overview.ts'
import { signIn, startLuna } from './people.ts'
import { benchRecap } from './recap.ts'
import { describeLoad, print, printComparison, printTable } from './report.ts'
import { benchScale } from './scale.ts'
import { benchStarts } from './starts.ts'
import { benchVoiceClients } from './voice-clients.ts'
import { benchVoice } from './voice.ts'
import { benchWeight } from './weight.ts'

/**
 * Starts a durable Luna of its own and prints every figure next to its reference from the same run, at the end all in
 * one table: all parts, or those named (weight, voice, clients, frames, arrival, http, knowledge, recap, gateway,
 * ledger, answers, admin, overview, machines, scale). Numbers say how many people talk at once in `gateway` and
 * `machines`, and which part of a million people `scale` is filled with: 10, a tenth, unless given.
 */
const words = process.argv.slice(2)
const counts = words.map(Number).filter(Boolean)
const parts = words.filter((word) => !Number(word))
const isOnly = (part: string) => parts.length === 1 && parts[0] === part
const isWanted = (part: string) => parts.length === 0 || parts.includes(part)

await buildWebIfStale()
if (isWanted('weight')) print('What screens load, compressed', benchWeight())
const { url, databaseUrl, env, stopServer, stop } = await startLuna()
const owner = new pg.Client({ connectionString: databaseUrl })
await owner.connect()
try {
  console.log(`${os.cpus().length} cores, ${describeLoad()}, Node ${process.version}`)
  // Agents' sounds are made in the first half minute and would take the processor from what is measured.
  if (['voice', 'clients', 'frames'].some(isWanted)) await untilAtRest(databaseUrl)
  if (isWanted('voice')) {
    const starts = await benchStarts(url, owner)
    print('A conversation through the whole product, in Chromium', [...starts, ...(await benchVoice(url))])
  }
  if (isWanted('clients')) {
    printComparison("Our voice engine and the provider's client, in Chromium", await benchVoiceClients())
  }
  if (isWanted('frames')) print('The night room on a slow phone', await benchFrames(url))
  if (isWanted('arrival')) print('From the document to skeleton and content on a slow phone', await benchArrival(url))
  if (isWanted('http')) {
    const ana = 'ana@luna.test'
    print('Authenticated read', await benchHttp(url, await signIn(url, ana), databaseUrl, ana))
  }
  if (isWanted('knowledge')) {
    print('Documents of agents', await benchKnowledge(url, await signIn(url, 'admin@luna.test'), owner))
  }
  if (isWanted('recap')) print('What conversations leave', await benchRecap(url, env.STANDINS_URL ?? '', owner))
  if (isWanted('gateway')) print('Conversations through one process', await benchGateway(env, owner, counts))
  // Last, and without a server: its bookings have no payments, which the hourly check of the books would report.
  await stopServer()
  if (isWanted('ledger')) print('Ledger, 8 clients', await benchLedger(databaseUrl, owner))
} finally {
  await owner.end()
  await stop()
}
if (isWanted('answers')) print('What the longest answers take of the processor', await benchAnswers())
if (isWanted('admin')) print('Admin lists on a grown platform', await benchAdmin())
if (isWanted('overview')) print("The owner's figures against sums by hand", await benchOverview())
if (isWanted('machines')) print('Several machines', await benchMachines(counts[0]))
if (isWanted('scale')) {
  const part = isOnly('scale') ? (counts[0] ?? 10) : 10
  print(`Every read at 1/${part} of a million people and 20 million conversations`, await benchScale(part))
}
printTable()
process.exit(0)
