import { useState } from 'react'
import * as z from 'zod/mini'
import type { CustomerPlan } from '#contract/admin/customers.ts'
import { reasonField } from '#contract/admin-list.ts'
import { formatDate } from '#contract/dates.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { useDuty } from '../../use-duty.ts'
import { useEndSubscription } from './use-end-subscription.ts'

const buttonId = 'end-subscription'
const schema = z.object({ reason: reasonField })

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
  const end = useEndSubscription(onClose)
  return (
    <Dialog
      open
      onClose={() => !end.isPending && onClose()}
      title={`End ${name}’s subscription?`}
      width="small"
      keepOpenOutside
      finalFocus={() => document.getElementById(buttonId) ?? document.querySelector('main')}
    >
      <Form schema={schema} onSubmit={(body) => end.submit({ params: { id }, body })} className="flex flex-col gap-4">
        <p>
          {state === 'grace' || at === null
            ? 'Access ends at once, and the open payment is no longer charged. They can subscribe again at any time.'
            : `They keep access until ${formatDate(at)} and are not charged again. Until then, they can resume it themselves.`}
        </p>
        <TextArea
          name="reason"
          label="Reason"
          help="Kept in the audit log. The customer does not see it."
          maxLength={500}
          rows={3}
          required
        />
        <FormButtons onCancel={onClose} cancelLabel="Keep Subscription" isCancelDisabled={end.isPending}>
          <SubmitButton variant="danger" pendingText="Ending…">
            End Subscription
          </SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  )
}
