import * as z from 'zod/mini'
import type { Call, Schema } from '#contract/call.ts'
import { knowField } from '#contract/field-words.ts'
import { findBody } from './bodies.ts'

/** Returns the fields of a call's body by name; none for a body that is no object. */
export function fieldsOf(call: Call): Readonly<Record<string, Schema>> {
  const { shape } = (findBody(call)?._zod.def ?? {}) as { shape?: Record<string, Schema> }
  return shape ?? {}
}

/**
 * Returns the schema of a form over some fields of a call's body. An empty control means null or nothing where the call
 * takes that; in a form over known values, a field that the call may leave out must still be filled in.
 */
export function formSchemaOf(call: Call, names: readonly string[], isEdit: boolean) {
  const fields = fieldsOf(call)
  return z.object(
    Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, toField(fields[name], isEdit)]] : []))),
  )
}

function toField(schema: Schema, isEdit: boolean): Schema {
  const { schema: inner, isNullable, isOptional, start } = knowField(schema)
  const { type } = inner._zod.def
  if (type === 'boolean') return inner
  const isNumber = type === 'number' || type === 'int'
  const mayLack = !isEdit && (isOptional || start !== undefined)
  const empty = isNullable ? null : mayLack || isNumber || type === 'enum' ? undefined : ''
  const read = (value: unknown) => {
    const isBlank = isNumber && typeof value === 'string' && value.trim() === ''
    if (value === '' || value === undefined || isBlank) return empty
    return isNumber ? Number(value) : value
  }
  return z.pipe(z.transform(read), isNullable || mayLack ? schema : inner)
}
