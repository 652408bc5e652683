// Reads the JSON reports of the two test runners: how many tests passed and failed, and what each failed one said.
import path from 'node:path'
import { root } from './bootstrap.mjs'

/** Of vitest. */
export function readVitest({ numPassedTests, numFailedTests, testResults }) {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(root, name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that cannot be loaded fails without a failed test.
    if (status === 'failed' && failed.length === 0) return [`${file}\n${message}`]
    return failed.map(({ fullName, failureMessages }) => `${file} › ${fullName}\n${failureMessages.join('\n')}`)
  })
  return { passed: numPassedTests, failed: numFailedTests, failures }
}

/** Of Playwright. */
export function readPlaywright({ stats, suites, errors }) {
  const failures = suites.flatMap(specsOf).flatMap(({ file, line, title, tests }) =>
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
  }
}

function specsOf({ specs, suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

function messageOf({ message = '' }) {
  return message
}
