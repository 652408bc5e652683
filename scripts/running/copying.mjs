// Copies the files of a database with their owners, and marks a backup that is complete.
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
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

/** Folders whose content belongs only to the running server; the write-ahead log is copied last. */
const leftOut = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_subtrans']

/** Makes a base backup as PostgreSQL's manual describes it. Returns its size in bytes. */
export async function copyCluster(url, directory) {
  const client = new pg.Client({ connectionString: url })
  // A database that ends now makes the next query fail.
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query("select current_setting('data_directory') as cluster")
  const { cluster } = rows[0]
  const copied = path.join(directory, 'cluster')
  fs.mkdirSync(directory, { recursive: true, mode: 0o755 })
  keepOwner(path.dirname(cluster), directory)
  // Keeps the log from the time of copying until this connection ends.
  await client.query("select pg_create_physical_replication_slot('luna_backup', true, true)")
  await client.query("select pg_backup_start('luna', fast => true)")
  let size = copyFolder(cluster, copied, (name) => name === 'postmaster.pid' || leftOut.includes(path.dirname(name)))
  const { rows: labels } = await client.query('select labelfile from pg_backup_stop(wait_for_archive => false)')
  fs.writeFileSync(path.join(copied, 'backup_label'), labels[0].labelfile)
  keepOwner(cluster, path.join(copied, 'backup_label'))
  size += copyFolder(path.join(cluster, 'pg_wal'), path.join(copied, 'pg_wal'), () => false)
  await client.end()
  copyFile(path.join(cluster, '../postgres-password'), path.join(directory, 'postgres-password'))
  return size
}
