import { adminOrganizationDetails, adminOrganizations } from '#contract/admin/organizations.ts'
import { adjustPoolCredits } from '#contract/admin/users.ts'
import { formatCredits } from '#contract/amounts.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { adminFailures, adminSuccesses } from '../admin-toasts.ts'
import { useAdminCall } from '../use-admin-call.ts'
import { CreditsFields, creditsSchema } from '../users/credits-dialog.tsx'
import type { TaskProps } from './task.ts'

/** Gives minutes to a pool or takes them, with a reason (D153). */
export function PoolCreditsDialog({ organization: { id, name, creditBalance }, onClose, finalFocus }: TaskProps) {
  const adjust = useAdminCall(adjustPoolCredits, {
    list: adminOrganizations,
    changes: [adminOrganizationDetails, organizationOverview],
    failed: adminFailures.adjustCredits,
    done: (now) => {
      showToast({
        ...adminSuccesses.creditsAdjusted,
        description: `The pool has ${formatCredits(now.creditBalance)} now.`,
      })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={() => !adjust.isPending && onClose()}
      title="Adjust Credits"
      description={`The pool of ${name} has ${formatCredits(creditBalance)} credits. 1 credit is 1 minute.`}
      width="small"
      keepOpenOutside
      finalFocus={finalFocus}
    >
      <Form
        schema={creditsSchema}
        onSubmit={({ direction, minutes, reason }) =>
          adjust.submit({
            params: { id: String(id) },
            body: { minutes: direction === 'take' ? -minutes : minutes, reason, key: adjust.key },
          })
        }
        className="flex flex-col gap-4"
      >
        <CreditsFields help="Kept in the record of admin acts; the organization does not see it." />
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button variant="secondary" disabled={adjust.isPending} onClick={onClose}>
            Cancel
          </Button>
          <SubmitButton pendingText="Adjusting…">Adjust Credits</SubmitButton>
        </div>
      </Form>
    </Dialog>
  )
}
