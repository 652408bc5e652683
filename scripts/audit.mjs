// npm run audit: checks every rule of the books, in DATABASE_URL or else in the installation in DATA_DIR, running or
// not.
import { bootstrap, root } from './running/bootstrap.mjs'

await bootstrap({ needs: 'product' })
const fs = await import('node:fs')
const path = await import('node:path')
const { spawnSync } = await import('node:child_process')
const { dataDirectory, readEnvFile, runningOwner } = await import('./running/product.mjs')
const { startPostgres } = await import('./running/postgres.mjs')
const { runCommand } = await import('./running/command.mjs')

readEnvFile()

await runCommand('Nothing was audited', async () => {
  const directory = dataDirectory()
  // npm start writes here where its database listens.
  const running = runningOwner(directory)
    ? JSON.parse(fs.readFileSync(path.join(directory, 'server-env.json'), 'utf8')).DATABASE_URL
    : null
  const known = process.env.DATABASE_URL || running
  const cluster = path.join(directory, 'postgres')
  if (!known && !fs.existsSync(cluster)) {
    console.error(`There is no installation in ${directory}, and no DATABASE_URL is set.`)
    return 1
  }
  const postgres = known ? null : await startPostgres({ directory: cluster })
  const result = spawnSync(process.execPath, [path.join(root, 'server/audit.ts')], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: known || postgres.url },
  })
  await postgres?.stop()
  return result.status ?? 1
})
