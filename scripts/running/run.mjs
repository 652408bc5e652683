// Runs the checks of a test run one after the other and counts the results.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { root } from './bootstrap.mjs'
import { watchMemory } from '../testing/memory-watch.mjs'

/** How many of the slowest files are printed at the end. */
const slowestCount = 25

/** Returns the path of a tool from the lockfile. */
export function tool(name) {
  return path.join(root, 'node_modules', '.bin', name)
}

export class Run {
  passed = 0
  failed = 0
  #failures = []
  #failedTests = []
  /** Name, seconds and share of the processor of everything that ran. */
  #parts = []
  #files = []
  #startedAt = performance.now()
  #stopMemoryWatch = watchMemory()

  /** Runs a command that counts as one check. */
  async check(name, command, args, env = {}) {
    const seconds = await this.#timed(name, () => spawnQuietly(command, args, env))
    return seconds
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
    const stop = startWatch()
    const code = await spawnLoudly(command, args, env)
    const unread = { passed: 0, failed: 1, failures: [], files: [] }
    const result = fs.existsSync(report) ? read(JSON.parse(fs.readFileSync(report, 'utf8'))) : unread
    const { passed, failed } = result
    this.passed += passed
    this.#failedTests.push(...result.failures)
    this.#files.push(...result.files)
    // A runner that failed without a failed test (for example while loading) is a failure as well.
    const failures = failed === 0 && code !== 0 ? 1 : failed
    this.failed += failures
    if (failures > 0) this.#failures.push(name)
    const { seconds, busy } = stop()
    this.#parts.push({ name, seconds, busy })
    console.log(`── ${name}: ${passed} passed, ${failures} failed, ${Math.round(seconds)} s`)
  }

  async #timed(name, work) {
    const stop = startWatch()
    const { code, output } = await work()
    const { seconds, busy } = stop()
    this.#parts.push({ name, seconds, busy })
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

  /** Prints where the time went, the failures once more, and the closing line, then ends the process. */
  finish() {
    this.#printTimes()
    for (const test of this.#failedTests) console.log(`\n✗ ${test.slice(0, 4000)}`)
    if (this.#failures.length > 0) console.log(`\nFailed: ${this.#failures.join(', ')}`)
    console.log(`\n${this.passed} passed, ${this.failed} failed`)
    process.exit(this.failed === 0 ? 0 : 1)
  }

  /** Stores the seconds of each file, for the order in which files are started (tests/setup/longest-first.ts). */
  keepTimes(file) {
    const times = this.#files.map(({ name, seconds }) => [name, Math.round(seconds * 10) / 10])
    const sorted = Object.fromEntries(times.toSorted(([a], [b]) => (a < b ? -1 : 1)))
    fs.writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`)
  }

  #printTimes() {
    const slowest = this.#files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowestCount)
    console.log('\nSeconds of each part, and how busy the machine was:')
    for (const { name, seconds, busy } of this.#parts) console.log(`${inSeconds(seconds)}  ${percent(busy)}  ${name}`)
    console.log(`${inSeconds((performance.now() - this.#startedAt) / 1000)}         from first to last`)
    const peak = this.#stopMemoryWatch()
    if (peak !== null) console.log(`${(peak / 2 ** 30).toFixed(1).padStart(8)} GB      of memory at most`)
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

function percent(share) {
  return `${Math.round(share * 100)} %`.padStart(5)
}

/**
 * Starts measuring. The returned function stops it and returns the seconds and the share of all processors that was
 * used.
 */
function startWatch() {
  const startedAt = performance.now()
  const before = processorTimes()
  return () => {
    const after = processorTimes()
    const idle = after.idle - before.idle
    const all = after.all - before.all
    return { seconds: (performance.now() - startedAt) / 1000, busy: all > 0 ? 1 - idle / all : 0 }
  }
}

function processorTimes() {
  const each = os.cpus().map(({ times }) => times)
  const sum = (times) => times.reduce((total, value) => total + value, 0)
  return { idle: sum(each.map(({ idle }) => idle)), all: sum(each.flatMap((times) => Object.values(times))) }
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
