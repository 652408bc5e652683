import { Field as BaseField } from '@base-ui/react/field'
import type { ComponentProps } from 'react'
import { classes } from './classes.ts'
import { Field, controlClasses, type FieldProps } from './field.tsx'

interface Props extends FieldProps, Omit<ComponentProps<'textarea'>, 'name' | 'className' | 'defaultValue' | 'value'> {
  defaultValue?: string
  value?: string
}

/** Several lines of text; grows with what is typed, up to the browser's own limit of the field. */
export function TextArea({ name, label, help, error, disabled, rows = 4, ...area }: Props) {
  return (
    <Field {...{ name, label, help, error, disabled }}>
      <BaseField.Control
        render={<textarea rows={rows} {...area} />}
        className={classes(controlClasses, 'h-auto min-h-24 py-2 pointer-coarse:h-auto [field-sizing:content]')}
      />
    </Field>
  )
}
