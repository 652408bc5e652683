// npm run vendor:check: makes the product's calls to Stripe (test mode) and ElevenLabs, makes the same calls to the
// stand-ins, and prints where they differ. Needs keys of test accounts and removes what it created.
import { bootstrap } from './running/bootstrap.mjs'

await bootstrap()
const fs = await import('node:fs')
const os = await import('node:os')
const path = await import('node:path')
const { randomBytes } = await import('node:crypto')
const { readEnvFile } = await import('./running/product.mjs')
const { startProcess } = await import('./running/processes.mjs')
const { checkService, elevenLabsService, faultsOfKeys, stripeService } = await import('./vendors/services.mjs')

readEnvFile()
const { CI, STRIPE_SECRET_KEY: stripeKey = '', ELEVENLABS_API_KEY: voiceKey = '', ELEVENLABS_BASE_URL } = process.env
if (CI) {
  console.error('vendor:check asks real accounts and is run by hand, never by a machine.')
  process.exit(2)
}
const faults = faultsOfKeys({ stripeKey, voiceKey })
if (faults.length > 0) {
  console.error(faults.join('\n'))
  process.exit(2)
}

const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'luna-vendor-check-'))
const standins = await startProcess('packages/control/main.ts', {
  env: { STANDINS_DIR: directory, APP_URL: 'http://127.0.0.1:9' },
})
const standinUrl = `http://127.0.0.1:${standins.port}`
let differences = 0
try {
  const run = `luna-check-${randomBytes(6).toString('hex')}`
  const services = [stripeService({ key: stripeKey }), elevenLabsService({ key: voiceKey, url: ELEVENLABS_BASE_URL })]
  for (const service of services) {
    const { calls, lines } = await checkService(service, standinUrl, run)
    console.log(
      `\n${service.name}: ${calls} calls, ${lines.length === 0 ? 'no difference' : `${lines.length} differences`}`,
    )
    for (const line of lines) console.log(`  ${line}`)
    differences += lines.length
  }
} finally {
  await standins.stop()
  fs.rmSync(directory, { recursive: true, force: true })
}
process.exit(differences === 0 ? 0 : 1)
