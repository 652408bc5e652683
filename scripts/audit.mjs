// npm run audit: checks every rule of the books, in DATABASE_URL or else in the installation in DATA_DIR, running or
// not.
import { bootstrap } from './running/bootstrap.mjs'

await bootstrap({ needs: 'product' })
const fs = await import('node:fs')
const path = await import('node:path')
const { dataDirectory, readEnvFile, runningEnv } = await import('./running/product.mjs')
const { startPostgres } = await import('./running/postgres.mjs')
const { runCommand, runFile } = await import('./running/command.mjs')

readEnvFile()

await runCommand('Nothing was audited', async () => {
  const directory = dataDirectory()
  const known = process.env.DATABASE_URL || runningEnv(directory)?.DATABASE_URL
  const cluster = path.join(directory, 'postgres')
  if (!known && !fs.existsSync(cluster)) {
    console.error(`There is no installation in ${directory}, and no DATABASE_URL is set.`)
    return 1
  }
  const postgres = known ? null : await startPostgres({ directory: cluster })
  const status = runFile('server/audit.ts', [], { DATABASE_URL: known || postgres.url })
  await postgres?.stop()
  return status
})
