// Programs of the machine that Luna can use and never needs, such as HAProxy.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** Returns the path of a program of this machine; null when it has none. */
export function findProgram(name) {
  // Servers' programs are often outside the path of an ordinary account.
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => path.join(folder, name)).find((file) => fs.existsSync(file)) ?? null
}

/**
 * Starts a program in a session of its own, so that Ctrl-C does not end it before the servers have drained. Returns its
 * process and `stop()`; `isOver()` says whether it has ended.
 *
 * @param {string} file
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 */
export function startProgram(file, args, options = {}) {
  const child = spawn(file, args, { detached: true, stdio: ['ignore', 'inherit', 'inherit'], ...options })
  const exited = new Promise((resolve) => {
    child.once('exit', resolve)
    child.once('error', resolve)
  })
  const isOver = () => child.exitCode !== null || child.signalCode !== null || child.pid === undefined
  return {
    child,
    isOver,
    stop: async (signal = 'SIGTERM') => {
      if (!isOver()) child.kill(signal)
      await exited
    },
  }
}
