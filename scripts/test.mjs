// npm test runs the tests that must never fail, within ten minutes (tests/gate.json), fastest failures first. Its last
// line counts.
// npm test -- PATTERN …: only test files whose path contains one of them.
// npm test -- --changed: only those of the subjects that uncommitted and unpushed changes belong to.
// npm run test:all runs everything, in the order of a printed seed that LUNA_SEED repeats; with -- --rest, the tests
// that npm test leaves out.
// --keep-times, with any of them: stores how long its files take, for the order in which files start.
import { randomInt } from 'node:crypto'
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
const { chooseTests, gate } = await import('./testing/test-files.mjs')
const { checkTimes, keepTimes } = await import('./testing/durations.mjs')

const words = process.argv.slice(2).filter((word) => !['--all', '--keep-times'].includes(word))
const kind = kindOf()
const keepsTimes = process.argv.includes('--keep-times')
const { files, grep } = chooseTests(kind, words)
const isGate = kind === 'gate'
const seed = process.env.LUNA_SEED ?? String(randomInt(2 ** 31))
const isShuffled = kind === 'all' || kind === 'rest'
if (isShuffled) console.log(`Files start in the order of LUNA_SEED=${seed}`)

const run = new Run()
const runDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-run-'))
fs.chmodSync(runDirectory, 0o755)
const env = {
  LUNA_RUN_DIRECTORY: runDirectory,
  // The histories have a seed of their own, which is the same in every run.
  ...(isShuffled && { LUNA_ORDER: seed, LUNA_SEED: undefined }),
  ...(isGate && gate.env),
}

if (kind !== 'chosen' && !keepsTimes) await run.step('the times of all test files are known', checkTimes)
if (isGate || kind === 'all') await run.group('static checks', () => runStaticChecks(run))
await run.step('web build', async () => buildWebIfStale())
await vitest('units and components', ['units', 'components'])
// One after the other they would leave half of the machine idle.
await vitest('calls, histories and faults', ['calls', 'histories', 'faults'])
await playwright('pages', 'playwright.pages.config.ts', [...grep, ...(isShuffled ? ['--shuffle', seed] : [])])
await playwright('screens', 'playwright.config.ts', grep)
if (kind !== 'chosen') await run.step('no secret in logs, answers and built files', () => searchLeaks(runDirectory))
if (isGate) await run.step('the gate has room for its tests', expectRoom)
if (run.failed === 0) fs.rmSync(runDirectory, { recursive: true, force: true })
else console.log(`Logs of this run: ${runDirectory}`)
if (keepsTimes && run.failed === 0) keepTimes(run.files)
run.finish(isGate ? gate.cpuSeconds : {})

function kindOf() {
  if (words.includes('--rest')) return 'rest'
  if (words.length > 0) return 'chosen'
  return process.argv.includes('--all') ? 'all' : 'gate'
}

async function vitest(name, parts) {
  const chosen = parts.flatMap((part) => files[part])
  if (chosen.length === 0) return
  const report = path.join(runDirectory, `${parts[0]}.json`)
  const reporter = path.join(root, 'scripts/testing/vitest-report.mjs')
  const projects = parts.flatMap((part) => projectsOf(part)).flatMap((project) => ['--project', project])
  const args = ['run', ...projects, '--reporter=default', `--reporter=${reporter}`, ...chosen]
  await run.suite(name, process.execPath, [path.join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
    env: { ...env, LUNA_VITEST_REPORT: report },
    report,
    read: readVitest,
  })
}

function projectsOf(part) {
  return { units: ['units', 'units-isolated'], calls: ['calls', 'conversations'] }[part] ?? [part]
}

async function playwright(name, config, options) {
  if (files[name].length === 0) return
  const report = path.join(runDirectory, `${name}.json`)
  await run.suite(name, tool('playwright'), ['test', '-c', config, ...options, ...files[name]], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    report,
    read: readPlaywright,
  })
}

function expectRoom() {
  for (const [folder, most] of Object.entries(gate.mostTests)) {
    const tests = run.files.filter(({ name }) => name.startsWith(folder)).reduce((sum, file) => sum + file.tests, 0)
    if (tests > most)
      throw new Error(
        `${folder} has ${tests} tests. Leave ${tests - most} to test:all (decision 0019, tests/gate.json).`,
      )
  }
}
