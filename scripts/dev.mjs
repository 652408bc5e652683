// npm run dev: the server restarts and the page reloads when their files change.
import { bootstrap, root } from './running/bootstrap.mjs'

await bootstrap()
const path = await import('node:path')
const fs = await import('node:fs')
const { spawn } = await import('node:child_process')
const { createServer } = await import('vite')
const { takeDataDirectory, dataDirectory, readEnvFile, startSurroundings } = await import('./running/product.mjs')

readEnvFile()

const port = Number(process.env.PORT || 3000)
const serverPort = port + 1
const directory = dataDirectory()
const release = takeDataDirectory(directory)
// The server also serves the built app; during development the page comes from Vite.
const built = path.join(root, 'dist/web/browser')
fs.mkdirSync(built, { recursive: true })
if (!fs.existsSync(path.join(built, 'index.html'))) fs.writeFileSync(path.join(built, 'index.html'), '<!doctype html>')

const surroundings = await startSurroundings({ dataDirectory: directory, appUrl: `http://127.0.0.1:${serverPort}` })
const watched = ['server', 'contract'].map((folder) => `--watch-path=${path.join(root, folder)}`)
const server = spawn(process.execPath, [...watched, 'server/main.ts'], {
  cwd: root,
  detached: true,
  stdio: 'inherit',
  env: { ...process.env, ...surroundings.env, PORT: String(serverPort), DATA_DIR: directory },
})
const target = `http://127.0.0.1:${serverPort}`
const vite = await createServer({
  configFile: path.join(root, 'vite.config.ts'),
  server: {
    port,
    strictPort: true,
    proxy: {
      '/api': target,
      '/readyz': target,
      '/healthz': target,
      '/standins': { target, ws: true },
      '/voice': { target, ws: true },
    },
  },
})
await vite.listen()
vite.printUrls()

let isStopping = false
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop())
process.on('disconnect', () => void stop())

async function stop() {
  if (isStopping) return
  isStopping = true
  await vite.close()
  if (server.exitCode === null) {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    await ended
  }
  await surroundings.stop()
  release()
  process.exit(0)
}
