import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterAll, afterEach, expect, test } from 'vitest'

type Ready = { ready: true; port: number; stripeWebhookSecret: string }

const directory = mkdtempSync(join(tmpdir(), 'luna-process-'))
const main = join(import.meta.dirname, 'main.ts')
let running: ChildProcess | undefined

async function start(): Promise<{ child: ChildProcess; ready: Ready; stripe: Stripe; output: () => string }> {
  const env = { ...process.env, STANDINS_DIR: directory, APP_URL: 'http://127.0.0.1:9' }
  const child = fork(main, { silent: true, env })
  running = child
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (printed += String(chunk)))
  const [ready] = (await once(child, 'message')) as [Ready]
  const stripe = new Stripe('sk_test_sandbox', { host: '127.0.0.1', port: ready.port, protocol: 'http' })
  return { child, ready, stripe, output: () => printed }
}

afterEach(() => {
  running?.kill('SIGKILL')
})

afterAll(() => rmSync(directory, { recursive: true }))

test('answered calls survive kill -9', async () => {
  const first = await start()
  expect(first.ready).toMatchObject({ ready: true, stripeWebhookSecret: expect.stringMatching(/^whsec_/) as unknown })
  const made = await Promise.all(
    Array.from({ length: 20 }, (_, name) => first.stripe.customers.create({ name: `c${name}` })),
  )
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')
  const second = await start()
  for (const { id, name } of made) expect(await second.stripe.customers.retrieve(id)).toMatchObject({ name })
  expect(second.ready.stripeWebhookSecret).toBe(first.ready.stripeWebhookSecret)
  expect(second.output()).toBe('')
})

test.each(['SIGTERM', 'disconnect'])('ends by itself on %s, even while a call hangs', async (cause) => {
  const { child, ready, stripe } = await start()
  const switches = { apiFault: { stripe: 'hang' } }
  const headers = { 'content-type': 'application/json' }
  const patch = { method: 'POST', headers, body: JSON.stringify(switches) }
  await fetch(`http://127.0.0.1:${ready.port}/control.json`, patch)
  const hanging = stripe.customers.create({}, { maxNetworkRetries: 0 }).catch((error: unknown) => error)
  const exit = once(child, 'exit')
  if (cause === 'disconnect') child.disconnect()
  else child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
  expect(await hanging).toBeInstanceOf(Stripe.errors.StripeConnectionError)
})
