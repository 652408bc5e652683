import { Select as BaseSelect } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import { classes } from '../classes.ts'
import { popupClasses } from '../dialogs/popup.ts'
import { useKeptText } from './form.tsx'
import { Field, controlClasses, type FieldProps } from './field.tsx'

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

/** A choice of a few values, from a list that opens. */
export function Select<Value extends string>({
  options,
  placeholder = 'Choose…',
  value,
  defaultValue,
  onChange,
  ...field
}: Props<Value>) {
  const kept = useKeptText(field.name)
  const start = options.find((option) => option.value === kept)?.value ?? defaultValue
  return (
    <Field {...field}>
      <BaseSelect.Root<Value>
        items={options}
        value={value}
        defaultValue={start}
        disabled={field.disabled}
        // Pressing the current value reports it, too.
        onValueChange={(next) => next !== null && next !== value && onChange?.(next)}
      >
        <BaseSelect.Trigger
          className={classes(
            controlClasses,
            'flex items-center justify-between gap-2 text-left large-text:h-auto large-text:min-h-11 large-text:py-1',
          )}
        >
          <BaseSelect.Value placeholder={placeholder} className="truncate data-placeholder:text-placeholder" />
          <BaseSelect.Icon className="text-muted">
            <ChevronDown aria-hidden className="size-4" />
          </BaseSelect.Icon>
        </BaseSelect.Trigger>
        <BaseSelect.Portal>
          <BaseSelect.Positioner sideOffset={4} alignItemWithTrigger={false} className="z-50 outline-none">
            <BaseSelect.Popup
              className={classes(popupClasses, 'max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto')}
            >
              <BaseSelect.List>
                {options.map((option) => (
                  <BaseSelect.Item
                    key={option.value}
                    value={option.value}
                    className="flex min-h-9 cursor-default items-center gap-2 rounded-control py-1.5 pr-3 pl-2 outline-none select-none data-highlighted:bg-hover pointer-coarse:min-h-11"
                  >
                    <span className="flex size-4 shrink-0">
                      <BaseSelect.ItemIndicator>
                        <Check aria-hidden className="size-4 text-link" />
                      </BaseSelect.ItemIndicator>
                    </span>
                    <BaseSelect.ItemText>{option.label}</BaseSelect.ItemText>
                  </BaseSelect.Item>
                ))}
              </BaseSelect.List>
            </BaseSelect.Popup>
          </BaseSelect.Positioner>
        </BaseSelect.Portal>
      </BaseSelect.Root>
    </Field>
  )
}
