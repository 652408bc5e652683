import * as z from 'zod/mini'
import { invalidRequest, type StripeFault } from './faults.ts'

export type Form = { [key: string]: string | Form }

/** Reads `items[0][price]=a&expand[]=b` into nested objects; list entries are keyed by their index. */
export function parseForm(encoded: string): Form {
  const form: Form = Object.create(null)
  for (const [name, value] of new URLSearchParams(encoded)) {
    const path = [...name.matchAll(/^[^[]+|\[([^\]]*)\]/g)].map((part) => part[1] ?? part[0])
    const last = path.pop()
    if (last === undefined) continue
    let place = form
    for (const key of path) {
      const next = place[key]
      place = place[key] = typeof next === 'object' ? next : (Object.create(null) as Form)
    }
    place[last === '' ? String(Object.keys(place).length) : last] = value
  }
  return form
}

export const text = z.string()
export const integer = z.pipe(
  z.string().check(z.regex(/^-?\d{1,15}$/, { error: 'Invalid integer' })),
  z.transform((digits: string) => Number(digits)),
)
export const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((word: 'false' | 'true') => word === 'true'),
)
/** Key-value notes; an empty value removes the key, an empty whole removes all. */
export const metadata = z.union([z.record(z.string(), z.string()), z.literal('')])
/** A moment or a range of moments, in seconds. */
export const moments = z.union([
  integer,
  z.strictObject({
    gt: z.optional(integer),
    gte: z.optional(integer),
    lt: z.optional(integer),
    lte: z.optional(integer),
  }),
])

/** A list in bracket notation. */
export function listOf<T extends z.core.$ZodType>(item: T) {
  return z.pipe(
    z.transform((value: unknown) => (typeof value === 'object' && value !== null ? Object.values(value) : value)),
    z.array(item),
  )
}

export const addressParams = z.strictObject({
  city: z.optional(text),
  country: z.optional(text),
  line1: z.optional(text),
  line2: z.optional(text),
  postal_code: z.optional(text),
  state: z.optional(text),
})

export const pages = {
  limit: z.optional(integer),
  starting_after: z.optional(text),
  ending_before: z.optional(text),
}

/**
 * Returns a strict schema whose keys must be parameters that the SDK knows for the same call, so that a misspelled one
 * does not compile; `expand` is always accepted.
 */
export function accepts<Params>() {
  return <S extends { [K in keyof S]: K extends keyof Params ? z.core.$ZodType : never }>(shape: S) =>
    z.strictObject({ ...shape, expand: z.optional(listOf(text)) })
}

/** Returns parsed parameters. Throws Stripe's 400 for the first wrong one. */
export function readParams<T extends z.core.$ZodType>(schema: T, raw: Form): z.output<T> {
  const parsed = z.safeParse(schema, raw)
  if (parsed.success) return parsed.data
  throw faultOf(parsed.error.issues[0]!, raw)
}

function faultOf(issue: z.core.$ZodIssue, raw: Form): StripeFault {
  if (issue.code === 'unrecognized_keys') return unknownParameter([...issue.path, issue.keys[0]!])
  if (issue.code === 'invalid_union') {
    const inner = issue.errors.flat().find(({ code }) => code === 'unrecognized_keys')
    if (inner !== undefined) return faultOf({ ...inner, path: [...issue.path, ...inner.path] }, raw)
  }
  const param = nameOf(issue.path)
  const given = issue.path.reduce<unknown>((place, key) => (place as Form | undefined)?.[String(key)], raw)
  if (given === undefined) return invalidRequest(`Missing required param: ${param}.`, 'parameter_missing', param)
  if (issue.message === 'Invalid integer') {
    return invalidRequest(`Invalid integer: ${JSON.stringify(given)}`, 'parameter_invalid_integer', param)
  }
  if (issue.code === 'invalid_value') {
    return invalidRequest(`Invalid ${param}: must be one of ${issue.values.join(', ')}`, undefined, param)
  }
  return invalidRequest(`Invalid ${param}`, undefined, param)
}

function unknownParameter(path: PropertyKey[]): StripeFault {
  const param = nameOf(path)
  if (param === 'payment_method_types') {
    const message =
      'The payment_method_types parameter is no longer supported. Use automatic_payment_methods or allowed_payment_method_types instead.'
    return invalidRequest(message, 'payment_method_types_no_longer_supported', param)
  }
  return invalidRequest(`Received unknown parameter: ${param}`, 'parameter_unknown', param)
}

function nameOf(path: PropertyKey[]): string {
  const [first, ...rest] = path.map(String)
  return [first, ...rest.map((key) => `[${key}]`)].join('')
}

/** Merges new notes into old ones. */
export function mergeMetadata(
  old: Record<string, string>,
  given: Record<string, string> | '' | undefined,
): Record<string, string> {
  if (given === '') return {}
  return Object.fromEntries(Object.entries({ ...old, ...given }).filter(([, value]) => value !== ''))
}
