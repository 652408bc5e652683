import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../..')

/** Runs one suite that writes this report. Returns what the command prints, and its exit code. */
async function runSuite(reader: 'readPlaywright' | 'readVitest', report: object) {
  const place = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-run-test-'))
  onTestFinished(() => fs.rmSync(place, { recursive: true, force: true }))
  const file = JSON.stringify(path.join(place, 'report.json'))
  const writing = `require('fs').writeFileSync(${file}, ${JSON.stringify(JSON.stringify(report))})`
  const script = `
    import { Run } from '${root}/scripts/running/run.mjs'
    import * as reports from '${root}/scripts/testing/reports.mjs'
    const run = new Run()
    await run.suite('pages', process.execPath, ['-e', ${JSON.stringify(writing)}], { report: ${file}, read: reports.${reader} })
    run.finish()`
  return new Promise<{ code: number; output: string }>((resolve) => {
    const child = execFile(process.execPath, ['--input-type=module', '-e', script], (_, output) =>
      resolve({ code: child.exitCode ?? 1, output }),
    )
  })
}

/** A report of Playwright with one test that passed at once and some that passed at the second attempt. */
function playwrightReport(flaky: number, unexpected = 0) {
  const spec = (status: string, line: number, messages: string[]) => ({
    file: 'tests/pages/a.spec.ts',
    line,
    title: `${status} ${line}`,
    tests: [{ status, results: messages.map((message) => ({ duration: 500, errors: [{ message }] })) }],
  })
  const flakySpecs = Array.from({ length: flaky }, (_, at) => spec('flaky', at + 1, ['\u001B[31mtoo late', 'second']))
  const failedSpecs = Array.from({ length: unexpected }, () => spec('unexpected', 99, ['never', 'never']))
  return {
    config: { rootDir: root },
    stats: { expected: 1, flaky, unexpected },
    suites: [{ specs: [spec('expected', 50, []), ...flakySpecs, ...failedSpecs] }],
    errors: [],
  }
}

const [first, second] = ['↻ tests/pages/a.spec.ts:1 › flaky 1\n  too late', '↻ tests/pages/a.spec.ts:2']

test.each<[string, [flaky: number, failed?: number], string[], string, number]>([
  ['up to three tests may pass at the second attempt', [3], [`attempt:\n${first}\n${second}`], '4 passed, 0 failed', 0],
  ['the fourth one fails the run', [4], ['more than 3 tests passed only at'], '5 passed, 1 failed', 1],
  [
    'a test that fails twice is a failure',
    [0, 1],
    ['✗ tests/pages/a.spec.ts:99 › unexpected 99\nnever'],
    '1 passed, 1 failed',
    1,
  ],
])('%s (D210)', async (_title, counts, parts, last, code) => {
  const run = await runSuite('readPlaywright', playwrightReport(...counts))
  for (const part of parts) expect(run.output).toContain(part)
  if (counts[0] === 0) expect(run.output).not.toContain('second attempt')
  expect([run.output.trimEnd().split('\n').at(-1), run.code]).toEqual([last, code])
})

test('tests of Vitest that pass at the second attempt are listed, too (D210)', async () => {
  const retried = ['tests/faults/b.test.ts:7 › dies\nlate']
  const { code, output } = await runSuite('readVitest', { passed: 2, failed: 0, failures: [], retried, files: [] })
  expect(output).toContain('Passed at the second attempt:\n↻ tests/faults/b.test.ts:7 › dies\n  late')
  expect([output.trimEnd().split('\n').at(-1), code]).toEqual(['2 passed, 0 failed', 0])
})
