// Runs a command of an operator.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { root } from './bootstrap.mjs'

/** Runs a file of the project with this Node and these variables besides ours. Returns its exit code, or 128 after a signal. */
export function runFile(file, words = [], env = {}) {
  const { status } = spawnSync(process.execPath, [path.join(root, file), ...words], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return status ?? 128
}

/** Faults of our own code, where only the stack helps. */
const ownFaults = [TypeError, ReferenceError, RangeError]

/** Runs `work` and ends the process with its code. An expected failure ends in one sentence, which begins with `failing`. */
export async function runCommand(failing, work) {
  try {
    process.exit(await work())
  } catch (error) {
    const isOurs = ownFaults.some((kind) => error instanceof kind)
    console.error(isOurs ? error : `${failing}: ${reasonOf(error)}`)
    process.exit(1)
  }
}

/** Returns the first line of an error; one about several addresses has no text of its own. */
function reasonOf(error) {
  const [first] = error.errors ?? [error]
  const [line] = (first.message || first.code || String(first)).split('\n')
  return line
}
