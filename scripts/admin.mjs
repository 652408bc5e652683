// npm run admin -- create EMAIL: makes a platform admin; npm run admin -- two-factor-off EMAIL: turns a lost second
// factor off; npm run admin -- voices: lists and sets up voices. All of them work with a running or a stopped
// installation.
import { bootstrap } from './running/bootstrap.mjs'

await bootstrap({ needs: 'product' })
const { dataDirectory, readEnvFile, runningEnv, startSurroundings } = await import('./running/product.mjs')
const { runFile } = await import('./running/command.mjs')

// The same settings as npm start; otherwise the admin would be created in another database.
readEnvFile()

const directory = dataDirectory()
const running = runningEnv(directory)
const surroundings = running
  ? null
  : await startSurroundings({ dataDirectory: directory, appUrl: 'http://127.0.0.1:9' })
const env = { ...(running ?? surroundings?.env), DATA_DIR: directory }
const status = runFile('server/admin.ts', process.argv.slice(2), env)
await surroundings?.stop()
process.exit(status)
