import { changeNextStep, longestTitle, nextSteps, type NextStep } from '#contract/results/next-steps.ts'
import { readRecap } from '#contract/results/recap.ts'
import { useCall } from '#web/client/api.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog, FormFooter } from '#web/kit/dialogs/dialog.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { titleOf } from './row-focus.ts'
import { stepForm } from './step-forms.ts'
import { stepFailures } from './toasts.ts'

/** Changes what a step says and when it is due. */
export function StepDialog({ step, onClose }: { step: NextStep; onClose: () => void }) {
  const change = useCall(changeNextStep, {
    changes: [nextSteps, readRecap],
    failed: stepFailures.change,
    done: onClose,
  })
  return (
    <Dialog open onClose={onClose} title="Edit Step" width="small" keepOpenOutside finalFocus={() => titleOf(step.id)}>
      <Form
        schema={stepForm}
        onSubmit={(body) => change.submit({ params: { id: step.id }, body })}
        className="flex flex-col gap-4"
      >
        <TextField
          name="title"
          label="Next step"
          defaultValue={step.title}
          maxLength={longestTitle}
          autoComplete="off"
        />
        <TextField name="dueOn" label="Due (optional)" type="date" defaultValue={step.dueOn ?? ''} />
        <TextArea name="note" label="Note (optional)" defaultValue={step.note} rows={3} />
        <FormFooter>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton pendingText="Saving…">Save</SubmitButton>
        </FormFooter>
      </Form>
    </Dialog>
  )
}
