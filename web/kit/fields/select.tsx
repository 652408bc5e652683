import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classes } from '../classes.ts'
import { latePart } from '../dialogs/late-part.ts'
import { LentTrigger, type Lend } from '../dialogs/lent-trigger.tsx'
import { controlClasses, Field, type FieldProps, labelIdOf, useControl } from './field.tsx'
import { useKeptText } from './form-state.ts'

export interface Option<Value extends string = string> {
  value: Value
  label: string
}

interface Props<Value extends string> extends FieldProps {
  options: readonly Option<Value>[]
  /** Shown until something is chosen. */
  placeholder?: string
  value?: Value | null
  defaultValue?: Value | null
  onChange?: (value: Value) => void
  hideLabel?: boolean
}

const lists = latePart(() => import('./loaded-select.tsx'))

/** A choice of a few values, from a list that opens. */
export function Select<Value extends string>(props: Props<Value>) {
  const { options, placeholder = 'Choose…', value, defaultValue = null, onChange, ...field } = props
  const kept = useKeptText(field.name)
  const [own, setOwn] = useState(() => options.find((option) => option.value === kept)?.value ?? defaultValue)
  const current = value === undefined ? own : value
  // Pressing the current value reports it, too.
  const choose = (next: Value) => {
    setOwn(next)
    if (next !== current) onChange?.(next)
  }
  return (
    <Field {...field}>
      <ListTrigger
        part={lists}
        popup="listbox"
        chosen={options.find((option) => option.value === current)}
        placeholder={placeholder}
      >
        {({ LoadedSelect }, lend, labelId) => (
          <LoadedSelect
            lend={lend}
            labelId={labelId}
            options={options}
            value={current}
            disabled={field.disabled}
            onChange={(next) => choose(next as Value)}
          />
        )}
      </ListTrigger>
    </Field>
  )
}

interface TriggerProps<Part> {
  part: ReturnType<typeof latePart<Part>>
  popup: 'listbox' | 'dialog'
  chosen: Option | undefined
  placeholder: string
  children: (part: Part, lend: Lend, labelId: string) => ReactNode
}

/** The button of a choice, which shows what is chosen, and what the form gets from it. */
export function ListTrigger<Part>({ part, popup, chosen, placeholder, children }: TriggerProps<Part>) {
  const { name, ...control } = useControl()
  const labelId = labelIdOf(control.id)
  return (
    <>
      <LentTrigger
        part={part}
        closed={{ role: 'combobox', 'aria-haspopup': popup, 'aria-expanded': false }}
        keys={['ArrowDown', 'ArrowUp']}
        trigger={
          <button
            type="button"
            {...control}
            aria-labelledby={labelId}
            className={classes(
              controlClasses,
              'flex items-center justify-between gap-2 text-left large-text:h-auto large-text:min-h-11 large-text:py-1',
            )}
          >
            <span className={classes('truncate', !chosen && 'text-placeholder')}>{chosen?.label ?? placeholder}</span>
            <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
          </button>
        }
      >
        {(loaded, lend) => children(loaded, lend, labelId)}
      </LentTrigger>
      <input
        name={name}
        value={chosen?.value ?? ''}
        disabled={control.disabled}
        readOnly
        tabIndex={-1}
        aria-hidden
        // A form moves the focus to its first wrong field.
        onFocus={() => document.getElementById(control.id)?.focus()}
        className="sr-only"
      />
    </>
  )
}
