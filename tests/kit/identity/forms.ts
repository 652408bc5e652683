import type { ProblemBody } from '#contract/call.ts'
import type { TestClient } from '../world/client.ts'

/** Returns a picture as a file of a form. */
export const fileOf = (bytes: Buffer, name = 'me.png', type = 'image/png') =>
  new File([new Uint8Array(bytes)], name, { type })

type Fields = Record<string, File | string> | [name: string, value: File | string][]

/** Sends a form as a browser does. */
export async function sendForm<Body>(
  client: TestClient,
  method: 'POST' | 'PUT' | 'PATCH',
  path: string,
  fields: Fields,
  more: Record<string, string> = {},
): Promise<{ status: number; body: Body & ProblemBody }> {
  const form = new FormData()
  for (const [name, value] of Array.isArray(fields) ? fields : Object.entries(fields)) form.append(name, value)
  const headers = { cookie: client.cookieHeader(), ...more }
  const answer = await fetch(`${client.url}${path}`, { method, body: form, headers })
  return { status: answer.status, body: (await answer.json()) as Body & ProblemBody }
}

/** Returns what is shown under the address of a picture. */
export async function see({ url }: { url: string }, path: string | null) {
  const answer = await fetch(`${url}${path}`)
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}
