// npm test: everything that proves the product, in the order of what fails fastest. The last line counts.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { bootstrap, root } from './lib/bootstrap.mjs'

await bootstrap()
const { Run, tool } = await import('./lib/run.mjs')
const { readPlaywright, readVitest } = await import('./lib/reports.mjs')
const { runStaticChecks } = await import('./lib/static-checks.mjs')
const { buildWebIfStale } = await import('./lib/build.mjs')
const { searchLeaks } = await import('./lib/leaks.mjs')

const run = new Run()
const runDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-run-'))
fs.chmodSync(runDirectory, 0o755)
const env = { LUNA_RUN_DIRECTORY: runDirectory }

await runStaticChecks(run)
await run.step('web build', async () => buildWebIfStale())
for (const project of ['units', 'calls', 'histories']) await vitest(project)
await playwright()
await vitest('faults')
await run.step('no secret in logs, answers and built files', async () => searchLeaks(runDirectory))
if (run.failed === 0) fs.rmSync(runDirectory, { recursive: true, force: true })
else console.log(`Logs of this run: ${runDirectory}`)
run.finish()

async function vitest(project) {
  const report = path.join(runDirectory, `${project}.json`)
  const reporter = path.join(root, 'scripts/lib/vitest-report.mjs')
  const args = ['run', '--project', project, '--reporter=default', `--reporter=${reporter}`]
  await run.suite(project, process.execPath, [path.join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    env: { ...env, LUNA_VITEST_REPORT: report },
    report,
    read: readVitest,
  })
}

async function playwright() {
  const report = path.join(runDirectory, 'screens.json')
  await run.suite('screens', tool('playwright'), ['test'], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    report,
    read: readPlaywright,
  })
}
