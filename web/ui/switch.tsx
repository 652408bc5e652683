import { Field as BaseField } from '@base-ui/react/field'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { FieldMessages, type FieldProps } from './field.tsx'
import { useFieldError } from './form.tsx'

interface Props extends FieldProps {
  checked?: boolean
  defaultChecked?: boolean
  onChange?: (checked: boolean) => void
}

/** On or off, holding at once when it stands outside a form. */
export function Switch({ name, label, help, error, disabled, checked, defaultChecked, onChange }: Props) {
  const formError = useFieldError(name)
  const message = error ?? formError
  return (
    <BaseField.Root name={name} invalid={Boolean(message)} disabled={disabled} className="flex flex-col gap-1.5">
      <BaseField.Label className="flex items-center justify-between gap-4 py-1 font-medium">
        <span>{label}</span>
        <BaseSwitch.Root
          checked={checked}
          defaultChecked={defaultChecked}
          onCheckedChange={onChange}
          className="flex h-6 w-10 shrink-0 items-center rounded-full border border-control-line bg-sunken p-0.5 transition-colors data-checked:border-primary data-checked:bg-primary data-disabled:opacity-60"
        >
          <BaseSwitch.Thumb className="size-4.5 rounded-full bg-control-line transition-[translate,background-color] data-checked:translate-x-4 data-checked:bg-primary-text" />
        </BaseSwitch.Root>
      </BaseField.Label>
      <FieldMessages help={help} message={message} />
    </BaseField.Root>
  )
}
