import { onTestFinished, vi } from 'vitest'
import type { World } from '../world/world.ts'

async function ask<T>(world: World, path: string, request: RequestInit = {}): Promise<T> {
  const headers = { authorization: 'Bearer sk_test_sandbox' }
  const response = await fetch(`${world.standins.url}/v1/${path}`, { ...request, headers })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Returns what the payment provider knows, read with the server's key; `path` as in Stripe's API after /v1/. */
export const atProvider = <T>(world: World, path: string) => ask<T>(world, path)

/** Changes something at the provider, like its own pages. Throws on a refusal. */
export const changeAtProvider = <T>(world: World, path: string, fields: Record<string, string>, method = 'POST') =>
  ask<T>(world, path, { method, body: new URLSearchParams(fields) })

/** Returns the payment's id, with which its secret begins. */
export const idOf = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? ''

/** Waits until something reads as it should. Fails with the last difference. */
export const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 })

/** Waits until the jobs of one queue are done, and lets failed ones try again at once. */
export async function jobsDone(world: World, queue: string): Promise<void> {
  await eventually(async () => {
    await world.sql("update pgboss.job set start_after = now() where name = $1 and state = 'retry'", [queue])
    const open = "select from pgboss.job where name = $1 and state in ('created', 'retry', 'active')"
    const left = await world.sql(open, [queue])
    if (left.length > 0) throw new Error(`${left.length} jobs of ${queue} wait`)
  })
}

type Payments = World['services']['payments']
type Change<N extends keyof Payments> = (real: Payments[N], restore: () => void) => Payments[N]

/** Answers a call to the provider in another way until restored, at the latest by the end of the test. */
export function answerWith<N extends keyof Payments>({ services: { payments } }: World, name: N, change: Change<N>) {
  const real = payments[name]
  const restore = () => void (payments[name] = real)
  onTestFinished(restore)
  payments[name] = change(real, restore)
  return restore
}
