// npm run bench: measurements on this machine, each next to a reference from the same run; `npm run bench -- ledger`
// for one part only.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { bootstrap, root } from './running/bootstrap.mjs'

await bootstrap()
const { buildWebIfStale } = await import('./running/build.mjs')
await buildWebIfStale()
const result = spawnSync(process.execPath, [path.join(root, 'bench/run.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(result.status ?? 1)
