// npm run proofs: writes which test names which row of the specification and which decision to .cache/proofs.tsv, and
// adds ids that are new to tests/proofs/ids.txt.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { bootstrap, root } from './running/bootstrap.mjs'

await bootstrap()
const result = spawnSync(process.execPath, [path.join(root, 'tests/proofs/ids.ts')], { cwd: root, stdio: 'inherit' })
process.exit(result.status ?? 1)
