import { useState } from 'react'
import type { CustomerPlan } from '#contract/admin/customers.ts'
import { formatDate } from '#contract/dates.ts'
import { Button } from '#web/kit/button.tsx'
import { ReasonDialog } from '../../reason-dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { useDuty } from '../../use-duty.ts'
import { whatEnded } from './toasts.ts'
import { useEndSubscription } from './use-end-subscription.ts'

const buttonId = 'end-subscription'

interface Props {
  person: { id: string; name: string }
  plan: CustomerPlan
}

/** Ends a person's running subscription, with a reason (D206); nothing where there is nothing to end. */
export function EndSubscriptionButton({ person, plan }: Props) {
  const [isOpen, setOpen] = useState(false)
  const mayEnd = useDuty('money.change')
  const runs = plan.state === 'renews' || plan.state === 'grace'
  return (
    <>
      {mayEnd && runs && (
        <Button id={buttonId} variant="secondary" size="dense" onClick={() => setOpen(true)}>
          End Subscription
        </Button>
      )}
      {isOpen && <EndDialog person={person} plan={plan} onClose={() => setOpen(false)} />}
    </>
  )
}

function EndDialog({ person: { id, name }, plan: { state, at }, onClose }: Props & { onClose: () => void }) {
  const end = useEndSubscription(({ accessEndsAt }) => {
    showToast({ title: 'Subscription Ended', description: whatEnded(accessEndsAt), tone: 'success' })
    onClose()
  })
  return (
    <ReasonDialog
      title={`End ${name}’s subscription?`}
      help="Kept in the audit log. The customer does not see it."
      keepLabel="Keep Subscription"
      label="End Subscription"
      pendingText="Ending…"
      isPending={end.isPending}
      onSubmit={(body) => end.submit({ params: { id }, body })}
      onClose={onClose}
      finalFocus={() => document.getElementById(buttonId) ?? document.querySelector('main')}
    >
      {state === 'grace' || at === null
        ? 'Access ends at once, and the open payment is no longer charged. They can subscribe again at any time.'
        : `They keep access until ${formatDate(at)} and are not charged again. Until then, they can resume it themselves.`}
    </ReasonDialog>
  )
}
