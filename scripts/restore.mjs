// npm run restore -- FOLDER: brings a backup that npm run backup has made back to DATA_DIR, starts its database, audits it
// and stops it. The backup stays as it is. For a PostgreSQL of your own (DATABASE_URL), use its own tools.
import { bootstrap, root } from './running/bootstrap.mjs'

await bootstrap({ needs: 'product' })
const fs = await import('node:fs')
const path = await import('node:path')
const { spawnSync } = await import('node:child_process')
const { dataDirectory, readEnvFile, runningOwner } = await import('./running/product.mjs')
const { startPostgres } = await import('./running/postgres.mjs')
const { copyFile, copyFolder } = await import('./running/copying.mjs')

readEnvFile()
const startedAt = Date.now()
const directory = dataDirectory()
const backup = process.argv[2] && path.resolve(process.argv[2])
const fault = findFault()
if (fault) {
  console.error(fault)
  process.exit(1)
}
fs.mkdirSync(directory, { recursive: true })
// Under another name until it is complete, so that half a copy is never started.
const half = path.join(directory, 'postgres-restoring')
fs.rmSync(half, { recursive: true, force: true })
// Its own account must reach the files.
fs.mkdirSync(half, { mode: 0o755 })
const bytes = copyFolder(path.join(backup, 'postgres'), half)
fs.renameSync(half, path.join(directory, 'postgres'))
copyFile(path.join(backup, 'session-secret'), path.join(directory, 'session-secret'))
console.log(`Copied ${(bytes / 1e6).toFixed(1)} MB in ${seconds()} s. Starting and auditing it ...\n`)
const postgres = await startPostgres({ directory: path.join(directory, 'postgres') })
const audit = spawnSync(process.execPath, [path.join(root, 'server/audit.ts')], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, DATABASE_URL: postgres.url },
})
await postgres.stop()
console.log(`\nRestored to ${directory} in ${seconds()} s. Start it with npm start.`)
process.exit(audit.status ?? 1)

/** Returns why nothing can be restored; it never writes over data. */
function findFault() {
  if (process.env.DATABASE_URL) return 'Restore the PostgreSQL of DATABASE_URL with its own tools.'
  if (!backup) return 'Usage: npm run restore -- FOLDER'
  if (!fs.existsSync(path.join(backup, 'postgres/cluster/PG_VERSION'))) return `${backup} holds no backup.`
  if (runningOwner(directory)) return `Luna runs on ${directory}. Stop it first.`
  if (fs.existsSync(path.join(directory, 'postgres'))) {
    return `${directory} has a database already. Move its folder "postgres" away first, and keep it.`
  }
  return null
}

function seconds() {
  return ((Date.now() - startedAt) / 1000).toFixed(1)
}
