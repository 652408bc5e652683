import { findings, type Finding } from '#contract/admin/findings.ts'
import { formatDollars } from '#contract/amounts.ts'
import { refundUnknownCustomer } from '#contract/billing/refunds.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { adminFailures, refundToast } from '../../toasts.ts'
import { ReasonDialog } from '../../reason-dialog.tsx'
import { useAdminCall } from '../../use-admin-call.ts'
import { useRefundLimits } from '../../use-refund-limits.ts'
import { moneyReadings } from '../changes.ts'

interface Props {
  finding: Finding
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

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
    <ReasonDialog
      title="Refund this payment?"
      description={customer ? `${details} by ${customer.name}` : details}
      label="Refund Payment"
      pendingText="Refunding…"
      isPending={refund.isPending}
      onSubmit={(body) => refund.submit({ params: { id }, body: { ...body, key: refund.key } })}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      What is left of it goes back to the card, and the customer’s subscriptions at Stripe end.
      {alone !== null && ` Your role can refund at most ${formatDollars(alone)} at once.`}
      {secondPersonAbove !== null && ` More than ${formatDollars(secondPersonAbove)} waits for a second person.`}
    </ReasonDialog>
  )
}
