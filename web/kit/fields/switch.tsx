import { Field as BaseField } from '@base-ui/react/field'
import { Switch as BaseSwitch } from '@base-ui/react/switch'
import { FieldMessages, type ToggleProps } from './field.tsx'
import { useFieldError } from './form.tsx'

/** A switch that takes effect at once; a value that is sent with a form is a Checkbox. */
export function Switch({ ref, name, label, help, error, disabled, checked, defaultChecked, onChange }: ToggleProps) {
  const formError = useFieldError(name)
  const message = error ?? formError
  return (
    <BaseField.Root name={name} invalid={Boolean(message)} disabled={disabled} className="flex flex-col gap-1">
      <BaseField.Label className="flex min-h-6 items-center justify-between gap-4 font-medium pointer-coarse:min-h-11">
        <span>{label}</span>
        <BaseSwitch.Root
          ref={ref}
          checked={checked}
          defaultChecked={defaultChecked}
          onCheckedChange={onChange}
          className="relative inline-flex h-6 w-11 shrink-0 cursor-pointer items-center rounded-full border border-control-line bg-sunken p-0.5 transition-colors data-checked:border-primary data-checked:bg-primary data-disabled:cursor-default data-disabled:opacity-60"
        >
          <BaseSwitch.Thumb className="size-4.5 rounded-full bg-control-line forced-colors:bg-[ButtonText]! transition-[translate,background-color] duration-menu data-checked:translate-x-5 data-checked:bg-primary-text" />
        </BaseSwitch.Root>
      </BaseField.Label>
      <FieldMessages help={help} message={message} />
    </BaseField.Root>
  )
}
