// Lets one process at a time do what all need once (install, build); the others wait for it.
import fs from 'node:fs'
import path from 'node:path'

const maxWaitMs = 15 * 60_000
const pauseMs = 300

/** Runs `work` while holding a lock folder. The lock of a dead process is taken over. */
export async function withLock(directory, work) {
  const startedAt = Date.now()
  while (!take(directory)) {
    if (Date.now() - startedAt > maxWaitMs)
      throw new Error(`Another process holds ${directory}; remove it if none is running.`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  try {
    return await work()
  } finally {
    fs.rmSync(directory, { recursive: true, force: true })
  }
}

function take(directory) {
  try {
    fs.mkdirSync(directory)
    fs.writeFileSync(path.join(directory, 'pid'), String(process.pid))
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    if (isStale(directory)) fs.rmSync(directory, { recursive: true, force: true })
    return false
  }
}

function isStale(directory) {
  try {
    process.kill(Number(fs.readFileSync(path.join(directory, 'pid'), 'utf8')), 0)
    return false
  } catch (error) {
    if (error.code === 'EPERM') return false
    // No pid yet: its owner is between mkdir and write, unless that was long ago.
    if (error.code === 'ENOENT') return ageMs(directory) > 10_000
    return true
  }
}

function ageMs(directory) {
  try {
    return Date.now() - fs.statSync(directory).mtimeMs
  } catch {
    return 0
  }
}
