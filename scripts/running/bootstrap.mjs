// Makes a fresh clone runnable: installs what the lockfile names and continues under Node 24. Plain JavaScript for Node
// 20, because it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { withLock } from './lock.mjs'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')
const stampFile = path.join(root, 'node_modules', '.luna-installed')
const requiredMajor = 24

/**
 * Installs if necessary, then restarts the calling script under Node 24 unless it already runs there. A script that
 * operates the product (`needs: 'product'`) works without stand-ins and tools where STANDINS is off.
 */
export async function bootstrap({ needs = 'everything' } = {}) {
  await installOnce(needs === 'product' && areStandinsOff())
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

/**
 * Returns whether enough is installed. Everything is always enough; `live ` before the hash means that stand-ins and
 * tools were left out.
 */
function isInstalled(hash, isLive) {
  const stamp = fs.existsSync(stampFile) && fs.readFileSync(stampFile, 'utf8')
  return stamp === hash || (isLive && stamp === `live ${hash}`)
}

/** Returns whether the environment, or else the file `.env`, turns stand-ins off. */
function areStandinsOff() {
  if (process.env.STANDINS) return process.env.STANDINS === 'off'
  const file = path.join(root, '.env')
  return fs.existsSync(file) && /^\s*STANDINS\s*=\s*["']?off\b/m.test(fs.readFileSync(file, 'utf8'))
}

/** Installs once. `npm start` and `npm test` may begin at the same time; one of them installs and the other waits. */
async function installOnce(isLive) {
  const hash = lockHash()
  if (isInstalled(hash, isLive)) return
  // Installing through a link would empty somebody else's folder.
  if (isLink(path.join(root, 'node_modules'))) {
    fail('node_modules is a link to packages of another package-lock.json. Install where it leads to, or remove it.')
  }
  const isDone = await withLock(
    path.join(root, '.install-lock'),
    () => isInstalled(hash, isLive) || install(hash, isLive),
  )
  if (!isDone) fail('Installing packages failed; see the messages above.')
}

function isLink(place) {
  return fs.lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

function install(hash, isLive) {
  console.log('Installing packages (once, about half a minute) ...')
  const npm = process.env.npm_execpath
  const parts = isLive ? ['--omit=dev', '--workspaces=false'] : ['--include=dev']
  const args = ['ci', ...parts, '--include=optional', '--loglevel=error']
  const result = npm
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
    : spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  if (result.status !== 0) return false
  if (!isLive) useHooks()
  fs.writeFileSync(stampFile, isLive ? `live ${hash}` : hash)
  return true
}

/** Makes git run .githooks, unless the clone has hooks of its own. A copy without git needs none. */
function useHooks() {
  const config = (...args) => spawnSync('git', ['config', ...args], { cwd: root }).status
  if (fs.existsSync(path.join(root, '.git')) && config('core.hooksPath') === 1) config('core.hooksPath', '.githooks')
}

/** Runs the same script under another Node and exits with its code. */
async function continueUnder(node) {
  const child = spawn(node, process.argv.slice(1), { stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  // Ctrl-C reaches the child by itself (same process group), which decides when everything has stopped.
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
