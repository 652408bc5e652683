import { useEffect, useRef, useState } from 'react'
import { addNextStep, longestTitle, nextSteps } from '#contract/results/next-steps.ts'
import { useCall } from '#web/client/api.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { newStepForm } from './step-forms.ts'
import { stepFailures } from './toasts.ts'

/** Adds a step: what, and perhaps by when. The form is ready for the next one at once. */
export function QuickAdd({ onAdded }: { onAdded: () => void }) {
  const [count, setCount] = useState(0)
  const title = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (count > 0) title.current?.focus()
  }, [count])
  const add = useCall(addNextStep, {
    changes: [nextSteps],
    failed: stepFailures.add,
    done: (step) => {
      setCount((before) => before + 1)
      showToast({ title: 'Step Added', description: step.title, tone: 'success' })
      onAdded()
    },
  })
  return (
    <Form
      key={count}
      schema={newStepForm}
      aria-label="Add a next step"
      onSubmit={(body) => add.submit({ body })}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 sm:grid-cols-[minmax(0,1fr)_11rem_auto]"
    >
      <div className="max-sm:col-span-2">
        <TextField
          name="title"
          label="Next step"
          placeholder="Call Anna"
          maxLength={longestTitle}
          autoComplete="off"
          ref={title}
        />
      </div>
      <TextField name="dueOn" label="Due (optional)" type="date" />
      <SubmitButton>Add</SubmitButton>
    </Form>
  )
}
