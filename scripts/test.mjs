// npm test: everything that proves the product, fastest failures first. The last line counts. npm test -- PATTERN …:
// only test files whose path contains one of them. npm test -- --changed: only those that the uncommitted and unpushed
// changes can affect (scripts/testing/affected.mjs). npm test -- --keep-times: stores how long files take.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { bootstrap, root } from './running/bootstrap.mjs'

await bootstrap()
const { Run, tool } = await import('./running/run.mjs')
const { readPlaywright, readVitest } = await import('./testing/reports.mjs')
const { runStaticChecks } = await import('./testing/static-checks.mjs')
const { buildWebIfStale } = await import('./running/build.mjs')
const { searchLeaks } = await import('./testing/leaks.mjs')
const { chooseTestFiles } = await import('./testing/test-files.mjs')

const keepsTimes = process.argv.includes('--keep-times')
const wanted = await chooseTestFiles(process.argv.slice(2).filter((argument) => argument !== '--keep-times'))
const run = new Run()
const runDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-run-'))
fs.chmodSync(runDirectory, 0o755)
const env = { LUNA_RUN_DIRECTORY: runDirectory }

if (!wanted) await runStaticChecks(run)
await run.step('web build', async () => buildWebIfStale())
await vitest('units', ['units'])
// One after the other they would leave half of the machine idle.
await vitest('calls, histories and faults', ['calls', 'histories', 'faults'])
await playwright('pages', 'playwright.pages.config.ts')
await playwright('screens', 'playwright.config.ts')
if (!wanted) await run.step('no secret in logs, answers and built files', async () => searchLeaks(runDirectory))
if (run.failed === 0) fs.rmSync(runDirectory, { recursive: true, force: true })
else console.log(`Logs of this run: ${runDirectory}`)
if (keepsTimes) run.keepTimes(path.join(root, 'tests/durations.json'))
run.finish()

async function vitest(name, projects) {
  const files = wanted && projects.flatMap((project) => wanted[project])
  if (files?.length === 0) return
  const report = path.join(runDirectory, `${projects[0]}.json`)
  const reporter = path.join(root, 'scripts/testing/vitest-report.mjs')
  const args = ['run', ...projects.flatMap((project) => ['--project', project]), '--reporter=default']
  await run.suite(
    name,
    process.execPath,
    [path.join(root, 'node_modules/vitest/vitest.mjs'), ...args, `--reporter=${reporter}`, ...(files ?? [])],
    {
      env: { ...env, LUNA_VITEST_REPORT: report },
      report,
      read: readVitest,
    },
  )
}

async function playwright(name, config) {
  const files = wanted?.[name]
  if (files?.length === 0) return
  const report = path.join(runDirectory, `${name}.json`)
  await run.suite(name, tool('playwright'), ['test', '-c', config, ...(files ?? [])], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    report,
    read: readPlaywright,
  })
}
