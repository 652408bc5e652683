import type { Call, Schema } from '#contract/call.ts'

/** The bodies that have been loaded, by method and path. */
const bodies = new Map<string, Schema>()

/** Takes the body of a call; the build makes files that do this (scripts/bundling/contract.ts). */
export function keepBody(signature: string, body: Schema): void {
  bodies.set(signature, body)
}

/** The code of forms once it is there; a file that draws a form in a screen imports it. */
let forms: object | null = null

export function keepForms(code: object): void {
  forms = code
}

/** Returns the code of forms; null before it is there. */
export function findForms<Forms>(): Forms | null {
  return forms as Forms | null
}

/** Returns whether a call's body has been loaded, or is none. */
export function hasBody({ method, path, loadBody }: Call): boolean {
  return !loadBody || bodies.has(`${method} ${path}`)
}

/**
 * Returns the schema of a call's body; undefined where it has none.
 *
 * @throws Error before it has been loaded, which `call.loadBody` does
 */
export function findBody(call: Call): Schema | undefined {
  const signature = `${call.method} ${call.path}`
  if (!hasBody(call)) throw new Error(`The body of ${signature} has not been loaded`)
  return call.body ?? bodies.get(signature)
}

/** Returns the schema of a call's body, for its form. The build loads it with each file that names this function. */
export function bodyOf<Body extends Schema>(call: Call & { body: Body | undefined }): Body {
  const body = findBody(call)
  if (!body) throw new Error('No body')
  return body as Body
}
