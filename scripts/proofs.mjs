// npm run proofs: writes the tables of what each test proves (tests/proofs/) after tests have been moved or renamed.
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { bootstrap, root } from './running/bootstrap.mjs'

await bootstrap()
const result = spawnSync(process.execPath, [path.join(root, 'tests/proofs/write.ts')], { cwd: root, stdio: 'inherit' })
process.exit(result.status ?? 1)
