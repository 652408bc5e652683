// Copies the files of a database with their owners, and marks a backup that is complete.
import fs from 'node:fs'
import path from 'node:path'
import { root } from './bootstrap.mjs'

/**
 * Copies the existing files; the log of the database covers those that disappear meanwhile. `isLeftOut` gets paths below
 * the folder. Returns their size in bytes.
 */
export function copyFolder(from, to, isLeftOut = () => false, below = '') {
  fs.mkdirSync(to, { recursive: true, mode: 0o700 })
  keepOwner(from, to)
  let size = 0
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const name = path.join(below, entry.name)
    if (isLeftOut(name)) continue
    const [source, copied] = [path.join(from, entry.name), path.join(to, entry.name)]
    size += entry.isDirectory() ? copyFolder(source, copied, isLeftOut, name) : copyFile(source, copied)
  }
  return size
}

/** Copies a file that may be gone by then. Returns its size in bytes. */
export function copyFile(from, to) {
  try {
    fs.copyFileSync(from, to)
    keepOwner(from, to)
    return fs.statSync(to).size
  } catch (error) {
    if (error.code === 'ENOENT') return 0
    throw error
  }
}

/** Gives a copy to the account that owns the original; only root can and must. */
export function keepOwner(from, to) {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = fs.statSync(from)
  fs.chownSync(to, uid, gid)
}

// The mark of a complete backup is written last, so half a backup has none.
const markOf = (backup) => path.join(backup, 'backup.json')

/** Marks a backup as complete, with what it holds. */
export function writeMark(backup, { copiedAt, isInOrder }) {
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'))
  const postgres = fs.readFileSync(path.join(backup, 'postgres/cluster/PG_VERSION'), 'utf8').trim()
  const mark = {
    copiedAt: copiedAt.toISOString(),
    completedAt: new Date().toISOString(),
    bytes: bytesIn(path.join(backup, 'postgres')),
    version,
    postgres,
    isInOrder,
  }
  const half = `${markOf(backup)}-new`
  fs.writeFileSync(half, `${JSON.stringify(mark, null, 2)}\n`, { mode: 0o600 })
  fs.renameSync(half, markOf(backup))
}

/** Returns what a complete backup holds; null without a mark that can be read. */
export function readMark(backup) {
  try {
    return JSON.parse(fs.readFileSync(markOf(backup), 'utf8'))
  } catch {
    return null
  }
}

/** Returns what is missing in a backup; null for a complete one. */
export function findGap(backup) {
  const mark = readMark(backup)
  if (!mark) return 'it has no mark of its end (backup.json)'
  const bytes = bytesIn(path.join(backup, 'postgres'))
  return bytes < mark.bytes ? `it holds ${bytes} of ${mark.bytes} bytes` : null
}

function bytesIn(folder) {
  return fs
    .readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + fs.statSync(path.join(parentPath, name)).size, 0)
}
