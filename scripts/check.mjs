// npm run check: the fast part of npm test, to run every few minutes.
import path from 'node:path'
import { bootstrap, root } from './running/bootstrap.mjs'

await bootstrap()
const { Run } = await import('./running/run.mjs')
const { runStaticChecks } = await import('./testing/static-checks.mjs')

const run = new Run()
await runStaticChecks(run)
const vitest = path.join(root, 'node_modules/vitest/vitest.mjs')
await run.check('tidy and units', process.execPath, [vitest, 'run', '--project', 'units'])
run.finish()
