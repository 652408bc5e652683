// Makes a fresh clone runnable: installs what the lockfile names and continues under Node 24.
// Plain JavaScript for Node 20, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const stampFile = path.join(root, 'node_modules', '.luna-installed')
const lockDirectory = path.join(root, '.install-lock')
const requiredMajor = 24
const maxWaitMs = 15 * 60_000

/** Installs if needed, then restarts the calling script under Node 24 unless it already runs there. */
export async function bootstrap() {
  await installOnce()
  if (Number(process.versions.node.split('.')[0]) >= requiredMajor) return
  const node = path.join(root, 'node_modules', '.bin', 'node')
  if (!fs.existsSync(node)) {
    fail(
      `Luna needs Node ${requiredMajor}. This machine has ${process.version} and no prebuilt one could be installed.`,
    )
  }
  await continueUnder(node)
}

function lockHash() {
  return createHash('sha256')
    .update(fs.readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex')
}

function isInstalled(hash) {
  return fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8') === hash
}

/** `npm start` and `npm test` may begin at once: only one of them installs, the other waits. */
async function installOnce() {
  const hash = lockHash()
  if (isInstalled(hash)) return
  const startedAt = Date.now()
  while (!takeLock()) {
    if (Date.now() - startedAt > maxWaitMs)
      fail(`Another install holds ${lockDirectory}. Remove it if none is running.`)
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  try {
    if (!isInstalled(hash)) install(hash)
  } finally {
    fs.rmSync(lockDirectory, { recursive: true, force: true })
  }
}

function takeLock() {
  try {
    fs.mkdirSync(lockDirectory)
    fs.writeFileSync(path.join(lockDirectory, 'pid'), String(process.pid))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (lockIsStale()) fs.rmSync(lockDirectory, { recursive: true, force: true })
    return false
  }
}

function lockIsStale() {
  try {
    const pid = Number(fs.readFileSync(path.join(lockDirectory, 'pid'), 'utf8'))
    process.kill(pid, 0)
    return false
  } catch (error) {
    if (error.code === 'EPERM') return false
    // No pid yet: its owner is between mkdir and write, unless that was long ago.
    if (error.code === 'ENOENT') return ageMs(lockDirectory) > 10_000
    return true
  }
}

function ageMs(file) {
  try {
    return Date.now() - fs.statSync(file).mtimeMs
  } catch {
    return 0
  }
}

function install(hash) {
  console.log('Installing packages (once, about half a minute) ...')
  const npm = process.env.npm_execpath
  const args = ['ci', '--include=dev', '--include=optional', '--loglevel=error']
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (result.status !== 0) fail('Installing packages failed; see the messages above.')
  fs.writeFileSync(stampFile, hash)
}

/** Runs the same script under another Node and ends with its exit code. */
async function continueUnder(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  // Ctrl-C reaches the child by itself (same process group); it decides when all is stopped.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGTERM'))
  const code = await new Promise((resolve) => {
    child.once('exit', (exitCode, signal) => resolve(exitCode ?? (signal ? 1 : 0)))
  })
  process.exit(code)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
