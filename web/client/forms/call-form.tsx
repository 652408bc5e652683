import { Suspense, type ReactNode } from 'react'
import type { Answer, Call, Input, Schema } from '#contract/call.ts'
import type { WriteOptions } from '#web/client/api.ts'
import { LoadingRows } from '#web/client/loaded.tsx'
import type { DialogProps } from '#web/kit/dialogs/dialog.tsx'
import { type LatePart, latePart, usePart } from '#web/kit/dialogs/late-part.ts'
import { usePlace } from '#web/kit/dialogs/opened-dialogs.tsx'
import type { FieldErrors } from '#web/kit/fields/form-state.ts'
import type { Option } from '#web/kit/fields/select.tsx'
import { findForms, hasBody } from './bodies.ts'
import type { OwnWords } from './call-field.tsx'

type Body<C> = Input<C> extends { body?: infer B } ? B : never
export type FieldName<C> = Exclude<keyof NonNullable<Body<C>>, 'before' | 'key'> & string
type Named<C, Value> = { readonly [Name in FieldName<C>]?: Value }
type Start<C> = Partial<NonNullable<Body<C>>>

/** A part of a form with a heading of its own. */
export interface FormSection<C> {
  /** Its anchor in the URL, which makes it a card. */
  id?: string
  title?: string
  fields: readonly FieldName<C>[]
  /** The fields in a row on a wide screen; 1 by default. */
  columns?: 2 | 3
}

type Checks = Readonly<Record<string, Schema>>
/** Loads checks together with the form; the same function each time. */
type LoadChecks = () => Promise<Checks>

export interface CallFormProps<C extends Call> extends WriteOptions<C> {
  call: C
  /** Path and query of the call. */
  at?: Omit<Input<C>, 'body'>
  /** The stored values. The form then sends only what was changed, and asks when somebody else saved first (D187). */
  known?: Start<C>
  /** Finds the stored values in the answer; by default the answer has them by the same names. */
  knownOf?: (answer: Answer<C>) => Start<C>
  /** Takes the same fields in another body, which `toBody` makes, and is made instead of `call`. */
  sentBy?: Call | undefined
  /** The fields in their order; by default all that have words. */
  fields?: readonly FieldName<C>[]
  /** The fields in parts, instead of `fields`. */
  sections?: readonly FormSection<C>[]
  /** Controls of their own, by the name of their field; a function gets the values that the form starts with. */
  slots?: Named<C, ReactNode | ((start: Start<C>) => ReactNode)>
  /** Words that only this form has. */
  words?: Named<C, OwnWords>
  /** The choices of fields whose schema does not have them. */
  options?: Named<C, readonly Option[]>
  /** Checks that only this form makes, also of controls in `children`, whose values `toBody` then leaves out. */
  checks?: Checks | LoadChecks
  /** A control by which the person confirms what they are about to do, by typing the right text. */
  confirmed?: { name: string; isRight: (text: string) => boolean; error: string }
  /** The texts in which a conflict shows values that are not readable by themselves. */
  texts?: Named<C, (value: never) => string>
  /** Turns the values of the controls into the body; by default they are the body. */
  toBody?: (values: Record<string, unknown>) => unknown
  /** By code of a refusal, what to do at which field. */
  advice?: Record<string, FieldErrors>
  /** The button that sends the form, its words while it does, and its look. */
  submit: string
  pendingText?: string
  tone?: 'danger' | 'primary'
  look?: { size: 'touch'; wide?: boolean }
  isDisabled?: boolean
  /** In place of the buttons, why this person cannot send it. */
  locked?: ReactNode
  /** The way back, and what it says. */
  onCancel?: (() => void) | undefined
  cancel?: string
  /** Called when nothing was changed; by default the toast of a success shows. */
  unchanged?: (() => void) | undefined
  /** Called when it was sent with invalid values; the fields themselves show what is wrong. */
  onInvalid?: () => void
  /** Called while the form is being sent. */
  onBusy?: ((isBusy: boolean) => void) | undefined
  /** Whether it starts over after each success, empty and with the focus in its first field. */
  isRepeated?: boolean
  /** Whether its buttons stay in sight, in a long dialog. */
  isLong?: boolean
  keepAs?: string
  /** Whether its first field takes the focus when the form appears. */
  takesFocus?: boolean
  /** Its purpose, for screen readers. */
  label?: string
  /** Above and below the fields. */
  children?: ReactNode
  after?: ReactNode
}

export interface CallDialogProps<C extends Call>
  extends Omit<CallFormProps<C>, 'sentBy'>, Pick<DialogProps, 'title' | 'description' | 'width' | 'finalFocus'> {
  /** Closes the dialog; with the answer once the call has been made. */
  close: (answer?: Answer<C>) => void
}

export interface LoadedFormProps<C extends Call> extends CallFormProps<C> {
  checks?: Checks
}

const parts = new WeakMap<object, LatePart<unknown>>()

function partOf<Part>(key: object, load: () => Promise<Part>): LatePart<Part> {
  const part = parts.get(key) ?? latePart(load)
  parts.set(key, part)
  return part as LatePart<Part>
}

const code = latePart(importForms, findForms<Awaited<ReturnType<typeof importForms>>>)

async function importForms() {
  const { LoadedCallDialog, LoadedCallForm } = await import('./loaded-call-form.tsx')
  return { LoadedCallDialog, LoadedCallForm }
}

/** Loads the code of forms, which a screen with dialogs does with the first button that somebody reaches. */
export const loadCode = code.load

/** Returns the code of forms, which loads together with the call's body where that has not been loaded. */
export function formOf(call: Call) {
  if (hasBody(call)) return code
  return partOf(call, async () => {
    const [loaded] = await Promise.all([code.load(), call.loadBody?.()])
    if (!loaded) throw new Error('The code of forms could not be loaded')
    return loaded
  })
}

/**
 * A form over a call: fields, limits, messages and conflicts come from the contract (D187). Its code comes with the
 * screen's; a dialog with a form opens when it is there.
 */
export function CallForm<C extends Call>(props: CallFormProps<C>) {
  const isInDialog = usePlace() !== null
  const form =
    typeof props.checks === 'function' ? (
      <Checked {...props} load={props.checks} />
    ) : (
      <Waiting {...props} checks={props.checks ?? {}} />
    )
  return isInDialog ? form : <Suspense fallback={<LoadingRows what="the form" count={3} />}>{form}</Suspense>
}

function Checked<C extends Call>({ load, ...props }: CallFormProps<C> & { load: LoadChecks }) {
  return <Waiting {...props} checks={usePart(partOf(load, load))} />
}

function Waiting<C extends Call>(props: LoadedFormProps<C>) {
  const { LoadedCallForm } = usePart(formOf(props.call))
  usePart(formOf(props.sentBy ?? props.call))
  return <LoadedCallForm {...props} />
}
