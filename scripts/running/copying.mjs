// Copies the files of a database with their owners.
import fs from 'node:fs'
import path from 'node:path'

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
