import { Field as BaseField } from '@base-ui/react/field'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useEffectEvent } from 'react'
import { useFieldError } from './form.tsx'
import { classes } from '../classes.ts'
import { SupportText } from '#web/kit/text-link.tsx'
/** The classes shared by every input and select, whatever its height. */
export const controlLook = classes(
  'w-full rounded-control border border-control-line bg-surface px-3 text-text transition-[border-color]',
  'pointer-coarse:text-lg',
  'hover:border-muted data-invalid:border-danger aria-invalid:border-danger',
  'focus-visible:border-primary focus-visible:outline-offset-0',
  'aria-invalid:focus-visible:border-danger aria-invalid:focus-visible:outline-danger',
  'disabled:cursor-default disabled:opacity-60 data-disabled:cursor-default data-disabled:opacity-60',
)

export const controlClasses = classes(controlLook, 'h-9 pointer-coarse:h-11')

export interface FieldProps {
  /** Name in the form's values. */
  name: string
  label: ReactNode
  /** Below the control: what to enter. */
  help?: ReactNode
  /** A message from outside the form; the form's own messages show automatically. */
  error?: string | undefined
  disabled?: boolean | undefined
}

/** A field that is on or off. */
export interface ToggleProps extends FieldProps {
  ref?: Ref<HTMLElement>
  checked?: boolean
  defaultChecked?: boolean
  onChange?: (checked: boolean) => void
}

interface Props extends FieldProps {
  /** The control; it gets its label, description and invalid state from here. */
  children: ReactNode
  /** Shows the label to screen readers only, where the context explains the control. */
  hideLabel?: boolean | undefined
}

/** A control with its label above, and its help and error message below. */
export function Field({ name, label, help, error, disabled, hideLabel = false, children }: Props) {
  const formError = useFieldError(name)
  const message = error ?? formError
  return (
    <BaseField.Root
      name={name}
      invalid={message !== undefined}
      disabled={disabled}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <BaseField.Label className={hideLabel ? 'sr-only' : 'font-medium'}>{label}</BaseField.Label>
      {children}
      <FieldMessages help={help} message={message} />
    </BaseField.Root>
  )
}

/** The help and error lines of a field, for controls with their own layout. */
export function FieldMessages({ help, message }: { help?: ReactNode; message?: string | undefined }) {
  return (
    <>
      {help && <BaseField.Description className="text-sm text-muted">{help}</BaseField.Description>}
      <BaseField.Error match={Boolean(message)} className="flex items-start gap-1.5 text-sm text-danger">
        <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
        <span>
          <SupportText>{message}</SupportText>
        </span>
      </BaseField.Error>
    </>
  )
}

/** Takes over, once, what was typed or chosen on the server-rendered page before this ran. */
export function useTakeOver(takeOver: () => void): void {
  const once = useEffectEvent(takeOver)
  useEffect(() => once(), [])
}
