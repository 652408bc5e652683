import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

/** The release before this one, as its own files. */

const root = path.join(import.meta.dirname, '../..')

interface PreviousRelease {
  /** 0 for the one from before releases had numbers, which puts its own functions back when it starts. */
  release: number
  commit: string
}

/** Returns which release came before this one (`npm run release` notes it). */
export function readPreviousRelease(): PreviousRelease {
  return JSON.parse(fs.readFileSync(path.join(root, 'operations/previous-release.json'), 'utf8')) as PreviousRelease
}

/** Whether the previous release is in this copy's history; `git fetch --unshallow` brings the rest. */
export function hasPreviousRelease(): boolean {
  const { commit } = readPreviousRelease()
  try {
    execFileSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Unpacks the previous release into a folder, where it runs with this one's packages and built pages. */
export function unpackPreviousRelease(directory: string): string {
  const { commit } = readPreviousRelease()
  const tree = path.join(directory, 'previous-release')
  fs.mkdirSync(tree, { recursive: true })
  const archive = path.join(directory, 'previous-release.tar')
  execFileSync('git', ['archive', '--format=tar', '-o', archive, commit, 'server', 'contract', 'package.json'], {
    cwd: root,
  })
  execFileSync('tar', ['-xf', archive, '-C', tree])
  for (const name of ['node_modules', 'dist']) fs.symlinkSync(path.join(root, name), path.join(tree, name))
  return tree
}
