import type { ReactNode } from 'react'
import type { Schema } from '#contract/call.ts'
import { type FieldWords, type KnownField, knowField } from '#contract/field-words.ts'
import { Checkbox } from '#web/kit/fields/checkbox.tsx'
import { PasswordField } from '#web/kit/fields/password-field.tsx'
import { type Option, Select } from '#web/kit/fields/select.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'

/** The words of a field in one form. */
export interface OwnWords extends Partial<Omit<FieldWords, 'help'>> {
  help?: ReactNode
  /** Where this form needs what the call may do without. */
  required?: boolean
}

interface Props {
  name: string
  schema: Schema
  /** The check that the form makes instead, which may require what the call does not. */
  check?: Schema | undefined
  /** Its present value; undefined in a new form. */
  value: unknown
  /** Words that only this form has. */
  words?: OwnWords
  /** The choices, where the schema does not have them. */
  options?: readonly Option[] | undefined
  disabled?: boolean | undefined
}

/** The control of a field, as its schema and its words describe it. */
export function CallField({ name, schema, check = schema, value, words: own, options, disabled }: Props) {
  const known = knowField(schema)
  const words: OwnWords & { label: string } = { label: name, ...known.words, ...own }
  const { label, help, kind, placeholder, rows, autoComplete = 'off' } = words
  const field = { name, label, help, disabled }
  // An example would never be seen over a start value.
  const start = value ?? (placeholder === undefined ? known.start : undefined)
  const choices = options ?? choicesOf(known.schema, words.names)
  if (choices) return <Select {...field} options={choices} defaultValue={textOf(start) || null} />
  if (known.schema._zod.def.type === 'boolean') return <Checkbox {...field} defaultChecked={start === true} />
  const required = words.required ?? isRequired(knowField(check))
  if (kind === 'password') {
    const secret = autoComplete === 'new-password' ? 'new-password' : 'current-password'
    return <PasswordField {...field} autoComplete={secret} required={required} />
  }
  const text = {
    ...field,
    required,
    defaultValue: textOf(start),
    ...(known.maxLength !== undefined && { maxLength: known.maxLength }),
    ...(placeholder !== undefined && { placeholder }),
  }
  if (kind === 'area') return <TextArea {...text} {...(rows !== undefined && { rows })} />
  const isNumber = ['number', 'int'].includes(known.schema._zod.def.type)
  return (
    <TextField
      {...text}
      autoComplete={autoComplete}
      {...(isNumber && { inputMode: 'decimal' })}
      {...(kind === 'day' && { type: 'date' })}
      {...(kind === 'email' && { type: 'email' })}
      {...(kind === 'phone' && { type: 'tel' })}
      {...(kind === 'url' && { inputMode: 'url' })}
    />
  )
}

/** Returns the text of a value for its control; none for what no control of text shows. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

/** Returns the choices of an enum with their names. */
function choicesOf(schema: Schema, names: Readonly<Record<string, string>> = {}): readonly Option[] | undefined {
  const { type, entries } = schema._zod.def as { type: string; entries?: Record<string, string> }
  if (type !== 'enum' || !entries) return undefined
  return Object.values(entries).map((value) => ({ value, label: names[value] ?? value }))
}

function isRequired({ isOptional, isNullable, start }: KnownField): boolean {
  return !isOptional && !isNullable && start === undefined
}
