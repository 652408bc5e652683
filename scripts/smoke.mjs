// npm run smoke: proves that a fresh clone of the last commit starts, for any user and in any folder.
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from './running/free-port.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const readyLimitMs = 5 * 60_000
const isRoot = process.getuid?.() === 0
// A person's shell does not have the variables that npm sets for its children.
const shellEnv = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))
const { LANG: _lang, LC_ALL: _all, ...bareEnv } = shellEnv

const cases = [
  { name: 'ordinary folder', mode: 0o755, env: shellEnv },
  { name: 'private folder, no LANG, odd time zone', mode: 0o700, env: { ...bareEnv, TZ: 'Asia/Kathmandu' } },
  ...(isRoot ? [{ name: 'plain user', mode: 0o755, env: bareEnv, user: plainUser() }] : []),
]

let failed = 0
for (const one of cases) {
  const startedAt = Date.now()
  const fault = await tryClone(one)
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  console.log(fault ? `✗ ${one.name} (${seconds} s): ${fault}` : `✓ ${one.name} (${seconds} s)`)
  if (fault) failed++
}
console.log(`\n${cases.length - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

async function tryClone({ mode, env, user }) {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-smoke-'))
  fs.chmodSync(place, mode)
  const clone = path.join(place, 'clone')
  const home = path.join(place, 'home')
  fs.mkdirSync(home)
  try {
    const cloned = spawnSync('git', ['clone', '--quiet', root, clone], { encoding: 'utf8' })
    if (cloned.status !== 0) return cloned.stderr
    if (user) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, place])
    return await startAndStop(clone, { ...env, ...(user ? { HOME: home } : {}) }, user)
  } finally {
    fs.rmSync(place, { recursive: true, force: true })
  }
}

async function startAndStop(clone, env, user) {
  const port = await freePort()
  const child = spawn('npm', ['start'], {
    cwd: clone,
    ...user,
    env: { ...env, PORT: String(port) },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (output += part))
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code)))
  const isReady = await untilReady(port, () => child.exitCode !== null)
  // Like Ctrl-C: the whole process group.
  if (child.exitCode === null && child.pid) process.kill(-child.pid, 'SIGINT')
  await ended
  if (!isReady) return `not ready:\n${output.slice(-3000)}`
  const answers = await fetch(`http://127.0.0.1:${port}/healthz`).then(
    async (response) => response.text(),
    () => null,
  )
  return answers === null ? null : 'the server goes on after Ctrl-C'
}

async function untilReady(port, hasEnded) {
  const startedAt = Date.now()
  while (Date.now() - startedAt < readyLimitMs && !hasEnded()) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`)
      await response.text()
      if (response.ok) return true
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  return false
}

function plainUser() {
  const idOf = (kind) => Number(spawnSync('id', [kind, 'nobody'], { encoding: 'utf8' }).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}
