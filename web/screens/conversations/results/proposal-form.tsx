import * as z from 'zod/mini'
import { changeNextStep, nextSteps } from '#contract/results/next-steps.ts'
import { readRecap, recapLimits, type Proposal } from '#contract/results/recap.ts'
import { requiredLine } from '#contract/required-text.ts'
import { useCall } from '#web/client/api.ts'
import { Button } from '#web/kit/button.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { takeFocus } from '#web/kit/kept-focus.ts'
import { conversationFailures } from '../toasts.ts'

const schema = z.object({ title: requiredLine('Next step', recapLimits.title), dueOn: z.string() })

/** Changes the words and the day of a proposed step. */
export function ProposalForm({ onDone, step }: { step: Proposal; onDone: () => void }) {
  const change = useCall(changeNextStep, {
    changes: [readRecap, nextSteps],
    failed: conversationFailures.changeStep,
    done: onDone,
  })
  return (
    <Form
      schema={schema}
      aria-label={`Edit: ${step.title}`}
      onSubmit={({ dueOn, title }) =>
        change.submit({ params: { id: step.id }, body: { title, dueOn: dueOn === '' ? null : dueOn } })
      }
      className="flex max-w-prose flex-col gap-3"
    >
      <TextField
        ref={takeFocus}
        name="title"
        label="Next step"
        defaultValue={step.title}
        maxLength={recapLimits.title}
        required
      />
      <TextField name="dueOn" label="Due (optional)" type="date" defaultValue={step.dueOn ?? ''} />
      <div className="flex flex-wrap gap-2">
        <SubmitButton pendingText="Saving…">Save</SubmitButton>
        <Button variant="ghost" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
