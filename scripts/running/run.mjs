// Runs the checks of a test run one after the other and counts the results.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'
import { watchProcessor } from '../testing/processor-watch.mjs'

/** How many of the slowest files are printed at the end. */
const slowestCount = 25
/** More tests that pass only when they are tried again fail the run (D210). */
const mostRetried = 3

/** Returns the path of a tool from the lockfile. */
export function tool(name) {
  return path.join(root, 'node_modules', '.bin', name)
}

export class Run {
  passed = 0
  failed = 0
  #failures = []
  #failedTests = []
  #retriedTests = []
  /** Name, seconds and processor seconds of everything that ran. */
  #parts = []
  /** Every test file that ran, with its seconds. */
  files = []
  #cpuSeconds = watchProcessor()
  #startedAt = performance.now()

  /** Runs a command that counts as one check. */
  async check(name, command, args, env = {}) {
    return this.#timed(name, () => spawnQuietly(command, args, env))
  }

  /** Runs several checks, perhaps at the same time, whose cost is measured as one. */
  async group(name, work) {
    const own = this.#parts.length
    const stop = this.#startWatch(name)
    await work()
    this.#parts.length = own
    stop()
  }

  /** Runs a step of our own that counts as one check and fails by throwing. */
  async step(name, work) {
    return this.#timed(name, async () => {
      try {
        await work()
        return { code: 0, output: '' }
      } catch (error) {
        return { code: 1, output: String(error?.stack ?? error) }
      }
    })
  }

  /** Runs a test runner that writes a JSON report; `read` is one of reports.mjs. */
  async suite(name, command, args, { env = {}, report, read }) {
    fs.rmSync(report, { force: true })
    console.log(`\n── ${name}`)
    const stop = this.#startWatch(name)
    const code = await spawnLoudly(command, args, env)
    const unread = { passed: 0, failed: 1, failures: [], retried: [], files: [] }
    const result = fs.existsSync(report) ? read(JSON.parse(fs.readFileSync(report, 'utf8'))) : unread
    const { passed, failed } = result
    this.passed += passed
    this.#failedTests.push(...result.failures)
    this.#retriedTests.push(...result.retried)
    this.files.push(...result.files)
    // A runner that failed without a failed test (for example while loading) is a failure as well.
    const failures = failed === 0 && code !== 0 ? 1 : failed
    this.failed += failures
    if (failures > 0) this.#failures.push(name)
    const seconds = stop()
    console.log(`── ${name}: ${passed} passed, ${failures} failed, ${Math.round(seconds)} s`)
  }

  async #timed(name, work) {
    const stop = this.#startWatch(name)
    const { code, output } = await work()
    const seconds = stop()
    if (code === 0) {
      this.passed++
      console.log(`✓ ${name} (${seconds.toFixed(1)} s)`)
    } else {
      this.failed++
      this.#failures.push(name)
      console.log(`✗ ${name} (${seconds.toFixed(1)} s)\n${output}`)
    }
    return code === 0
  }

  /** Starts measuring a part. The returned function notes what it cost and returns its seconds. */
  #startWatch(name) {
    const startedAt = performance.now()
    const cpuBefore = this.#cpuSeconds()
    return () => {
      const seconds = (performance.now() - startedAt) / 1000
      const cpuAfter = this.#cpuSeconds()
      this.#parts.push({ name, seconds, cpuSeconds: cpuAfter === null ? null : cpuAfter - cpuBefore })
      return seconds
    }
  }

  /**
   * Prints where the time went, beside the processor seconds that each part should cost, the retried and the failed
   * tests once more, and the closing line, then ends the process.
   */
  finish(budget = {}) {
    this.#printTimes(budget)
    this.#judgeRetried()
    for (const test of this.#failedTests) console.log(`\n✗ ${test.slice(0, 4000)}`)
    if (this.#failures.length > 0) console.log(`\nFailed: ${this.#failures.join(', ')}`)
    console.log(`\n${this.passed} passed, ${this.failed} failed`)
    process.exit(this.failed === 0 ? 0 : 1)
  }

  #judgeRetried() {
    if (this.#retriedTests.length === 0) return
    console.log('\nPassed at the second attempt:')
    for (const test of this.#retriedTests) console.log(`↻ ${test.split('\n').slice(0, 2).join('\n  ')}`)
    if (this.#retriedTests.length <= mostRetried) return
    this.failed++
    this.#failures.push(`more than ${mostRetried} tests passed only at the second attempt`)
  }

  #printTimes(budget) {
    const slowest = this.files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestCount)
    const row = ({ name, seconds, cpuSeconds }) => {
      const cost = cpuSeconds === null ? '' : inSeconds(cpuSeconds)
      const room = budget[name] === undefined ? '' : ` of ${budget[name]}`
      console.log(`${inSeconds(seconds)}  ${cost.padStart(8)}${room.padEnd(8)}  ${name}`)
    }
    console.log('\nSeconds of each part, and processor seconds of everything that it started:')
    for (const part of this.#parts) row(part)
    const seconds = (performance.now() - this.#startedAt) / 1000
    row({ name: 'from first to last', seconds, cpuSeconds: this.#cpuSeconds() })
    if (slowest.length === 0) return
    console.log(
      `\nThe ${slowest.length} slowest files, in seconds of their own worker, with the number of their tests:`,
    )
    for (const { name, seconds, tests } of slowest) console.log(`${inSeconds(seconds)}  ${name} (${tests})`)
  }
}

function inSeconds(value) {
  return value.toFixed(1).padStart(8)
}

function spawnQuietly(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (part) => (output += part))
    child.stderr.on('data', (part) => (output += part))
    child.once('error', (error) => resolve({ code: 1, output: error.message }))
    child.once('exit', (code) => resolve({ code: code ?? 1, output }))
  })
}

function spawnLoudly(command, args, env) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    child.once('error', () => resolve(1))
    child.once('exit', (code) => resolve(code ?? 1))
  })
}
