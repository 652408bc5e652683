// Reads the reports of the two test runners: counts, what each failed test said, what passed only when it was tried
// again, and the seconds of each file.
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { root } from '../running/bootstrap.mjs'

/** Reads Vitest's report, as vitest-report.mjs writes it. */
export function readVitest(report) {
  return report
}

/** Reads Playwright's report, as its JSON reporter writes it. */
export function readPlaywright({ config, stats, suites, errors }) {
  const directory = path.relative(root, config.rootDir)
  const specs = suites.flatMap(specsOf)
  const testsThat = (status) =>
    specs.flatMap(({ file, line, title, tests }) =>
      tests
        .filter((test) => test.status === status)
        .map(({ results }) => {
          const messages = results.flatMap((result) => result.errors).map(messageOf)
          return `${path.posix.join(directory, file)}:${line} › ${title}\n${messages.join('\n')}`
        }),
    )
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    failures: [...testsThat('unexpected'), ...errors.map(messageOf)],
    retried: testsThat('flaky'),
    files: filesOf(directory, specs),
  }
}

function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

function filesOf(directory, specs) {
  const files = new Map()
  for (const { file, tests } of specs) {
    const name = path.posix.join(directory, file)
    const known = files.get(name) ?? { name, seconds: 0, tests: 0 }
    files.set(name, known)
    known.tests += tests.length
    for (const { results } of tests) for (const { duration } of results) known.seconds += duration / 1000
  }
  return [...files.values()]
}

function messageOf({ message = '' }) {
  return stripVTControlCharacters(message)
}
