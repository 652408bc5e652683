import * as z from 'zod/mini'
import { creditConversation } from '#contract/admin/customers.ts'
import type { LineOf } from '#contract/admin/timeline.ts'
import { adminUsers } from '#contract/admin/users.ts'
import { reasonField } from '#contract/admin-list.ts'
import { formatDuration } from '#contract/amounts.ts'
import { formatDate } from '#contract/dates.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { useAdminCall } from '../../use-admin-call.ts'
import { creditable } from './line-acts.tsx'
import { readDuration } from './read-duration.ts'
import { credited, customerFailures } from './toasts.ts'

interface Props {
  line: LineOf<'conversation'>
  onClose: () => void
  /** Called with the minutes that went back, exact to the second. */
  onCredited: (minutes: number) => void
  finalFocus: () => HTMLElement | null
}

/** Gives back time that a conversation was charged, with the time and a reason filled in. */
export function CreditDialog({ line, onClose, onCredited, finalFocus }: Props) {
  const most = creditable(line.facts)
  const whose = line.organization ? `the pool of ${line.organization.name}` : 'the balance'
  const give = useAdminCall(creditConversation, {
    list: adminUsers,
    failed: customerFailures.credit,
    done: (_answer, { body: { seconds } }) => {
      showToast(credited(seconds, whose))
      onClose()
      onCredited(seconds / 60)
    },
  })
  return (
    <Dialog
      open
      onClose={() => !give.isPending && onClose()}
      title="Credit Time Back"
      description={`It goes to ${whose} and does not expire. A conversation can be credited once.`}
      width="small"
      keepOpenOutside
      finalFocus={finalFocus}
    >
      <Form
        schema={schemaOf(most)}
        onSubmit={(body) => give.submit({ params: { id: line.id }, body })}
        className="flex flex-col gap-4"
      >
        <TextField
          name="seconds"
          label="Time"
          help={`Minutes and seconds, at most ${formatDuration(most)}`}
          defaultValue={formatDuration(most)}
          autoComplete="off"
          required
        />
        <TextArea
          name="reason"
          label="Reason"
          help="Kept in the audit log. The customer does not see it."
          defaultValue={`Charged for the conversation with ${line.agentName} on ${formatDate(line.at, true)}`}
          maxLength={500}
          rows={3}
          required
        />
        <FormButtons onCancel={onClose} isCancelDisabled={give.isPending}>
          <SubmitButton pendingText="Crediting…">Credit Back</SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  )
}

function schemaOf(most: number) {
  return z.object({
    seconds: z.pipe(
      z.string().check(
        z.refine((text) => (readDuration(text) ?? 0) > 0, { error: 'Please enter a time such as 0:41' }),
        z.refine((text) => (readDuration(text) ?? 0) <= most, { error: `At most ${formatDuration(most)} can go back` }),
      ),
      z.transform((text) => readDuration(text) ?? 0),
    ),
    reason: reasonField,
  })
}
