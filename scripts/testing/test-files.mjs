// Chooses the test files of a run.
import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { affectedTests } from './affected.mjs'
import { root } from '../running/bootstrap.mjs'

/** Suites with the files that belong to them. */
const suites = {
  units: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'web/**/*.test.ts', 'tests/{tidy,rules}/**/*.test.ts'],
  calls: ['tests/calls/**/*.test.ts', 'packages/**/*.test.ts', 'bench/**/*.test.ts'],
  histories: ['tests/histories/**/*.test.ts'],
  faults: ['tests/faults/**/*.test.ts'],
  pages: ['tests/pages/**/*.spec.ts'],
  screens: ['tests/screens/**/*.spec.ts', 'bench/voice-lab/*.spec.ts'],
}

/**
 * Returns the files for the words of the command line, by suite; null means everything.
 * @throws when no file fits
 */
export async function chooseTestFiles(words) {
  if (words.length === 0) return null
  const all = Object.fromEntries(
    Object.entries(suites).map(([suite, patterns]) => [suite, globSync(patterns, { cwd: root }).toSorted()]),
  )
  const isWanted = words.includes('--changed')
    ? await isAffected(all)
    : (file) => words.some((word) => file.includes(word))
  const chosen = Object.fromEntries(Object.entries(all).map(([suite, files]) => [suite, files.filter(isWanted)]))
  const count = Object.values(chosen).flat().length
  console.log(`${count} of ${Object.values(all).flat().length} test files`)
  if (count === 0) throw new Error('No test file fits.')
  return chosen
}

async function isAffected(all) {
  const changed = changedFiles()
  console.log(`${changed.length} changed files`)
  const affected = affectedTests(changed, Object.values(all).flat())
  return (file) => affected.has(file)
}

/** Returns what differs from the main branch's last landed state: uncommitted, and committed but not pushed. */
function changedFiles() {
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
