// npm run mutations [-- AREA]: breaks the product in one place after the other, in copies of it, and expects the named
// test file to fail each time. The places are in tests/mutations/.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { bootstrap, root } from './running/bootstrap.mjs'

await bootstrap()
const list = path.join(root, 'tests/mutations')
/** A failing test spends most of its time waiting for what no longer comes. */
const lanes = 4
const copies = Array.from({ length: lanes }, copyProject)
try {
  const mutations = readMutations(process.argv[2])
  const tests = Map.groupBy(new Set(mutations.map(({ test }) => test)), (test) => runnerOf(test).join(' '))
  for (const together of tests.values()) {
    if (!(await passes(copies[0], together))) {
      throw new Error(`Without any change one of these fails: ${together.join(', ')}`)
    }
  }
  const survivors = []
  const waiting = [...mutations]
  const lane = async (copy) => {
    for (let mutation = waiting.shift(); mutation; mutation = waiting.shift()) {
      const isCaught = !(await passesWith(copy, mutation))
      if (!isCaught) survivors.push(mutation)
      console.log(`${isCaught ? '✓ caught' : '✗ SURVIVED'}  ${mutation.file}: ${mutation.change}  [${mutation.test}]`)
    }
  }
  await Promise.all(copies.map(lane))
  console.log(`\n${mutations.length - survivors.length} caught, ${survivors.length} survived`)
  process.exitCode = survivors.length === 0 ? 0 : 1
} finally {
  for (const copy of copies) fs.rmSync(copy, { recursive: true, force: true })
}

function readMutations(area) {
  const mutations = fs
    .readdirSync(list)
    .filter((file) => file.endsWith('.json') && (!area || file === `${area}.json`))
    .toSorted()
    .flatMap((file) => JSON.parse(fs.readFileSync(path.join(list, file), 'utf8')))
  for (const { file, find } of mutations) {
    const text = fs.readFileSync(path.join(root, file), 'utf8')
    if (text.split(find).length !== 2) throw new Error(`${file} must hold this exactly once: ${find}`)
  }
  return mutations
}

/** Copies everything except what is installed or built. */
function copyProject() {
  const target = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-mutations-'))
  fs.chmodSync(target, 0o755)
  const skipped = new Set(['node_modules', '.git', '.data', 'test-results', '.cache'])
  fs.cpSync(root, target, { recursive: true, filter: (file) => !skipped.has(path.relative(root, file)) })
  for (const linked of ['node_modules', '.cache']) fs.symlinkSync(path.join(root, linked), path.join(target, linked))
  return target
}

/** Returns whether the test passes with the broken place, and repairs the place again. */
async function passesWith(copy, { file, find, replace, test }) {
  const place = path.join(copy, file)
  const text = fs.readFileSync(place, 'utf8')
  fs.writeFileSync(
    place,
    text.replace(find, () => replace),
  )
  try {
    return await passes(copy, [test])
  } finally {
    fs.writeFileSync(place, text)
  }
}

/** Returns whether all of these tests pass; the same tool runs them. */
async function passes(copy, tests) {
  const build = `import('./scripts/running/build.mjs').then(({ buildWebIfStale }) => buildWebIfStale())`
  // A product that does not build fails, too, but that proves nothing about the tests.
  if (!(await succeeds(copy, ['-e', build]))) throw new Error('The product does not build.')
  const [tool, ...args] = runnerOf(tests[0])
  return succeeds(copy, [path.join(root, tool), ...args, ...tests])
}

function succeeds(directory, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: directory, stdio: 'ignore' })
    child.once('exit', (code) => resolve(code === 0))
  })
}

/** Returns the tool that runs a test file, which may stop at the first failure. */
function runnerOf(test) {
  const playwright = 'node_modules/@playwright/test/cli.js'
  if (test.startsWith('tests/pages/')) return [playwright, 'test', '-x', '-c', 'playwright.pages.config.ts']
  if (test.startsWith('tests/screens/')) return [playwright, 'test', '-x']
  return ['node_modules/vitest/vitest.mjs', 'run', '--bail=1']
}
