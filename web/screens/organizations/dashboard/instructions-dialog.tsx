import * as z from 'zod/mini'
import type { Answer } from '#contract/call.ts'
import { assignmentLimits, changeOrganizationAgent, organizationAgents } from '#contract/organizations/agents.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { useChangedFields } from '#web/client/conflicts/use-changed-fields.tsx'
import { dashboardFailures, dashboardSuccesses } from './toasts.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { TabProps } from '../scope.ts'

interface Props extends Pick<TabProps, 'scope'> {
  assignment: Answer<typeof organizationAgents>[number]
  open: boolean
  onClose: () => void
}

/** What the agent follows in this organization in addition to its own prompt; members never see it (D127). */
export function InstructionsDialog(props: Props) {
  const { assignment, open, onClose } = props
  const save = useSave(onClose)
  const close = () => !save.isPending && onClose()
  return (
    <Dialog
      open={open}
      onClose={close}
      title={`Instructions for ${assignment.agent.name}`}
      description="The agent follows them only in your organization's conversations. Members never see them."
      keepOpenOutside
    >
      <InstructionsForm {...props} save={save} onClose={close} />
    </Dialog>
  )
}

function useSave(onDone: () => void) {
  return useCall(changeOrganizationAgent, {
    failed: dashboardFailures.changeAssignment,
    done: () => {
      showToast(dashboardSuccesses.agentUpdated)
      onDone()
    },
  })
}

const schema = z.required(z.pick(bodyOf(changeOrganizationAgent), { customInstructions: true }))
const labels = { customInstructions: 'Custom instructions' }

interface FormProps extends Props {
  save: ReturnType<typeof useSave>
}

/** Starts with the instructions as they were when the dialog opened (D187). */
function InstructionsForm({ assignment, scope, save, onClose }: FormProps) {
  const form = useChangedFields({
    known: inForm(assignment),
    labels,
    save: async (change, before) =>
      inForm(await save.mutateAsync({ params: { id: assignment.id }, query: scope, body: { ...change, before } })),
    unchanged: onClose,
  })
  return (
    <>
      <Form key={form.version} schema={schema} onSubmit={form.submit} className="flex flex-col gap-4">
        <TextArea
          name="customInstructions"
          label={labels.customInstructions}
          rows={8}
          maxLength={assignmentLimits.customInstructions}
          defaultValue={form.base.customInstructions}
        />
        <FormButtons onCancel={onClose} isCancelDisabled={save.isPending}>
          <SubmitButton pendingText="Saving…">Save Instructions</SubmitButton>
        </FormButtons>
      </Form>
      {form.question}
    </>
  )
}

function inForm({ customInstructions = '' }: Props['assignment']) {
  return { customInstructions }
}
