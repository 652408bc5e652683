import {
  useContext,
  useEffect,
  useRef,
  useState,
  type ChangeEvent,
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  useLayoutEffect,
} from 'react'
import * as z from 'zod/mini'
import { Banner } from '../banner.tsx'
import { Button, type ButtonVariant } from '../button.tsx'
import { type FieldErrors, FormContext } from './form-state.ts'
import { type KeptInput, keepInput, readKept, readTyped } from './kept-input.ts'

interface Props<Schema extends z.core.$ZodType> {
  /** The schema of the values: the body of the call that takes them. */
  schema: Schema
  /**
   * Gets the parsed values. Until its promise settles the form is pending and takes no second submit; field errors that
   * it returns (a refusal that names a field) show like the form's own.
   */
  onSubmit: (values: z.output<Schema>) => Promise<FieldErrors | void> | void
  /** Called when the form was sent with invalid values; the fields themselves show what is wrong. */
  onInvalid?: (errors: FieldErrors) => void
  /** Keeps the input under this name in this tab, through reloads and other screens; never passwords or files. */
  keepAs?: string
  /** Whether its first field takes the focus when the form appears. */
  takesFocus?: boolean
  children: ReactNode
  className?: string
  'aria-label'?: string
}

/**
 * A form over a schema. It checks a field on blur and again while it is corrected, checks all fields on submit, and
 * moves the focus to the first invalid one. The inputs keep their own values, so nothing typed is lost.
 */
export function Form<Schema extends z.core.$ZodType>(props: Props<Schema>) {
  const { schema, keepAs, takesFocus = false, children, className, 'aria-label': label } = props
  const [errors, setErrors] = useState<FieldErrors>({})
  const isPressing = useRef(false)
  const [form, setForm] = useState<HTMLFormElement | null>(null)
  const kept = useKeptInput(keepAs, form)
  useEffect(() => {
    if (takesFocus) form?.querySelector<HTMLElement>(anyField)?.focus()
  }, [takesFocus, form])
  const { pending, submit } = useSubmit(props, (found) => {
    setErrors(found)
    if (form) focusFirst(form, found)
  })

  function leave(event: FocusEvent<HTMLFormElement>) {
    // A message that appears in between would move the button away from under the press.
    if (isPressing.current) isPressing.current = false
    else recheck(event)
  }

  function recheck(event: ChangeEvent<HTMLFormElement> | FocusEvent<HTMLFormElement>) {
    const { name, value } = event.target as unknown as HTMLInputElement
    const isCorrection = name in errors
    if (!name || (!isCorrection && (event.type !== 'blur' || !value))) return
    const result = z.safeParse(schema, readValues(event.currentTarget))
    const message = result.success ? undefined : errorsOf(result.error)[name]
    setErrors(({ [name]: _old, ...others }) => (message ? { ...others, [name]: message } : others))
  }

  return (
    <FormContext value={{ errors, pending, kept }}>
      <form
        ref={setForm}
        noValidate
        onSubmit={submit}
        onPointerDown={({ target }) => (isPressing.current = (target as Element).closest('button') !== null)}
        onBlur={leave}
        onChange={recheck}
        className={className}
        aria-label={label}
      >
        <Unplaced form={form} errors={errors} />
        {children}
      </form>
    </FormContext>
  )
}

/** Checks the form and sends it, one submit at a time; `show` gets the errors, or none when it is sent. */
function useSubmit<Schema extends z.core.$ZodType>(
  { schema, onSubmit, onInvalid }: Props<Schema>,
  show: (errors: FieldErrors) => void,
) {
  const [pending, setPending] = useState(false)
  const isBusy = useRef(false)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    if (isBusy.current) return
    const result = z.safeParse(schema, readValues(event.currentTarget))
    if (!result.success) {
      const found = errorsOf(result.error)
      onInvalid?.(found)
      return show(found)
    }
    isBusy.current = true
    setPending(true)
    show({})
    try {
      const refused = await onSubmit(result.data)
      if (refused) show(refused)
    } finally {
      isBusy.current = false
      setPending(false)
    }
  }

  return { pending, submit }
}

