// npm start: installs and builds what is missing, starts PostgreSQL, the stand-ins and the server, and stops them in
// order: server drained, stand-ins, PostgreSQL. With the word `cluster`: several servers behind a balancer.
import { bootstrap } from './running/bootstrap.mjs'

await bootstrap({ needs: 'product' })
const fs = await import('node:fs')
const os = await import('node:os')
const path = await import('node:path')
const { buildWebIfStale } = await import('./running/build.mjs')
const { takeDataDirectory, dataDirectory, readEnvFile, startSurroundings } = await import('./running/product.mjs')
const { startCluster } = await import('./running/cluster.mjs')
const { startServerProcess } = await import('./running/processes.mjs')

readEnvFile()

const port = process.env.PORT || '3000'
const host = process.env.HOST || '127.0.0.1'
const isCluster = process.argv[2] === 'cluster'
const stops = []
let isStopping = false

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop(0))
// The process that ran this script under another Node is gone.
process.on('disconnect', () => void stop(0))

try {
  await start()
} catch (error) {
  if (!isStopping) console.error(error.message)
  await stop(1)
}

async function start() {
  await buildWebIfStale()
  const directory = dataDirectory()
  stops.unshift(takeDataDirectory(directory))
  const appUrl = `http://127.0.0.1:${port}`
  const surroundings = await startSurroundings({ dataDirectory: directory, appUrl })
  stops.unshift(surroundings.stop)
  if (isStopping) return
  stops.unshift(noteServerEnv(directory, surroundings.env))
  const env = { ...surroundings.env, DATA_DIR: directory }
  const actualPort = isCluster ? await startServers(env) : await startServer(env)
  greet(actualPort, Boolean(surroundings.env.STANDINS_URL))
}

async function startServer(env) {
  const server = await startServerProcess({ env: { ...env, PORT: port } })
  stops.unshift(server.stop)
  server.child.once('exit', (code) => {
    if (isStopping) return
    console.error(`The server ended unexpectedly (exit code ${code}).`)
    void stop(1)
  })
  return server.port
}

/**
 * Starts as many servers as SERVERS says, otherwise one per core. SIGUSR2 replaces each with the code as it is then.
 */
async function startServers(env) {
  const count = Number(process.env.SERVERS) || os.availableParallelism()
  const cluster = await startCluster({ count, host, port, env })
  stops.unshift(cluster.stop)
  process.on('SIGUSR2', () => {
    console.log('Replacing the servers, one after the other.')
    cluster.roll().then(
      () => console.log('The new servers answer; the old ones end when nobody talks there any more.'),
      (error) => console.error(`The old servers go on: ${error.message}`),
    )
  })
  console.log(`${count} servers share the work.`)
  return cluster.port
}

/** Writes for `npm run admin` where the database and the stand-ins listen; readable only by this account. */
function noteServerEnv(directory, env) {
  const file = path.join(directory, 'server-env.json')
  fs.writeFileSync(file, JSON.stringify(env), { mode: 0o600 })
  return () => fs.rmSync(file, { force: true })
}

function greet(actualPort, isDemo) {
  const address = process.env.PUBLIC_URL || `http://${host === '127.0.0.1' ? 'localhost' : host}:${actualPort}`
  console.log(`\nLuna is ready: ${address}`)
  if (isDemo) {
    console.log(`
Demo mode: payments, voice and mail are stand-ins on this machine. Sign in with password luna-demo-1 as
  ana@luna.test     individual, active, 150 minutes
  new@luna.test     registered, has not paid yet
  admin@luna.test   platform admin
  owner@acme.test   organization admin of Acme Consulting, 500 minutes in its pool
  member@acme.test  its member
Test card 4242 4242 4242 4242, any future date, any code. Mails: ${address}/standins/mailbox
Switches for faults and time: ${address}/standins/control`)
  }
  console.log('\nCtrl-C stops everything.')
}

async function stop(code) {
  if (isStopping) return
  isStopping = true
  for (const one of stops) await one()
  process.exit(code)
}
