// npm run admin -- create EMAIL: makes a platform admin on the running installation's database.
import { bootstrap } from './lib/bootstrap.mjs'

await bootstrap()
const { spawnSync } = await import('node:child_process')
const path = await import('node:path')
const { root } = await import('./lib/bootstrap.mjs')
const result = spawnSync(process.execPath, [path.join(root, 'server/admin.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(result.status ?? 1)
