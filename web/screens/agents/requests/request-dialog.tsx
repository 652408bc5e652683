import { requestLimits, requestPriorities, submitRequest, requestUseCases } from '#contract/agents/requests.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { showFailure, withdrawFailure } from '#web/client/failure.ts'
import { priorityNames } from '../labels.ts'
import { agentFailures, agentSuccesses } from '../toasts.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { Select } from '#web/kit/fields/select.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'

interface Props {
  open: boolean
  onClose: () => void
  /** The search without results, used as the initial name (D58). */
  agentName?: string
}

const purposeOptions = requestUseCases.map((value) => ({ value, label: value }))
const priorityOptions = requestPriorities.map((value) => ({ value, label: priorityNames[value] }))

/** The Request New Agent dialog: the agent, its purpose and the priority (S116, S187-S190). */
export function RequestDialog({ open, onClose, agentName = '' }: Props) {
  const request = useCall(submitRequest, {
    failed: agentFailures.submitRequest,
    done: () => {
      withdrawFailure(agentFailures.requestIncomplete)
      showToast(agentSuccesses.requestSubmitted)
      onClose()
    },
  })
  return (
    <Dialog
      open={open}
      onClose={() => !request.isPending && onClose()}
      title="Request New Agent"
      description="Tell us which agent you need. We'll reply by message."
      keepOpenOutside
    >
      <Form
        schema={bodyOf(submitRequest)}
        onInvalid={() => showFailure(agentFailures.requestIncomplete)}
        onSubmit={(body) => request.submit({ body })}
        className="flex flex-col gap-4"
      >
        <TextField
          name="agentName"
          label="Agent name"
          defaultValue={agentName.trim().slice(0, requestLimits.agentName)}
          maxLength={requestLimits.agentName}
          autoComplete="off"
          required
        />
        <TextArea
          name="description"
          label="Description"
          help="What should it know, and what should it do for you?"
          maxLength={requestLimits.description}
          required
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select name="useCase" label="Use case" options={purposeOptions} />
          <Select name="priority" label="Priority" options={priorityOptions} />
        </div>
        <FormButtons onCancel={onClose} isCancelDisabled={request.isPending}>
          <SubmitButton pendingText="Submitting…">Submit Request</SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  )
}
