// npm run restore -- FOLDER: brings a backup that npm run backup has made back to DATA_DIR, starts its database and audits
// it. The backup stays as it is, and a restore that fails leaves nothing behind. --without-mark takes a backup without
// the mark of its end, which those made before 29 November 2026 lack. For a PostgreSQL of your own (DATABASE_URL), use
// its own tools.
import { bootstrap } from './running/bootstrap.mjs'

await bootstrap({ needs: 'product' })
const fs = await import('node:fs')
const path = await import('node:path')
const { dataDirectory, readEnvFile, runningOwner } = await import('./running/product.mjs')
const { startPostgres } = await import('./running/postgres.mjs')
const { copyFile, copyFolder, findGap, readMark } = await import('./running/copying.mjs')
const { runCommand, runFile } = await import('./running/command.mjs')

/** The exit code of an audit that could not read the books. */
const auditFailed = 2

readEnvFile()
const startedAt = Date.now()
const directory = dataDirectory()
const words = process.argv.slice(2)
const [folder] = words.filter((word) => word !== '--without-mark')
const backup = folder && path.resolve(folder)

await runCommand('Nothing was restored', async () => {
  const fault = findFault()
  if (fault) {
    console.error(fault)
    return 1
  }
  fs.mkdirSync(directory, { recursive: true })
  // Under another name until it has started, so that half a copy neither starts nor blocks the next restore.
  const half = path.join(directory, 'postgres-restoring')
  fs.rmSync(half, { recursive: true, force: true })
  let auditStatus
  try {
    auditStatus = await bring(half)
  } catch (error) {
    fs.rmSync(half, { recursive: true, force: true })
    throw error
  }
  fs.renameSync(half, path.join(directory, 'postgres'))
  copyFile(path.join(backup, 'session-secret'), path.join(directory, 'session-secret'))
  const made = readMark(backup)?.copiedAt
  console.log(`\nRestored to ${directory} in ${seconds()} s. Start it with npm start.`)
  console.log(
    `Payments${made ? ` since ${made}` : ' since the backup'} by people it does not know become findings within the hour.`,
  )
  return auditStatus
})

/** Copies, starts and audits the database. Returns the exit code of the audit. */
async function bring(half) {
  // Its own account must reach the files.
  fs.mkdirSync(half, { mode: 0o755 })
  const bytes = copyFolder(path.join(backup, 'postgres'), half)
  console.log(`Copied ${(bytes / 1e6).toFixed(1)} MB in ${seconds()} s. Starting and auditing it ...\n`)
  const postgres = await startPostgres({ directory: half, mustExist: true })
  const audited = runFile('server/audit.ts', [], { DATABASE_URL: postgres.url })
  await postgres.stop()
  if (audited >= auditFailed) throw new Error('the audit could not read the books.')
  return audited
}

/** Returns why nothing can be restored; it never writes over data. */
function findFault() {
  if (process.env.DATABASE_URL) return 'Restore the PostgreSQL of DATABASE_URL with its own tools.'
  if (!backup) return 'Usage: npm run restore -- FOLDER'
  if (!fs.existsSync(path.join(backup, 'postgres/cluster/PG_VERSION'))) return `${backup} holds no backup.`
  if (runningOwner(directory)) return `Luna runs on ${directory}. Stop it first.`
  if (fs.existsSync(path.join(directory, 'postgres'))) {
    return `${directory} has a database already. Move its folder "postgres" away first, and keep it.`
  }
  const gap = words.includes('--without-mark') ? null : findGap(backup)
  if (!gap) return null
  return `This backup is not complete: ${gap}. Take another one. For a backup made before 29 November 2026, add --without-mark; it is taken only if its database starts.`
}

function seconds() {
  return ((Date.now() - startedAt) / 1000).toFixed(1)
}
