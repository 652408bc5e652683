import { Checkbox as BaseCheckbox } from '@base-ui/react/checkbox'
import { Field as BaseField } from '@base-ui/react/field'
import { Check, Minus } from 'lucide-react'
import { FieldMessages, type ToggleProps } from './field.tsx'
import { useFieldError } from './form.tsx'

interface Props extends ToggleProps {
  /** Shows the label to screen readers only, where the context explains the box. */
  hideLabel?: boolean
  /** Whether it stands for several, of which some are checked and some are not. */
  isMixed?: boolean
}

/** A yes or no that is sent with the form, as a boolean. */
export function Checkbox(props: Props) {
  const { ref, name, label, help, error, disabled, checked, defaultChecked, onChange, hideLabel, isMixed } = props
  const formError = useFieldError(name)
  const message = error ?? formError
  return (
    <BaseField.Root name={name} invalid={Boolean(message)} disabled={disabled} className="flex flex-col gap-1.5">
      {/* Without words, the label still makes the box easy to hit. */}
      <BaseField.Label className={hideLabel ? '-m-3 flex p-3' : 'flex items-start gap-2.5 py-1'}>
        <BaseCheckbox.Root
          ref={ref}
          checked={checked}
          defaultChecked={defaultChecked}
          indeterminate={isMixed}
          onCheckedChange={onChange}
          className="flex size-5 shrink-0 items-center justify-center rounded-[4px] border border-control-line bg-surface transition-colors data-checked:border-primary data-checked:bg-primary data-indeterminate:border-primary data-indeterminate:bg-primary data-disabled:opacity-60 data-invalid:border-danger"
        >
          <BaseCheckbox.Indicator className="text-primary-text">
            {isMixed ? (
              <Minus aria-hidden className="size-3.5" strokeWidth={3} />
            ) : (
              <Check aria-hidden className="size-3.5" strokeWidth={3} />
            )}
          </BaseCheckbox.Indicator>
        </BaseCheckbox.Root>
        <span className={hideLabel ? 'sr-only' : undefined}>{label}</span>
      </BaseField.Label>
      <FieldMessages help={help} message={message} />
    </BaseField.Root>
  )
}
