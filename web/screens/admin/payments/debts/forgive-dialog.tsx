import { adminDebts, type AdminDebt } from '#contract/admin/debts.ts'
import { formatDollars } from '#contract/amounts.ts'
import { forgiveDebt } from '#contract/billing/refunds.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { customerReadings } from '../../customers/changes.ts'
import { ReasonDialog } from '../../reason-dialog.tsx'
import { useAdminCall } from '../../use-admin-call.ts'
import { paymentFailures, paymentSuccesses } from '../toasts.ts'

interface Props {
  debt: AdminDebt
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

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
    <ReasonDialog
      title={`Forgive ${formatDollars(amount)}?`}
      description={`${payer.name}, ${payer.email}`}
      keepLabel="Keep Debt"
      label="Forgive Debt"
      pendingText="Forgiving…"
      isPending={forgive.isPending}
      onSubmit={(body) => forgive.submit({ params: { id }, body })}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      {payer.name} no longer has to pay it, and can start conversations again once no other debt is open. This cannot be
      undone.
    </ReasonDialog>
  )
}
