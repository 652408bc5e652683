// One part of the test suite under its own command.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { bootstrap, root } from '../running/bootstrap.mjs'

/** Runs the files of one project whose names contain `filter`. Returns the exit code. */
export async function runFile(project, filter, env) {
  await bootstrap()
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
  const result = spawnSync(process.execPath, [vitest, 'run', '--project', project, filter], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return result.status ?? 1
}
