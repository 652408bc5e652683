// npm run mutations [-- AREA]: breaks the product in one place after the other, in a copy of it, and expects the named
// test file to notice each time. The places are in tests/mutations/.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { bootstrap, root } from './lib/bootstrap.mjs'

await bootstrap()
const list = path.join(root, 'tests/mutations')
const copy = copyProject()
try {
  const mutations = readMutations(process.argv[2])
  const survivors = []
  for (const test of new Set(mutations.map((mutation) => mutation.test))) {
    if (!passes(test)) throw new Error(`${test} fails without any change.`)
  }
  for (const mutation of mutations) {
    const isCaught = !passesWith(mutation)
    if (!isCaught) survivors.push(mutation)
    console.log(`${isCaught ? '✓ caught' : '✗ SURVIVED'}  ${mutation.file}: ${mutation.change}  [${mutation.test}]`)
  }
  console.log(`\n${mutations.length - survivors.length} caught, ${survivors.length} survived`)
  process.exitCode = survivors.length === 0 ? 0 : 1
} finally {
  fs.rmSync(copy, { recursive: true, force: true })
}

function readMutations(area) {
  return fs
    .readdirSync(list)
    .filter((file) => file.endsWith('.json') && (!area || file === `${area}.json`))
    .toSorted()
    .flatMap((file) => JSON.parse(fs.readFileSync(path.join(list, file), 'utf8')))
}

/** Everything but what is installed or made. */
function copyProject() {
  const target = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-mutations-'))
  fs.chmodSync(target, 0o755)
  const skipped = new Set(['node_modules', '.git', '.data', 'test-results', '.cache'])
  fs.cpSync(root, target, { recursive: true, filter: (file) => !skipped.has(path.relative(root, file)) })
  for (const linked of ['node_modules', '.cache']) fs.symlinkSync(path.join(root, linked), path.join(target, linked))
  return target
}

/** Whether the test passes although the place is broken; the place is mended again. */
function passesWith({ file, find, replace, test }) {
  const place = path.join(copy, file)
  const text = fs.readFileSync(place, 'utf8')
  if (text.split(find).length !== 2) throw new Error(`${file} must hold this exactly once: ${find}`)
  fs.writeFileSync(
    place,
    text.replace(find, () => replace),
  )
  try {
    return passes(test)
  } finally {
    fs.writeFileSync(place, text)
  }
}

function passes(test) {
  const build = `import('./scripts/lib/build.mjs').then(({ buildWebIfStale }) => buildWebIfStale())`
  const built = spawnSync(process.execPath, ['-e', build], { cwd: copy, encoding: 'utf8' })
  // What does not build was noticed, too, but proves nothing about the tests.
  if (built.status !== 0) throw new Error(`The product does not build:\n${built.stderr}`)
  const [tool, ...args] = runnerOf(test)
  return spawnSync(process.execPath, [path.join(root, tool), ...args], { cwd: copy, stdio: 'ignore' }).status === 0
}

function runnerOf(test) {
  const playwright = 'node_modules/@playwright/test/cli.js'
  if (test.startsWith('tests/pages/')) return [playwright, 'test', '-c', 'playwright.pages.config.ts', test]
  if (test.startsWith('tests/screens/')) return [playwright, 'test', test]
  return ['node_modules/vitest/vitest.mjs', 'run', test]
}
