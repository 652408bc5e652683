// Reads the reports of the two test runners: counts, what each failed test said, and the seconds of each file.
import path from 'node:path'
import { root } from '../running/bootstrap.mjs'

/** Reads Vitest's report, as vitest-report.mjs writes it. */
export function readVitest(report) {
  return report
}

/** Reads Playwright's report, as its JSON reporter writes it. */
export function readPlaywright({ config, stats, suites, errors }) {
  const specs = suites.flatMap(specsOf)
  const failures = specs.flatMap(({ file, line, title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(
        ({ results }) =>
          `${file}:${line} › ${title}\n${results
            .flatMap((result) => result.errors)
            .map(messageOf)
            .join('\n')}`,
      ),
  )
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    failures: [...failures, ...errors.map(messageOf)],
    files: filesOf(path.relative(root, config.rootDir), specs),
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
  return message
}
