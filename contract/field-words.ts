import type { Schema } from './call.ts'

/** The words that a form shows for a field of a call's body. */
export interface FieldWords {
  label: string
  /** Tells what to enter, or what it means. */
  help?: string
  /** The control, where the schema does not tell: text over several lines, an address, a phone, a day or a password. */
  kind?: 'area' | 'day' | 'email' | 'password' | 'phone' | 'url'
  placeholder?: string
  /** The lines of a text area. */
  rows?: number
  /** The choices of an enum with the names that people read; by default the values. */
  names?: Readonly<Record<string, string>>
  autoComplete?: string
}

/** Like zod's own registry, which would cost every first load half a kilobyte. */
const registry = new WeakMap<Schema, FieldWords>()

/** Gives a field its words and returns it. */
export function field<Field extends Schema>(schema: Field, words: FieldWords): Field {
  registry.set(schema, words)
  return schema
}

/** A field without what makes it optional, and what that means for an empty control. */
export interface KnownField {
  schema: Schema
  words: FieldWords | undefined
  isOptional: boolean
  isNullable: boolean
  /** The value of a new form. */
  start: unknown
  /** The most characters, if limited. */
  maxLength: number | undefined
}

/** Returns what a schema says about its field, whichever wrapper names the words. */
export function knowField(schema: Schema): KnownField {
  const known = { isOptional: false, isNullable: false, start: undefined as unknown }
  let words = registry.get(schema)
  let inner = schema
  for (;;) {
    const def = inner._zod.def as { type: string; innerType?: Schema; defaultValue?: unknown }
    if (!def.innerType) break
    if (def.type === 'optional') known.isOptional = true
    if (def.type === 'nullable') known.isNullable = true
    if (def.type === 'default') known.start = def.defaultValue
    inner = def.innerType
    words ??= registry.get(inner)
  }
  return { ...known, schema: inner, words, maxLength: maxLengthOf(inner) }
}

function maxLengthOf(schema: Schema): number | undefined {
  const checks: { check: string; maximum?: number }[] | undefined = schema._zod.def.checks?.map(({ _zod }) => _zod.def)
  return checks?.find(({ check }) => check === 'max_length')?.maximum
}

/** Returns the words of a field of a call's body. */
export function wordsOf(body: Schema | undefined, name: string): FieldWords {
  const { shape } = (body?._zod.def ?? {}) as { shape?: Record<string, Schema> }
  const schema = shape?.[name]
  return (schema && knowField(schema).words) ?? { label: name }
}

/** Returns the label of a field of a call's body. */
export function labelOf(body: Schema | undefined, name: string): string {
  return wordsOf(body, name).label
}
