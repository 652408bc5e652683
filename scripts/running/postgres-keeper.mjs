// Keeps one PostgreSQL alive. It runs in a session of its own, so Ctrl-C does not stop the database before the server
// has drained, and it stops the database when the process that started it is gone.
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.mjs'

const recoveryLimitMs = 60_000
const startLimitMs = 60_000
const drainLimitMs = 20_000

process.once('message', (options) => {
  keep(options).catch((error) => {
    if (process.connected) process.send({ failed: error.message })
    process.exit(1)
  })
})

async function keep({ binary, cluster, owner, logFile, durable }) {
  await stopPredecessor(cluster)
  const port = await freePort()
  const args = [
    '-D',
    cluster,
    ...Object.entries(settingsOf(port, durable)).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  const log = fs.openSync(logFile, 'a')
  const database = { cluster, binary, args, owner, log, port, server: null, isUp: false, isStopping: false }
  listen(database)
  await launch(database)
  if (process.connected) process.send({ ready: true, port })
  else stop(database, 'SIGINT')
}

function settingsOf(port, durable) {
  return {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements may hold personal data, and the application logs its own faults.
    log_statement: 'none',
    log_min_error_statement: 'panic',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
    // Databases of tests are copies; the system copies them faster than PostgreSQL.
    file_copy_method: durable ? 'copy' : 'clone',
  }
}

/** Stops the database on request, or when the process that started it is gone. */
function listen(database) {
  process.on('message', (message) => message.stop && stop(database, 'SIGINT'))
  // The server may still be settling conversations, so wait for its connections to end first.
  process.on('disconnect', () => {
    stop(database, 'SIGTERM')
    setTimeout(() => stop(database, 'SIGINT'), drainLimitMs).unref()
  })
  process.on('SIGTERM', () => stop(database, 'SIGINT'))
}

/** Starts the database and waits until it accepts connections. One that was up before is restarted when it dies. */
async function launch(database) {
  const { binary, args, owner, log, port } = database
  let exited = false
  database.server = spawn(binary, args, {
    ...owner,
    cwd: '/',
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  })
  database.server.once('exit', () => {
    exited = true
    // A database that was killed while working comes back on the same port; one that cannot start at all never would.
    if (database.isStopping || !database.isUp) process.exit(database.isStopping ? 0 : 1)
    database.isUp = false
    relaunch(database).catch(() => process.exit(1))
  })
  await untilAccepting(port, () => exited)
  database.isUp = !exited
}

async function relaunch(database) {
  await stopPredecessor(database.cluster)
  if (database.isStopping) process.exit(0)
  await launch(database)
}

function stop(database, signalName) {
  database.isStopping = true
  database.server.kill(signalName)
}

/** Stops a PostgreSQL whose keeper was killed: it still owns the cluster. */
async function stopPredecessor(cluster) {
  const pidFile = path.join(cluster, 'postmaster.pid')
  const startedAt = Date.now()
  while (Date.now() - startedAt < recoveryLimitMs) {
    const pid = readPid(pidFile)
    if (pid === null || !isPostgresOn(pid, cluster)) break
    signal(pid, Date.now() - startedAt > 15_000 ? 'SIGQUIT' : 'SIGINT')
    await sleep(500)
  }
  await untilOrphansAreGone(cluster, startedAt)
  // PostgreSQL takes any process with that number for its predecessor: a dead one not yet reaped, or a stranger.
  if (process.platform === 'linux' && processesIn(cluster).length === 0) fs.rmSync(pidFile, { force: true })
}

/** Waits for backends, which survive a kill -9 of the main process for a moment and block the restart. */
async function untilOrphansAreGone(cluster, startedAt) {
  while (Date.now() - startedAt < recoveryLimitMs && process.platform === 'linux') {
    const orphans = processesIn(cluster)
    if (orphans.length === 0) return
    for (const pid of orphans) signal(pid, 'SIGQUIT')
    await sleep(300)
  }
}

function processesIn(cluster) {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => pid !== process.pid && isPostgresOn(pid, cluster))
}

function isPostgresOn(pid, cluster) {
  if (process.platform !== 'linux') {
    // The number may belong to a stranger by now, so the process must be a postgres on this data.
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return stdout.includes('postgres') && stdout.includes(cluster)
  }
  try {
    return (
      fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(cluster) &&
      /(^|\/)postgres/.test(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    )
  } catch {
    return false
  }
}

function readPid(file) {
  try {
    return Number(fs.readFileSync(file, 'utf8').split('\n')[0]) || null
  } catch {
    return null
  }
}

function signal(pid, name) {
  try {
    process.kill(pid, name)
    return true
  } catch {
    return false
  }
}

async function untilAccepting(port, hasExited) {
  const startedAt = Date.now()
  while (!hasExited()) {
    if (Date.now() - startedAt > startLimitMs) throw new Error('PostgreSQL did not start within a minute.')
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'luna', database: 'postgres' })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      // A request for a password means that it answers.
      if (/password|SASL|authentication/i.test(error.message)) return
      await sleep(100)
    }
  }
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
