import { acceptFinding, findings, type Finding } from '#contract/admin/findings.ts'
import { readAdminPayment } from '#contract/admin/payments.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { ReasonDialog } from '../../reason-dialog.tsx'
import { useAdminCall } from '../../use-admin-call.ts'
import { paymentFailures, paymentSuccesses } from '../toasts.ts'
import { findingNames } from './finding-words.ts'

interface Props {
  finding: Finding
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

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
    <ReasonDialog
      title="Accept this finding?"
      description={`${findingNames[kind].label}: ${details}`}
      help="What you found out, for whoever reads this later."
      keepLabel="Keep Open"
      label="Accept Finding"
      pendingText="Accepting…"
      tone="primary"
      isPending={accept.isPending}
      onSubmit={(body) => accept.submit({ params: { id }, body })}
      onClose={onClose}
      finalFocus={finalFocus}
    >
      It no longer counts as a broken rule of the books. You can reopen it at any time.
    </ReasonDialog>
  )
}
