// npm run backup -- FOLDER: copies the embedded database while it runs, and the session secret that npm start has made,
// starts the copy, audits it, and marks it as complete (backup.json). FOLDER is then a data folder of its own, and what
// npm run restore takes. For a PostgreSQL of your own (DATABASE_URL), use its own tools.
import { bootstrap } from './running/bootstrap.mjs'

await bootstrap({ needs: 'product' })
const fs = await import('node:fs')
const path = await import('node:path')
const { dataDirectory, readEnvFile, runningEnv } = await import('./running/product.mjs')
const { startPostgres } = await import('./running/postgres.mjs')
const { copyCluster, copyFile, writeMark } = await import('./running/copying.mjs')
const { runCommand, runFile } = await import('./running/command.mjs')

readEnvFile()
const target = process.argv[2]
const startedAt = Date.now()

await runCommand('No backup was made', async () => {
  const fault = findFault()
  if (fault) {
    console.error(fault)
    return 1
  }
  fs.mkdirSync(target, { recursive: true })
  try {
    return await backUp()
  } catch (error) {
    for (const name of fs.readdirSync(target)) fs.rmSync(path.join(target, name), { recursive: true, force: true })
    throw error
  }
})

function findFault() {
  if (!target) return 'Usage: npm run backup -- FOLDER'
  if (process.env.DATABASE_URL) return 'Back up the PostgreSQL of DATABASE_URL with its own tools.'
  if (!fs.existsSync(target) || fs.readdirSync(target).length === 0) return null
  return `${target} is not empty.`
}

/** Makes the backup and returns the exit code. */
async function backUp() {
  const source = await findSource()
  const bytes = await copyCluster(source.url, path.resolve(target, 'postgres'))
  const copiedAt = new Date()
  await source.stop()
  console.log(`Copied ${(bytes / 1e6).toFixed(1)} MB in ${seconds()} s. Starting the copy ...`)
  const copy = await startPostgres({ directory: path.resolve(target, 'postgres'), mustExist: true })
  console.log(`The copy answers after ${seconds()} s. Auditing it ...\n`)
  const audited = runFile('server/audit.ts', [], { DATABASE_URL: copy.url })
  await copy.stop()
  keepSecret()
  const isInOrder = audited === 0
  writeMark(target, { copiedAt, isInOrder })
  // /metrics shows when this was (luna_backup_timestamp_seconds).
  if (isInOrder) fs.writeFileSync(path.join(dataDirectory(), 'last-backup'), '')
  console.log(`\nBackup in ${path.resolve(target)}, ${seconds()} s in all.`)
  return audited
}

/** Returns the database of the installation in DATA_DIR, running or not. */
async function findSource() {
  const directory = dataDirectory()
  const cluster = path.join(directory, 'postgres')
  const running = runningEnv(directory)
  if (running) {
    const { DATABASE_URL: url } = running
    if (!url) throw new Error('Luna was started with a DATABASE_URL. Back up that PostgreSQL with its own tools.')
    return { url, stop: async () => {} }
  }
  if (!fs.existsSync(cluster)) throw new Error(`There is no installation in ${directory}.`)
  return startPostgres({ directory: cluster })
}

/** Copies what signs cookies and encrypts second steps, unless SESSION_SECRET is given. */
function keepSecret() {
  const kept = path.join(dataDirectory(), 'session-secret')
  if (!process.env.SESSION_SECRET) copyFile(kept, path.join(path.resolve(target), 'session-secret'))
}

function seconds() {
  return ((Date.now() - startedAt) / 1000).toFixed(1)
}
