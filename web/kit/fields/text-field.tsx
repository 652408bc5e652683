import type { ComponentProps, ReactNode } from 'react'
import { classes } from '../classes.ts'
import { useKeptText } from './form-state.ts'
import { Field, controlClasses, type FieldProps, useControl } from './field.tsx'

type Input = Omit<ComponentProps<'input'>, 'name' | 'className' | 'size' | 'defaultValue' | 'value'>

interface Props extends FieldProps, Input {
  defaultValue?: string
  value?: string
  hideLabel?: boolean
  /** A small picture at the start of the field. */
  icon?: ReactNode
}

/** One line of text; `type`, `autoComplete` and `inputMode` set its kind. */
export function TextField({ name, label, help, error, disabled, hideLabel, icon, ...input }: Props) {
  const kept = useKeptText(name)
  // A controlled field keeps its own value.
  const start = input.value === undefined && kept !== undefined ? { defaultValue: kept } : {}
  const plain = input.type === 'email' ? { spellCheck: false, autoCapitalize: 'none' } : {}
  return (
    <Field {...{ name, label, help, error, disabled, hideLabel }}>
      <div className="relative">
        {icon && (
          <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-muted">{icon}</span>
        )}
        <Input {...plain} {...input} {...start} className={classes(controlClasses, icon ? 'pl-9' : null)} />
      </div>
    </Field>
  )
}

/** The input of a field. */
export function Input(input: ComponentProps<'input'>) {
  return <input {...useControl()} {...input} />
}
