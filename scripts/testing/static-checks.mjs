// Checks that need no running product.
import { tool } from '../running/run.mjs'

const checks = [
  ['lint', 'oxlint', ['--type-aware', '--deny-warnings']],
  ['types of server and tests', 'tsc', ['-p', 'tsconfig.json']],
  ['types of the web app', 'tsc', ['-p', 'web/tsconfig.json']],
  ['types of the browser tests', 'tsc', ['-p', 'tsconfig.screens.json']],
  ['types of the web tests', 'tsc', ['-p', 'tsconfig.web-tests.json']],
  ['format', 'oxfmt', ['--check', '.']],
  ['English of what is new', 'node', ['tests/tidy/english.ts']],
  ['nothing unused', 'knip', ['--no-config-hints']],
  ['no new clones', 'jscpd', []],
]

/** Runs two at a time, because most of them use one core. */
export async function runStaticChecks(run) {
  const waiting = [...checks]
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [name, command, args] = next
      await run.check(name, command === 'node' ? process.execPath : tool(command), args)
    }
  }
  await Promise.all([lane(), lane()])
}
