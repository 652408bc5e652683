// Compares what two services answer to the same calls: in status, in shape, and in the words that the product decides
// by.

/** Fields whose exact value is compared; of all others only the kind of value. */
const words = new Set(['object', 'status', 'type', 'code', 'decline_code', 'param', 'currency', 'category', 'role'])

/**
 * `seen` gives what an earlier call was answered, by its name: undefined when it was not made. `ask` returns null where
 * what it asks for is not there. `readsBack` returns what the answer must hold as it was sent; `cleansUp` is for calls at
 * the end, `isForServiceAlone` for those that the stand-in does not get.
 *
 * @typedef {(name: string) => any} Seen
 * @typedef {{ method: string, path: string, body?: object, form?: object, headers?: object }} Asked
 * @typedef {{ name: string, ask: (seen: Seen) => Asked | null, readsBack?: (seen: Seen) => object, cleansUp?: boolean,
 *   isForServiceAlone?: boolean }} VendorCall
 */

/**
 * Makes every call of a list to one service, in order, and then its cleanup, whatever happened before.
 *
 * @param {{ url: string, headers: Record<string, string> }} side
 * @param {VendorCall[]} calls
 */
export async function makeCalls(side, calls) {
  const answers = new Map()
  const seen = (name) => answers.get(name)?.body
  for (const call of [...calls.filter((one) => !one.cleansUp), ...calls.filter((one) => one.cleansUp)]) {
    const asked = call.ask(seen)
    if (asked === null) continue
    const answered = await send(side, asked)
    answers.set(call.name, answered)
    if (call.readsBack) answered.notKept = notKept(call.readsBack(seen), answered.body)
  }
  return answers
}

async function send({ url, headers }, { method, path, body, form, headers: own = {} }) {
  const sent = form ? new URLSearchParams(form) : body === undefined ? undefined : JSON.stringify(body)
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json'
  try {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { ...headers, ...(sent === undefined ? {} : { 'content-type': type }), ...own },
      ...(sent === undefined ? {} : { body: sent }),
      signal: AbortSignal.timeout(30_000),
    })
    const bytes = Buffer.from(await response.arrayBuffer())
    const kind = (response.headers.get('content-type') ?? '').split(';')[0]
    return { status: response.status, kind, body: readBody(kind, bytes) }
  } catch (error) {
    return { status: 0, kind: '', body: error instanceof Error ? error.message : null }
  }
}

function readBody(kind, bytes) {
  if (!kind.includes('json')) return null
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return null
  }
}

/**
 * Returns where the service's answers differ from the stand-in's, a line each. Additional fields of the service are no
 * difference, because nothing of ours reads them.
 *
 * @param {VendorCall[]} calls
 */
export function compareAnswers(service, standin, calls) {
  return calls.flatMap(({ name, cleansUp }) => {
    const [one, other] = [service.get(name), standin.get(name)]
    // What only one side has created is reported at its creation.
    if ((!one && !other) || ((!one || !other) && cleansUp)) return []
    if (!one || !other) return [`${name}: could be asked only ${one ? 'the service' : 'the stand-in'}`]
    return compareOne(one, other).map((line) => `${name}: ${line}`)
  })
}

function compareOne(service, standin) {
  if (service.status !== standin.status) {
    return [`the service answers ${describe(service)}, the stand-in ${describe(standin)}`]
  }
  const kind = service.kind === standin.kind ? [] : [`the service sends ${service.kind}, the stand-in ${standin.kind}`]
  const unlike = compareShapes(shapeOf(service.body), shapeOf(standin.body), '')
  const lost = (service.notKept ?? []).filter((path) => !standin.notKept?.includes(path))
  return [...kind, ...unlike, ...lost.map((path) => `${path} does not read back as it was sent`)]
}

function describe({ status, body }) {
  if (status === 0) return `nothing (${body})`
  const { error, detail } = body ?? {}
  const said = error?.code ?? error?.type ?? detail?.code ?? detail?.status
  return said ? `${status} ${said}` : String(status)
}

/** Returns a value's kind; for a list that of all its items together, for an object those of its fields. */
function shapeOf(value, name = '') {
  if (Array.isArray(value)) return { items: value.map((item) => shapeOf(item)).reduce(merge, null) }
  if (value === null || value === undefined) return { none: true }
  if (typeof value === 'object') {
    return { fields: Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner, key)])) }
  }
  return { kind: typeof value, ...(words.has(name) && typeof value === 'string' ? { words: [value] } : {}) }
}

/** Returns what fits either of two items of a list. */
function merge(one, other) {
  if (one === null || one.none) return other
  if (other.none) return one
  if (one.fields && other.fields) {
    const names = new Set([...Object.keys(one.fields), ...Object.keys(other.fields)])
    const both = [...names].map((name) => [name, merge(one.fields[name] ?? null, other.fields[name] ?? { none: true })])
    return { fields: Object.fromEntries(both) }
  }
  return one.words && other.words ? { ...one, words: [...new Set([...one.words, ...other.words])] } : one
}

/** Compares shapes. Empty and missing lists, and null on either side, say nothing about the shape. */
function compareShapes(service, standin, path) {
  if (!service || !standin || service.none || standin.none) return []
  const at = path || 'the answer'
  if (kindOf(service) !== kindOf(standin)) return [`${at} is ${kindOf(service)}, at the stand-in ${kindOf(standin)}`]
  if (standin.items !== undefined) return compareShapes(service.items, standin.items, `${path}[]`)
  if (standin.fields) {
    return Object.entries(standin.fields).flatMap(([name, inner]) => {
      const inside = path ? `${path}.${name}` : name
      if (!(name in service.fields)) return inner.none ? [] : [`${inside} is missing`]
      return compareShapes(service.fields[name], inner, inside)
    })
  }
  const unknown = (service.words ?? []).filter((word) => !standin.words?.includes(word))
  if (unknown.length === 0 || path.includes('[]')) return []
  return [`${at} says "${unknown.join('", "')}", at the stand-in "${(standin.words ?? []).join('", "')}"`]
}

function kindOf(shape) {
  return shape.items !== undefined ? 'a list' : shape.fields ? 'an object' : `a ${shape.kind}`
}

/** Returns the sent fields that an answer does not hold with the same values. */
function notKept(sent, answered, path = '') {
  if (typeof sent !== 'object' || sent === null) return Object.is(sent, answered) ? [] : [path]
  if (Array.isArray(sent)) {
    const isKept = Array.isArray(answered) && sent.every((item) => answered.includes(item))
    return isKept ? [] : [path]
  }
  return Object.entries(sent).flatMap(([name, inner]) =>
    notKept(inner, answered?.[name], path ? `${path}.${name}` : name),
  )
}
