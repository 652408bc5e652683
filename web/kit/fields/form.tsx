import {
  createContext,
  useContext,
  useRef,
  useState,
  type ChangeEvent,
  type FocusEvent,
  type FormEvent,
  type ReactNode,
} from 'react'
import * as z from 'zod/mini'
import { Banner } from '../banner.tsx'
import { Button, type ButtonVariant } from '../button.tsx'
import { type KeptInput } from './kept-input.ts'
import { useKeptInput } from './use-kept-input.ts'

/** Message by the name of the field it belongs to. */
export type FieldErrors = Record<string, string>

interface FormState {
  errors: FieldErrors
  pending: boolean
  kept: KeptInput
}

const FormContext = createContext<FormState>({ errors: {}, pending: false, kept: {} })

/** The message that the surrounding form has for a field, if any. */
export function useFieldError(name: string): string | undefined {
  return useContext(FormContext).errors[name]
}

/** What somebody typed into this field of the surrounding form before a reload or another screen, if any. */
export function useKeptText(name: string): string | undefined {
  return useContext(FormContext).kept[name]
}

interface Props<Schema extends z.core.$ZodType> {
  /** What the values must be: the body of the call that takes them. */
  schema: Schema
  /**
   * Gets the parsed values. While its promise runs the form is pending and takes no second submit; field errors that
   * it returns (a refusal that names a field) are shown like the form's own.
   */
  onSubmit: (values: z.output<Schema>) => Promise<FieldErrors | void> | void
  /** The form was sent with wrong or missing values; the fields say by themselves what is wrong. */
  onInvalid?: (errors: FieldErrors) => void
  /** Keeps what is typed under this name in this tab, through reloads and other screens; passwords and files never. */
  keepAs?: string
  children: ReactNode
  className?: string
  'aria-label'?: string
}

/**
 * A form over a schema: checks a field when it is left and again while it is being corrected, checks all on submit and
 * moves the focus to the first wrong one. The inputs keep their own values, so nothing typed is ever lost.
 */
export function Form<Schema extends z.core.$ZodType>(props: Props<Schema>) {
  const { schema, keepAs, children, className, 'aria-label': label } = props
  const [errors, setErrors] = useState<FieldErrors>({})
  const isPressing = useRef(false)
  const [form, setForm] = useState<HTMLFormElement | null>(null)
  const kept = useKeptInput(keepAs, form)
  const { pending, submit } = useSubmit(props, (found) => {
    setErrors(found)
    if (form) focusFirst(form, found)
  })

  function leave(event: FocusEvent<HTMLFormElement>) {
    // A message that comes in between would move the button away from under the press.
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

/** Checks the form and sends it, one submit at a time; `show` gets what is wrong, and nothing when it is sent. */
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

/** Messages that belong to no control of the form stand at its top. */
function Unplaced({ form, errors }: { form: HTMLFormElement | null; errors: FieldErrors }) {
  const messages = Object.entries(errors).filter(([name]) => !form?.elements.namedItem(name))
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
}

/** Sends the surrounding form and shows that it is on its way. */
export function SubmitButton({ children, ...look }: SubmitButtonProps) {
  const { pending } = useContext(FormContext)
  return (
    <Button type="submit" pending={pending} {...look}>
      {children}
    </Button>
  )
}

/** Values by name; a checkbox or switch gives a boolean, everything else a string. */
function readValues(form: HTMLFormElement): Record<string, FormDataEntryValue | boolean> {
  const values: Record<string, FormDataEntryValue | boolean> = Object.fromEntries(new FormData(form))
  for (const element of form.elements) {
    if (element instanceof HTMLInputElement && element.type === 'checkbox' && element.name) {
      values[element.name] = element.checked
    }
  }
  return values
}

/** The first message of each field; a message of the whole goes by the empty name. */
function errorsOf(error: z.core.$ZodError): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of error.issues) errors[String(issue.path[0] ?? '')] ??= issue.message
  return errors
}

function focusFirst(form: HTMLFormElement, errors: FieldErrors) {
  for (const element of form.elements) {
    if (element instanceof HTMLElement && (element as HTMLInputElement).name in errors) return element.focus()
  }
}
