// npm run mutations [-- AREA]: breaks the product in one place after the other, in copies of it, and expects the named
// test file to fail each time. The places are in tests/mutations/. With --gate, one of its tests that npm test runs must
// fail.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { bootstrap, root } from './running/bootstrap.mjs'

await bootstrap()
const { gate } = await import('./testing/test-files.mjs')
const words = process.argv.slice(2)
const isGate = words.includes('--gate')
/** A failing test spends most of its time waiting for what no longer comes. */
const lanes = 4
const copies = Array.from({ length: lanes }, copyProject)
try {
  const mutations = readMutations(words.find((word) => word !== '--gate') ?? '*')
  const tests = mutations.map(({ test }) => test)
  if (!(await passes(copies[0], tests))) throw new Error('One of the tests fails without any change.')
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

/** Reads the places of an area; tests/tidy/gate.test.ts checks that each exists once. */
function readMutations(area) {
  const files = fs.globSync(`tests/mutations/${area}.json`, { cwd: root }).toSorted()
  return files.flatMap((file) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8')))
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
async function passesWith(copy, mutation) {
  const place = path.join(copy, mutation.file)
  const text = fs.readFileSync(place, 'utf8')
  fs.writeFileSync(place, text.split(mutation.find).join(mutation.replace))
  try {
    return await passes(copy, [mutation.test])
  } finally {
    fs.writeFileSync(place, text)
  }
}

/** Returns whether all of these tests pass. */
async function passes(copy, tests) {
  const build = `import('./scripts/running/build.mjs').then(({ buildWebIfStale }) => buildWebIfStale())`
  // A product that does not build fails, too, but that proves nothing about the tests.
  if (!(await succeeds(copy, ['-e', build]))) throw new Error('The product does not build.')
  for (const [runner, files] of Map.groupBy(new Set(tests), runnerOf)) {
    const [tool, ...args] = runner.split(' ')
    if (!(await succeeds(copy, [path.join(root, tool), ...args, ...files]))) return false
  }
  return true
}

function succeeds(directory, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: directory, stdio: 'ignore' })
    child.once('exit', (code) => resolve(code === 0))
  })
}

/** Returns the tool that runs a test file, which may stop at the first failure. */
function runnerOf(test) {
  if (test.endsWith('.test.ts')) return 'node_modules/vitest/vitest.mjs run --bail=1'
  const config = test.startsWith('tests/screens/') ? 'playwright.config.ts' : 'playwright.pages.config.ts'
  const chosen = isGate ? ` --grep ${gate.tag} --pass-with-no-tests` : ''
  return `node_modules/@playwright/test/cli.js test -x --retries=0 -c ${config}${chosen}`
}
