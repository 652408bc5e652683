// Child processes of the product, each in its own session, so that Ctrl-C reaches only the process that decides the
// order.
import { fork } from 'node:child_process'
import path from 'node:path'
import { root } from './bootstrap.mjs'

const stopLimitMs = 25_000

/**
 * Starts a script, by default of this tree, and resolves with what it reports as ready.
 *
 * @param {string} script
 * @param {{ env?: Record<string, string>, args?: string[], execArgv?: string[], directory?: string }} options
 */
export function startProcess(script, { env = {}, args = [], execArgv = [], directory = root } = {}) {
  const child = fork(path.join(directory, script), args, {
    cwd: directory,
    detached: true,
    execArgv,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  })
  return new Promise((resolve, reject) => {
    child.on('message', (message) => {
      if (message.ready) resolve({ ...message, child, stop: () => stopProcess(child) })
    })
    child.once('exit', (code) => reject(new Error(`${script} ended while starting (exit code ${code}).`)))
  })
}

/**
 * Sound passes through a server in buffers outside the heap that become garbage at once. A small young generation is
 * swept before they pile up; with the usual one V8 stops everything for a full collection several times a second
 * (docs/decisions/0016).
 */
const serverFlags = ['--max-semi-space-size=4']

/**
 * Starts a server as the product runs it.
 *
 * @param {{ env?: Record<string, string>, execArgv?: string[] }} options
 */
export function startServerProcess({ env = {}, execArgv = [] } = {}) {
  return startProcess('server/main.ts', { env, execArgv: [...serverFlags, ...execArgv] })
}

function stopProcess(child) {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
