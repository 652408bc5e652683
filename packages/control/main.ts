import { readConfig } from './config.ts'
import { startStandins } from './start.ts'

const standins = await startStandins(readConfig())

let closing = false
async function close(): Promise<void> {
  if (closing) return
  closing = true
  await standins.close()
  process.exit(0)
}
process.on('SIGTERM', () => void close())
process.on('SIGINT', () => void close())
// The parent is gone, so nothing else would stop this process.
process.on('disconnect', () => void close())

const { elevenLabsWebhookSecret, port, smtpPort, stripeWebhookSecret } = standins
process.send?.({ ready: true, port, smtpPort, stripeWebhookSecret, elevenLabsWebhookSecret })
