// npm run soak: one conversation in Chromium for an hour, or for `-- --minutes 20`; exits with code 1 when it loses
// sound or grows.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { bootstrap, root } from './running/bootstrap.mjs'

await bootstrap()
const { buildWebIfStale } = await import('./running/build.mjs')
await buildWebIfStale()
const result = spawnSync(process.execPath, [path.join(root, 'bench/soak.ts'), ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})
process.exit(result.status ?? 1)
