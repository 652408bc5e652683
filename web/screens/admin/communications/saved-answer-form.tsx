import { messageLimits } from '#contract/messages/messages.ts'
import { type SavedAnswer, savedAnswerLimits, savedAnswerWords } from '#contract/messages/saved-answers.ts'
import { useChangedFields } from '#web/client/conflicts/use-changed-fields.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { useSavedAnswers } from './use-saved-answers.ts'

type Words = Pick<SavedAnswer, 'title' | 'message'>

const labels = { title: 'Title', message: 'Text' }

interface ChangeProps {
  answer: SavedAnswer
  onDone: () => void
}

/** Writes a new saved answer. */
export function NewAnswerForm({ onDone }: Pick<ChangeProps, 'onDone'>) {
  const { create } = useSavedAnswers(onDone)
  return (
    <Form schema={savedAnswerWords} onSubmit={(body) => create.submit({ body })} className="flex flex-col gap-4">
      <Fields words={{ title: '', message: '' }} onCancel={onDone} isPending={create.isPending} />
    </Form>
  )
}

/** Changes a saved answer; what a colleague changed meanwhile is shown before it is overwritten. */
export function ChangeAnswerForm({ answer: { id, title, message }, onDone }: ChangeProps) {
  const { change } = useSavedAnswers(onDone)
  const form = useChangedFields<Words>({
    known: { title, message },
    labels,
    save: (words, before) => change.mutateAsync({ params: { id }, body: { ...words, before } }),
    unchanged: onDone,
  })
  return (
    <>
      <Form key={form.version} schema={savedAnswerWords} onSubmit={form.submit} className="flex flex-col gap-4">
        <Fields words={form.base} onCancel={onDone} isPending={change.isPending} />
      </Form>
      {form.question}
    </>
  )
}

interface FieldsProps {
  words: Words
  onCancel: () => void
  isPending: boolean
}

function Fields({ words, onCancel, isPending }: FieldsProps) {
  return (
    <>
      <TextField
        name="title"
        label={labels.title}
        defaultValue={words.title}
        maxLength={savedAnswerLimits.title}
        autoComplete="off"
        required
      />
      <TextArea
        name="message"
        label={labels.message}
        defaultValue={words.message}
        rows={8}
        maxLength={messageLimits.message}
        required
      />
      <FormButtons onCancel={onCancel} isCancelDisabled={isPending}>
        <SubmitButton pendingText="Saving…">Save</SubmitButton>
      </FormButtons>
    </>
  )
}
