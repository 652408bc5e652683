// npm run admin -- create EMAIL: makes a platform admin; npm run admin -- two-factor-off EMAIL: turns a lost second
// factor off; npm run admin -- voices: lists and sets up voices. All of them work with a running or a stopped
// installation.
import { bootstrap, root } from './running/bootstrap.mjs'

await bootstrap({ needs: 'product' })
const fs = await import('node:fs')
const path = await import('node:path')
const { spawnSync } = await import('node:child_process')
const { dataDirectory, readEnvFile, runningOwner, startSurroundings } = await import('./running/product.mjs')

// The same settings as npm start; otherwise the admin would be created in another database.
readEnvFile()

const directory = dataDirectory()
const envFile = path.join(directory, 'server-env.json')
// npm start writes here where its database and stand-ins listen.
const running = runningOwner(directory) ? JSON.parse(fs.readFileSync(envFile, 'utf8')) : null
const surroundings = running
  ? null
  : await startSurroundings({ dataDirectory: directory, appUrl: 'http://127.0.0.1:9' })
const result = spawnSync(process.execPath, [path.join(root, 'server/admin.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, ...(running ?? surroundings?.env), DATA_DIR: directory },
})
await surroundings?.stop()
process.exit(result.status ?? 1)
