import * as z from 'zod/mini'
import { acceptFinding, findings, type Finding } from '#contract/admin/findings.ts'
import { readAdminPayment } from '#contract/admin/payments.ts'
import { reasonField } from '#contract/admin-list.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { useAdminCall } from '../../use-admin-call.ts'
import { paymentFailures, paymentSuccesses } from '../toasts.ts'
import { findingNames } from './finding-words.ts'

interface Props {
  finding: Finding
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

const schema = z.object({ reason: reasonField })

/** Accepts a finding with a reason, so that it no longer counts as broken; it can be reopened. */
export function AcceptDialog({ finding: { id, kind, details }, onClose, finalFocus }: Props) {
  const accept = useAdminCall(acceptFinding, {
    list: findings,
    changes: [readAdminPayment],
    failed: paymentFailures.accept,
    done: () => {
      showToast(paymentSuccesses.accepted)
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={() => !accept.isPending && onClose()}
      title="Accept this finding?"
      description={`${findingNames[kind].label}: ${details}`}
      width="small"
      keepOpenOutside
      finalFocus={finalFocus}
    >
      <Form
        schema={schema}
        onSubmit={(body) => accept.submit({ params: { id }, body })}
        className="flex flex-col gap-4"
      >
        <p>It no longer counts as a broken rule of the books. You can reopen it at any time.</p>
        <TextArea
          name="reason"
          label="Reason"
          help="What you found out, for whoever reads this later."
          maxLength={500}
          rows={3}
          required
        />
        <FormButtons onCancel={onClose} cancelLabel="Keep Open" isCancelDisabled={accept.isPending}>
          <SubmitButton pendingText="Accepting…">Accept Finding</SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  )
}
