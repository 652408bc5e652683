// Runs the checks of a test run one after the other and keeps count.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'

/** Path of a tool that the lockfile brought. */
export function tool(name) {
  return path.join(root, 'node_modules', '.bin', name)
}

export class Run {
  passed = 0
  failed = 0
  #failures = []
  #failedTests = []

  /** Runs a command that counts as one check. */
  async check(name, command, args, env = {}) {
    const seconds = await this.#timed(name, () => spawnQuietly(command, args, env))
    return seconds
  }

  /** Runs a step of our own that counts as one check; it fails by throwing. */
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
    const startedAt = Date.now()
    const code = await spawnLoudly(command, args, env)
    const unread = { passed: 0, failed: 1, failures: [] }
    const {
      passed,
      failed,
      failures: tests,
    } = fs.existsSync(report) ? read(JSON.parse(fs.readFileSync(report, 'utf8'))) : unread
    this.passed += passed
    this.#failedTests.push(...tests)
    // A runner that failed without a failed test (a fault while loading, say) is a failure as well.
    const failures = failed === 0 && code !== 0 ? 1 : failed
    this.failed += failures
    if (failures > 0) this.#failures.push(name)
    console.log(`── ${name}: ${passed} passed, ${failures} failed, ${Math.round((Date.now() - startedAt) / 1000)} s`)
  }

  async #timed(name, work) {
    const startedAt = Date.now()
    const { code, output } = await work()
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
    if (code === 0) {
      this.passed++
      console.log(`✓ ${name} (${seconds} s)`)
    } else {
      this.failed++
      this.#failures.push(name)
      console.log(`✗ ${name} (${seconds} s)\n${output}`)
    }
    return code === 0
  }

  /** Prints what failed once more, as it stands far above, then the closing line, and ends the process. */
  finish() {
    for (const test of this.#failedTests) console.log(`\n✗ ${test.slice(0, 4000)}`)
    if (this.#failures.length > 0) console.log(`\nFailed: ${this.#failures.join(', ')}`)
    console.log(`\n${this.passed} passed, ${this.failed} failed`)
    process.exit(this.failed === 0 ? 0 : 1)
  }
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
