import type * as z from 'zod/mini'
import type { Answer, Call } from '#contract/call.ts'

/** What a call answers; of a list, one of its rows. */
export type Fake<C extends Call> = Answer<C> extends readonly (infer Row)[] ? Row : Answer<C>

/** The fields that a test looks at, at every depth. */
export type Some<T> = unknown extends T
  ? T
  : T extends readonly (infer Row)[]
    ? readonly Some<Row>[]
    : { [Field in keyof T]?: Some<T[Field]> }

/** Returns an answer of a call, or a row of its list, with these fields; the others are empty, off, zero or unknown. */
export function fakeOf<C extends Call>(call: C, known: Some<Fake<C>>): Fake<C> {
  const { def } = (call.answer as z.core.$ZodTypes)._zod
  return fill(def.type === 'array' ? def.element : call.answer, known) as Fake<C>
}

/** Returns a value of a schema, with what is known of it. */
export function fill(schema: z.core.$ZodType, known?: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if ((def.type === 'nullable' || def.type === 'optional') && known) return fill(def.innerType, known)
  if (def.type === 'array' && known) return (known as unknown[]).map((row) => fill(def.element, row))
  if (def.type === 'object') {
    const given = (known ?? {}) as Record<string, unknown>
    const filled = Object.entries(def.shape).map(([name, field]) => [name, fill(field, given[name])])
    return { ...given, ...Object.fromEntries(filled) }
  }
  return known === undefined ? emptyOf(def) : known
}

function emptyOf(def: z.core.$ZodTypes['_zod']['def']): unknown {
  switch (def.type) {
    case 'enum':
      return Object.values(def.entries)[0]
    case 'literal':
      return def.values[0]
    case 'nullable':
      return null
    case 'optional':
      return undefined
    case 'array':
      return []
    case 'string':
      return ''
    case 'number':
      return 0
    case 'boolean':
      return false
    case 'record':
      return {}
    // A time.
    case 'pipe':
      return '2026-11-20T08:00:00.000Z'
    default:
      throw new Error(`There is no empty value of the type ${def.type}`)
  }
}
