// npm run stripe:setup: prepares the Stripe account of STRIPE_SECRET_KEY for Luna at PUBLIC_URL.
import { bootstrap } from './running/bootstrap.mjs'

await bootstrap({ needs: 'product' })
const { readEnvFile } = await import('./running/product.mjs')
const { runFile } = await import('./running/command.mjs')

readEnvFile()
process.exit(runFile('server/stripe-setup.ts'))
