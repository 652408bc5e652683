import type { ComponentProps } from 'react'
import { classes } from '../classes.ts'
import { useKeptText } from './form-state.ts'
import { controlLook, Field, type FieldProps, useControl } from './field.tsx'

type AreaProps = Pick<ComponentProps<'textarea'>, 'required' | 'maxLength' | 'rows' | 'placeholder' | 'spellCheck'>

interface Props extends FieldProps, AreaProps {
  defaultValue?: string
  value?: string
  onChange?: (text: string) => void
  hideLabel?: boolean
}

/** Several lines of text; resizable by its corner. */
export function TextArea({ name, label, help, error, disabled, hideLabel, rows = 5, onChange, ...area }: Props) {
  const kept = useKeptText(name)
  const start = area.value === undefined && kept !== undefined ? { defaultValue: kept } : {}
  return (
    <Field {...{ name, label, help, error, disabled, hideLabel }}>
      <Area
        rows={rows}
        {...area}
        {...start}
        onChange={(event) => onChange?.(event.target.value)}
        className={classes(controlLook, 'min-h-20 resize-y py-2')}
      />
    </Field>
  )
}

function Area(area: ComponentProps<'textarea'>) {
  return <textarea {...useControl()} {...area} />
}
