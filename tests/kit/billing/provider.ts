import type { World } from '../world/world.ts'

/** Returns what the payment provider knows, read with the server's key; `path` as in Stripe's API after /v1/. */
export async function atProvider<T>(world: World, path: string): Promise<T> {
  const response = await fetch(`${world.standins.url}/v1/${path}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Changes something at the provider, like its own pages. Throws on a refusal. */
export async function changeAtProvider<T>(
  world: World,
  path: string,
  fields: Record<string, string>,
  method: 'POST' | 'DELETE' = 'POST',
): Promise<T> {
  const response = await fetch(`${world.standins.url}/v1/${path}`, {
    method,
    headers: { authorization: 'Bearer sk_test_sandbox' },
    body: new URLSearchParams(fields),
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Returns the payment's id, with which its secret begins. */
export function idOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}
