import { Fragment, useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import type { Call, Schema } from '#contract/call.ts'
import { knowField, labelOf } from '#contract/field-words.ts'
import { successOf, useCall } from '#web/client/api.ts'
import { useChangedFields } from '#web/client/conflicts/use-changed-fields.tsx'
import { Card } from '#web/kit/card.tsx'
import { Dialog, FormFooter } from '#web/kit/dialogs/dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { CancelButton, FormButtons, Form, SubmitButton } from '#web/kit/fields/form.tsx'
import type { FieldErrors } from '#web/kit/fields/form-state.ts'
import type { Option } from '#web/kit/fields/select.tsx'
import { findBody, keepForms } from './bodies.ts'
import { CallField } from './call-field.tsx'
import {
  type CallDialogProps,
  CallForm,
  type CallFormProps,
  type FieldName,
  type FormSection,
  type LoadedFormProps,
} from './call-form.tsx'
import { fieldsOf, formSchemaOf } from './form-schema.ts'
/** Forms over calls. Only their shells load them. */

/** A form in a dialog. */
export function LoadedCallDialog<C extends Call>(props: CallDialogProps<C>) {
  const { title, description, width = 'small', finalFocus, close, ...form } = props
  const [isBusy, setBusy] = useState(false)
  return (
    <Dialog
      {...{ title, description, width }}
      {...(finalFocus && { finalFocus })}
      keepOpenOutside
      onClose={() => !isBusy && close()}
    >
      <CallForm
        {...form}
        onCancel={() => !isBusy && close()}
        onBusy={setBusy}
        unchanged={form.unchanged ?? (() => close())}
        done={async (answer, input) => {
          await form.done?.(answer, input)
          close(answer)
        }}
      />
    </Dialog>
  )
}

/** A form over a call: fields, limits, messages and conflicts come from the contract (D187). */
export function LoadedCallForm<C extends Call>(props: LoadedFormProps<C>) {
  const { call, known, slots = {}, words = {}, options = {}, children, after, label, keepAs } = props
  const sections = props.sections ?? [{ fields: props.fields ?? wordedFields(call) }]
  const names = sections.flatMap((section) => section.fields)
  const isEdit = known !== undefined && 'before' in fieldsOf(call)
  const { version, isAgain, base, submit, question } = useSubmit(props, names, isEdit)
  const start: Record<string, unknown> | undefined = isEdit ? base : known
  const schemas = fieldsOf(call)
  return (
    <>
      <Form
        key={version}
        schema={z.extend(formSchemaOf(call, names, isEdit), { ...props.checks, ...confirmation(props) })}
        onSubmit={submit}
        takesFocus={isAgain || props.takesFocus === true}
        {...(props.onInvalid && { onInvalid: props.onInvalid })}
        className="flex flex-col gap-4"
        {...(keepAs !== undefined && { keepAs })}
        {...(label !== undefined && { 'aria-label': label })}
      >
        {children}
        {sections.map(({ fields, ...section }) => (
          <Section key={fields.join()} {...section}>
            {fields.map((name) => {
              const schema = schemas[name]
              if (name in slots || !schema) {
                const slot = (slots as Record<string, ReactNode | ((start: object) => ReactNode)>)[name]
                return <Fragment key={name}>{typeof slot === 'function' ? slot(start ?? {}) : slot}</Fragment>
              }
              const own = (words as Record<string, object>)[name]
              return (
                <CallField
                  key={name}
                  {...{ name, schema, value: start?.[name] }}
                  check={props.checks?.[name]}
                  {...(own && { words: own })}
                  options={(options as Record<string, readonly Option[]>)[name]}
                />
              )
            })}
          </Section>
        ))}
        {after}
        {props.locked ?? <Buttons {...props} />}
      </Form>
      {question}
    </>
  )
}

function confirmation({ confirmed }: Pick<CallFormProps<Call>, 'confirmed'>): Record<string, Schema> {
  if (!confirmed) return {}
  const { name, isRight, error } = confirmed
  return { [name]: z.string().check(z.trim(), z.refine(isRight, { error })) }
}

/** Returns what a form needs to be sent: in whole, or as what was changed. */
function useSubmit<C extends Call>(props: CallFormProps<C>, names: readonly string[], isEdit: boolean) {
  const { at, known = {}, knownOf, texts = {}, toBody = (values) => values, unchanged, onBusy } = props
  const call = (props.sentBy ?? props.call) as C
  const [sentCount, setSentCount] = useState(0)
  const { done, ...options } = props
  const write = useCall(call, {
    ...pickOptions(options),
    done: async (answer, input) => {
      if (props.isRepeated) setSentCount((count) => count + 1)
      await done?.(answer, input)
    },
  })
  const send = (body: unknown) => (findBody(call) ? { ...at, body } : { ...at }) as never
  const changed = useChangedFields<Record<string, unknown>>({
    known: pick(known, names),
    labels: Object.fromEntries(names.map((name) => [name, labelOf(findBody(call), name)])),
    texts,
    save: async (body, before) => {
      const answer = await write.mutateAsync(send({ ...body, before }))
      const stored = (knownOf?.(answer) ?? answer) as Record<string, unknown>
      return pick(stored, names)
    },
    unchanged: unchanged ?? (() => showSuccess(call)),
  })

  async function submit(values: Record<string, unknown>): Promise<FieldErrors | void> {
    onBusy?.(true)
    try {
      const body = toBody(values)
      if (isEdit) return await changed.submit(body as Record<string, unknown>)
      const keyed = 'key' in fieldsOf(call) ? { ...(body as object), key: write.key } : body
      return await write.submit(send(keyed))
    } finally {
      onBusy?.(false)
    }
  }

  const { base, question } = changed
  return { version: `${sentCount}-${changed.version}`, isAgain: sentCount > 0, base, submit, question }
}

function pickOptions<C extends Call>(options: Partial<CallFormProps<C>>) {
  const { failed, told, refused, leaves, advice, asks, guess } = options
  return {
    failed,
    ...(leaves && { leaves }),
    ...(told !== undefined && { told }),
    ...(refused && { refused }),
    ...(asks && { asks }),
    ...(guess && { guess }),
    ...(advice && { advice }),
  }
}

function showSuccess(call: Call): void {
  const toast = successOf(call)
  if (toast) showToast(toast)
}

function pick(values: object, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)))
}

