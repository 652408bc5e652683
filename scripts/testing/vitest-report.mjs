// Writes the results of a Vitest run as JSON for reports.mjs: counts, failures, and the cost of each file.
import fs from 'node:fs'

export default class VitestReport {
  onTestRunEnd(modules) {
    const file = process.env.LUNA_VITEST_REPORT
    if (!file) throw new Error('LUNA_VITEST_REPORT names the file of the report')
    const report = { passed: 0, failed: 0, failures: [], retried: [], files: [] }
    for (const module of modules) addModule(report, module)
    fs.writeFileSync(file, JSON.stringify(report))
  }
}

function addModule(report, module) {
  const name = module.relativeModuleId
  const describe = (test) => `${name}:${test.location?.line ?? 1} › ${test.fullName}\n${textOf(test.result().errors)}`
  const failures = [...module.children.allTests('failed')].map(describe)
  // A file that cannot be loaded, or whose hooks fail, fails without a failed test.
  const others = [...module.children.allSuites()].flatMap((suite) => suite.errors())
  const around = [...module.errors(), ...others]
  if (around.length > 0) failures.push(`${name}\n${textOf(around)}`)
  const passed = [...module.children.allTests('passed')]
  report.passed += passed.length
  report.retried.push(...passed.filter((test) => test.diagnostic()?.flaky).map(describe))
  report.failed += failures.length
  report.failures.push(...failures)
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic()
  const testsMs = [...module.children.allTests()].reduce((sum, test) => sum + (test.diagnostic()?.duration ?? 0), 0)
  report.files.push({
    name,
    seconds: (environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration) / 1000,
    testSeconds: testsMs / 1000,
    tests: [...module.children.allTests()].length,
  })
}

function textOf(errors = []) {
  return errors.map(({ stack, message }) => stack ?? message).join('\n')
}
