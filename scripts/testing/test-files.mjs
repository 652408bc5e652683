// Chooses what a run tests: the gate, everything, what the gate leaves out, or what the words of the command line name.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../running/bootstrap.mjs'

/** Suites with the files that belong to them. */
const suites = {
  units: ['{contract,server,web}/**/*.test.ts', 'tests/{tidy,rules}/**/*.test.ts'],
  components: ['tests/components/**/*.test.{ts,tsx}'],
  calls: ['tests/calls/**/*.test.ts', 'packages/**/*.test.ts', 'bench/**/*.test.ts'],
  histories: ['tests/histories/**/*.test.ts'],
  faults: ['tests/faults/**/*.test.ts'],
  pages: ['tests/{pages,looks}/**/*.spec.ts'],
  screens: ['tests/screens/**/*.spec.ts', 'bench/voice-lab/*.spec.ts'],
}

/** What `npm test` runs, within ten minutes (D210, decision 0019). */
export const gate = JSON.parse(readFileSync(path.join(root, 'tests/gate.json'), 'utf8'))

/** Returns every test file. */
export function allTestFiles() {
  return Object.values(suites).flatMap((patterns) => globSync(patterns, { cwd: root }))
}

/**
 * Returns the files of a run by suite, and the options with which Playwright chooses among their tests. `kind` is
 * `gate`, `all`, `rest` (what the gate leaves out) or `chosen` by words: parts of paths, or --changed (the subjects of
 * changed files; all of them where a file belongs to none).
 * @throws when no file fits
 */
export function chooseTests(kind, words) {
  const isWanted = { gate: isInGate, all: () => () => true, rest: isLeftOut, chosen: isNamed }[kind](words)
  const files = Object.fromEntries(
    Object.entries(suites).map(([suite, patterns]) => [
      suite,
      globSync(patterns, { cwd: root }).filter(isWanted).toSorted(),
    ]),
  )
  const count = Object.values(files).flat().length
  console.log(`${count} of ${allTestFiles().length} test files`)
  if (count === 0) throw new Error('No test file fits.')
  const grep = { gate: ['--grep', gate.tag], rest: ['--grep-invert', gate.tag] }[kind] ?? []
  return { files, grep }
}

function isInGate() {
  const changed = changedFiles()
  const added = gate.whenChanged.filter((pattern) => changed.some((file) => file.startsWith(pattern.split('*')[0])))
  return (file) => fits(file, [...gate.files, ...added]) && !fits(file, gate.except)
}

/** Everything that the gate skips or runs only in part. */
function isLeftOut() {
  return (file) => fits(file, [...gate.except, ...gate.inPart]) || !fits(file, gate.files)
}

function fits(file, patterns) {
  return patterns.some((pattern) => path.matchesGlob(file, pattern))
}

function isNamed(words) {
  if (!words.includes('--changed')) return (file) => words.some((word) => file.includes(word))
  const changed = changedFiles().filter((file) => !/\.(md|webp|png)$/.test(file))
  console.log(`${changed.length} changed files`)
  const subjects = new Set(changed.map(subjectOf))
  return (file) => subjects.has(null) || changed.includes(file) || subjects.has(subjectOf(file))
}

const ofSubject = /^(?:server|contract|web\/screens|tests\/(?:calls|components|looks|pages|screens|kit))\/([\w-]+)[/.]/

/** Returns the subject of a file; null where it concerns all of them. */
function subjectOf(file) {
  const [, subject = 'kernel'] = ofSubject.exec(file) ?? []
  const isTested = ['calls', 'pages'].some((kind) => existsSync(path.join(root, 'tests', kind, subject)))
  return isTested && subject !== 'kernel' ? subject : null
}

/** Returns what differs from the main branch's last landed state: uncommitted, and committed but not pushed. */
function changedFiles() {
  if (!existsSync(path.join(root, '.git'))) return []
  const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const base = hasUpstream() ? ['@{upstream}'] : ['HEAD']
  return [...new Set([...git('diff', '--name-only', ...base), ...git('ls-files', '--others', '--exclude-standard')])]
}

function hasUpstream() {
  try {
    execFileSync('git', ['rev-parse', '@{upstream}'], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