function wordedFields<C extends Call>(call: C): readonly FieldName<C>[] {
  const worded = Object.entries(fieldsOf(call)).filter(([, schema]) => knowField(schema).words)
  return worded.map(([name]) => name as FieldName<C>)
}

const rows = { 2: 'grid gap-4 sm:grid-cols-2', 3: 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3' }

function Section({ id, title, columns, children }: Omit<FormSection<Call>, 'fields'> & { children: ReactNode }) {
  const inner = <div className={columns ? rows[columns] : 'flex flex-col gap-4'}>{children}</div>
  if (id !== undefined) {
    return (
      <div id={id} className="scroll-mt-24">
        <Card title={title}>{inner}</Card>
      </div>
    )
  }
  if (!title) return inner
  return (
    <section className="flex flex-col gap-4 border-t border-line pt-5">
      <h3 className="text-lg font-semibold">{title}</h3>
      {inner}
    </section>
  )
}

function Buttons<C extends Call>(props: CallFormProps<C>) {
  const { submit, pendingText, tone = 'primary', look, isDisabled = false, onCancel, cancel = 'Cancel', isLong } = props
  const button = (
    <SubmitButton variant={tone} disabled={isDisabled} {...look} {...(pendingText !== undefined && { pendingText })}>
      {submit}
    </SubmitButton>
  )
  if (!onCancel) return <div>{button}</div>
  if (!isLong) {
    return (
      <FormButtons onCancel={onCancel} cancelLabel={cancel}>
        {button}
      </FormButtons>
    )
  }
  return (
    <FormFooter>
      <CancelButton onCancel={onCancel}>{cancel}</CancelButton>
      {button}
    </FormFooter>
  )
}

keepForms({ LoadedCallDialog, LoadedCallForm })
