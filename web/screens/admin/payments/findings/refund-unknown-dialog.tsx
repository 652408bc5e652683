import * as z from 'zod/mini'
import { findings, type Finding } from '#contract/admin/findings.ts'
import { formatDollars } from '#contract/amounts.ts'
import { refundUnknownCustomer } from '#contract/billing/refunds.ts'
import { reasonField } from '#contract/admin-list.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { adminFailures, refundToast } from '../../toasts.ts'
import { useAdminCall } from '../../use-admin-call.ts'
import { useRefundLimits } from '../../use-refund-limits.ts'
import { moneyReadings } from '../changes.ts'

interface Props {
  finding: Finding
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

const schema = z.object({ reason: reasonField })

/** Refunds a payment whose customer is unknown here; a large one waits for a second person. */
export function RefundUnknownDialog({ finding: { id, details, customer }, onClose, finalFocus }: Props) {
  const { alone, secondPersonAbove } = useRefundLimits()
  const refund = useAdminCall(refundUnknownCustomer, {
    list: findings,
    changes: moneyReadings,
    failed: adminFailures.refund,
    done: ({ amount, state }) => {
      showToast(refundToast(amount, state))
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={() => !refund.isPending && onClose()}
      title="Refund this payment?"
      description={customer ? `${details}: ${customer.name}` : details}
      width="small"
      keepOpenOutside
      finalFocus={finalFocus}
    >
      <Form
        schema={schema}
        onSubmit={(body) => refund.submit({ params: { id }, body: { ...body, key: refund.key } })}
        className="flex flex-col gap-4"
      >
        <p>
          What is left of it goes back to the card, and the customer’s subscriptions at Stripe end.
          {alone !== null && ` Your role can refund at most ${formatDollars(alone)} at once.`}
          {secondPersonAbove !== null && ` More than ${formatDollars(secondPersonAbove)} waits for a second person.`}
        </p>
        <TextArea name="reason" label="Reason" maxLength={500} rows={3} required />
        <FormButtons onCancel={onClose} isCancelDisabled={refund.isPending}>
          <SubmitButton variant="danger" pendingText="Refunding…">
            Refund Payment
          </SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  )
}