/** Shows messages that belong to no control at the top of the form. */
function Unplaced({ form, errors }: { form: HTMLFormElement | null; errors: FieldErrors }) {
  const messages = Object.entries(errors).filter(([name, message]) => message && !form?.elements.namedItem(name))
  if (messages.length === 0) return null
  return (
    <Banner tone="danger" announce>
      {messages.map(([, message]) => message).join(' ')}
    </Banner>
  )
}

interface SubmitButtonProps {
  children: ReactNode
  pendingText?: string
  size?: 'default' | 'touch'
  wide?: boolean
  disabled?: boolean
  variant?: ButtonVariant
  /** Where a form has several of them: notes which one was pressed. */
  onClick?: () => void
}

/** Submits the surrounding form and shows that it is pending. */
export function SubmitButton({ children, ...look }: SubmitButtonProps) {
  const { pending } = useContext(FormContext)
  return (
    <Button type="submit" pending={pending} {...look}>
      {children}
    </Button>
  )
}

/** Returns the values by name: a boolean for a checkbox or switch, a string for everything else. */
function readValues(form: HTMLFormElement): Record<string, FormDataEntryValue | boolean> {
  const values: Record<string, FormDataEntryValue | boolean> = Object.fromEntries(new FormData(form))
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && element.type === 'checkbox' && element.name) {
      values[element.name] = element.checked
    }
  }
  return values
}

/** Returns the first message of each field; a message about the whole form has the empty name. */
function errorsOf(error: z.core.$ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error.issues) errors[String(issue.path[0] ?? '')] ??= issue.message
  return errors
}

const anyField = ':is(input, textarea):not([tabindex="-1"]), [role="combobox"]'

function focusFirst(form: HTMLFormElement, errors: FieldErrors) {
  for (const element of form.elements) {
    if (element instanceof HTMLElement && (element as HTMLInputElement).name in errors) return element.focus()
  }
}

/**
 * Returns what was typed into this form before, and keeps what is typed from now on; without a name it keeps nothing.
 * Unchanged fields are not kept, so that a new default can replace them.
 */
function useKeptInput(name: string | undefined, form: HTMLFormElement | null): KeptInput {
  const [kept] = useState(() => (name === undefined ? {} : readKept(name)))

  // A layout effect cleans up while the form is still on the page, even when another screen replaces it.
  useLayoutEffect(() => {
    if (name === undefined || !form) return
    const untouched = readTyped(form)
    const keep = () => {
      const typed = Object.entries(readTyped(form))
      keepInput(name, Object.fromEntries(typed.filter(([field, text]) => field in kept || text !== untouched[field])))
    }
    window.addEventListener('pagehide', keep)
    document.addEventListener('visibilitychange', keep)
    return () => {
      keep()
      window.removeEventListener('pagehide', keep)
      document.removeEventListener('visibilitychange', keep)
    }
  }, [name, form, kept])
  return kept
}

interface FormButtonsProps {
  /** Leaves the form without sending it. */
  onCancel: () => void
  /** What the way back says, such as "Keep User". */
  cancelLabel?: string
  /** The button that sends the form. */
  children: ReactNode
}

/** The last row of a form in a dialog: the way back, and the button that sends the form. */
export function FormButtons({ onCancel, cancelLabel = 'Cancel', children }: FormButtonsProps) {
  return (
    <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
      <CancelButton onCancel={onCancel}>{cancelLabel}</CancelButton>
      {children}
    </div>
  )
}

/** The way back, closed while the form is being sent. */
export function CancelButton({ onCancel, children }: Pick<FormButtonsProps, 'onCancel' | 'children'>) {
  const { pending } = useContext(FormContext)
  return (
    <Button variant="secondary" disabled={pending} onClick={onCancel}>
      {children}
    </Button>
  )
}
