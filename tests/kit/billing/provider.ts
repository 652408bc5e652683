import type { World } from '../world/world.ts'

/** What the payment provider knows, asked with the server's key; `path` as in Stripe's API after /v1/. */
export async function atProvider<T>(world: World, path: string): Promise<T> {
  const response = await fetch(`${world.standins.url}/v1/${path}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

/** Changes something there, as its own pages would; a refusal throws. */
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

/** The payment's id, which its secret begins with. */
export function idOf(clientSecret: string): string {
  return clientSecret.split('_secret_')[0] ?? ''
}
