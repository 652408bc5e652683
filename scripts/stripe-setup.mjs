// npm run stripe:setup: prepares the Stripe account of STRIPE_SECRET_KEY for Luna at PUBLIC_URL.
import { bootstrap, root } from './running/bootstrap.mjs'

await bootstrap({ needs: 'product' })
const path = await import('node:path')
const { spawnSync } = await import('node:child_process')
const { readEnvFile } = await import('./running/product.mjs')

readEnvFile()
const result = spawnSync(process.execPath, [path.join(root, 'server/stripe-setup.ts')], { cwd: root, stdio: 'inherit' })
process.exit(result.status ?? 1)
