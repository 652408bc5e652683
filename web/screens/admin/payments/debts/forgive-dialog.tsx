import * as z from 'zod/mini'
import { adminDebts, type AdminDebt } from '#contract/admin/debts.ts'
import { reasonField } from '#contract/admin-list.ts'
import { formatDollars } from '#contract/amounts.ts'
import { forgiveDebt } from '#contract/billing/refunds.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { customerReadings } from '../../customers/changes.ts'
import { useAdminCall } from '../../use-admin-call.ts'
import { paymentFailures, paymentSuccesses } from '../toasts.ts'

interface Props {
  debt: AdminDebt
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

const schema = z.object({ reason: reasonField })

/** Asks for the reason before a debt is forgiven, which cannot be undone. */
export function ForgiveDialog({ debt: { id, amount, payer }, onClose, finalFocus }: Props) {
  const forgive = useAdminCall(forgiveDebt, {
    list: adminDebts,
    changes: customerReadings,
    failed: paymentFailures.forgive,
    done: () => {
      showToast({ ...paymentSuccesses.forgiven, description: `${payer.name} no longer owes ${formatDollars(amount)}.` })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={() => !forgive.isPending && onClose()}
      title={`Forgive ${formatDollars(amount)}?`}
      description={`${payer.name}, ${payer.email}`}
      width="small"
      keepOpenOutside
      finalFocus={finalFocus}
    >
      <Form
        schema={schema}
        onSubmit={(body) => forgive.submit({ params: { id }, body })}
        className="flex flex-col gap-4"
      >
        <p>
          {payer.name} no longer has to pay it, and can start conversations again once no other debt is open. This
          cannot be undone.
        </p>
        <TextArea name="reason" label="Reason" maxLength={500} rows={3} required />
        <FormButtons onCancel={onClose} cancelLabel="Keep Debt" isCancelDisabled={forgive.isPending}>
          <SubmitButton variant="danger" pendingText="Forgiving…">
            Forgive Debt
          </SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  )
}
