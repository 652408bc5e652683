import { CircleAlert } from 'lucide-react'
import { createContext, type ReactNode, type Ref, use, useEffect, useEffectEvent, useId } from 'react'
import { SupportText } from '#web/kit/text-link.tsx'
import { classes } from '../classes.ts'
import { useFieldError } from './form-state.ts'

/** The classes shared by every input and select, whatever its height. */
export const controlLook = classes(
  'w-full rounded-control border border-control-line bg-surface px-3 text-text transition-[border-color]',
  'pointer-coarse:text-lg',
  'hover:border-muted aria-invalid:border-danger',
  'focus-visible:border-primary focus-visible:outline-offset-0',
  'aria-invalid:focus-visible:border-danger aria-invalid:focus-visible:outline-danger',
  'disabled:cursor-default disabled:opacity-60',
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
  ref?: Ref<HTMLInputElement>
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

/** A control gets these from its field. */
export interface Control {
  id: string
  name: string
  disabled: boolean | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

const ControlContext = createContext<Control | null>(null)

/** Returns what the control inside a field gets from it. */
export function useControl(): Control {
  const control = use(ControlContext)
  if (!control) throw new Error('A control is outside of a field')
  return control
}

/** Returns the id of the label of a control with this id. */
export function labelIdOf(id: string): string {
  return `${id}-label`
}

/** Returns what a control with its own layout gets, and the lines below it. */
export function useField({ name, help, error, disabled }: Omit<FieldProps, 'label'>) {
  const id = useId()
  const formError = useFieldError(name)
  const message = error ?? formError
  const lines = [help ? `${id}-help` : '', message ? `${id}-error` : ''].filter(Boolean)
  const control: Control = {
    id,
    name,
    disabled,
    'aria-describedby': lines.join(' ') || undefined,
    'aria-invalid': message === undefined ? undefined : true,
  }
  return { control, messages: <Messages id={id} help={help} message={message} /> }
}

/** A control with its label above, and its help and error message below. */
export function Field({ label, hideLabel = false, children, ...field }: Props) {
  const { control, messages } = useField(field)
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <label id={labelIdOf(control.id)} htmlFor={control.id} className={hideLabel ? 'sr-only' : 'font-medium'}>
        {label}
      </label>
      <ControlContext value={control}>{children}</ControlContext>
      {messages}
    </div>
  )
}

/** The help and error lines of a field. */
function Messages({ id, help, message }: { id: string; help: ReactNode; message: string | undefined }) {
  return (
    <>
      {help && (
        <p id={`${id}-help`} className="text-sm text-muted">
          {help}
        </p>
      )}
      {message && (
        <div id={`${id}-error`} className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
          <span>
            <SupportText>{message}</SupportText>
          </span>
        </div>
      )}
    </>
  )
}

/** Takes over, once, what was typed or chosen on the server-rendered page before this ran. */
export function useTakeOver(takeOver: () => void): void {
  const once = useEffectEvent(takeOver)
  useEffect(() => once(), [])
}
