import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Field as BaseField } from '@base-ui/react/field'
import { Check } from 'lucide-react'
import { FieldMessages, type ToggleProps } from './field.tsx'
import { useFieldError } from './form.tsx'

/** A yes or no that is sent with the form, as a boolean. */
export function Checkbox({ ref, name, label, help, error, disabled, checked, defaultChecked, onChange }: ToggleProps) {
  const formError = useFieldError(name)
  const message = error ?? formError
  return (
    <BaseField.Root name={name} invalid={Boolean(message)} disabled={disabled} className="flex flex-col gap-1.5">
      <BaseField.Label className="flex items-start gap-2.5 py-1">
        <BaseCheckbox.Root
          ref={ref}
          checked={checked}
          defaultChecked={defaultChecked}
          onCheckedChange={onChange}
          className="flex size-5 shrink-0 items-center justify-center rounded-[4px] border border-control-line bg-surface transition-colors data-checked:border-primary data-checked:bg-primary data-disabled:opacity-60 data-invalid:border-danger"
        >
          <BaseCheckbox.Indicator className="text-primary-text">
            <Check aria-hidden className="size-3.5" strokeWidth={3} />
          </BaseCheckbox.Indicator>
        </BaseCheckbox.Root>
        <span>{label}</span>
      </BaseField.Label>
      <FieldMessages help={help} message={message} />
    </BaseField.Root>
  )
}
