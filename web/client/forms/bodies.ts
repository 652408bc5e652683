import type { Call, Schema } from '#contract/call.ts'

/** The bodies that have been loaded, by method and path. */
const bodies = new Map<string, Schema>()

/** Takes the body of a call; the build makes files that do this (scripts/bundling/contract.ts). */
export function keepBody(signature: string, body: Schema): void {
  bodies.set(signature, body)
}

/**
 * Returns the schema of a call's body; undefined where it has none.
 *
 * @throws Error before it has been loaded, which `call.loadBody` does
 */
export function findBody({ method, path, body, loadBody }: Call): Schema | undefined {
  const signature = `${method} ${path}`
  const found = body ?? bodies.get(signature)
  if (!found && loadBody) throw new Error(`The body of ${signature} has not been loaded`)
  return found
}

/** Returns the schema of a call's body, for its form. The build loads it with each file that names this function. */
export function bodyOf<Body extends Schema>(call: Call & { body: Body | undefined }): Body {
  const body = findBody(call)
  if (!body) throw new Error('No body')
  return body as Body
}
