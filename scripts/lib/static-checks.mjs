// What can be judged without running the product.
import { tool } from './run.mjs'

export async function runStaticChecks(run) {
  await run.check('types of server and tests', tool('tsc'), ['-p', 'tsconfig.json'])
  await run.check('types of the web app', tool('tsc'), ['-p', 'web/tsconfig.json'])
  await run.check('types of the screen tests', tool('tsc'), ['-p', 'tsconfig.screens.json'])
  await run.check('types of the web tests', tool('tsc'), ['-p', 'tsconfig.web-tests.json'])
  await run.check('lint', tool('oxlint'), ['--type-aware', '--deny-warnings'])
  await run.check('format', tool('oxfmt'), ['--check', '.'])
  await run.check('nothing unused', tool('knip'), [])
}
