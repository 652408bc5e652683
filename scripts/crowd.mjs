// npm run crowd: fills a throw-away installation with 10,000 people, 2,000 organizations, 500 agents and 200,000
// conversations: DATA_DIR=/tmp/crowd npm run crowd, then DATA_DIR=/tmp/crowd npm start. None of them has paid, and none
// can sign in. Refuses a live database, and one with real people.
import { bootstrap } from './running/bootstrap.mjs'

await bootstrap()
const { runFile } = await import('./running/command.mjs')
const { startServerProcess } = await import('./running/processes.mjs')
const { takeDataDirectory, dataDirectory, runningEnv, startSurroundings } = await import('./running/product.mjs')

if (!process.env.DATA_DIR) {
  console.error('Set DATA_DIR to the folder of an installation that may be thrown away, such as /tmp/crowd.')
  process.exit(1)
}
const stops = []
let code = 1
try {
  const DATABASE_URL = await findDatabase(dataDirectory())
  console.log('Filling, which takes about a minute ...')
  code = runFile('bench/crowd/fill.ts', [], { DATABASE_URL })
} finally {
  for (const stop of stops) await stop()
}
process.exit(code)

/** Returns the database of a running installation, or starts one for the duration of this command. */
async function findDatabase(directory) {
  const running = runningEnv(directory)
  if (running) return running.DATABASE_URL
  stops.unshift(takeDataDirectory(directory))
  const surroundings = await startSurroundings({ dataDirectory: directory, appUrl: 'http://127.0.0.1' })
  stops.unshift(surroundings.stop)
  const env = { ...surroundings.env, PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'error' }
  const server = await startServerProcess({ env })
  stops.unshift(server.stop)
  return surroundings.env.DATABASE_URL ?? process.env.DATABASE_URL
}
