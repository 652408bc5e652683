import { adminOrganizationDetails, adminOrganizations } from '#contract/admin/organizations.ts'
import { adjustPoolMinutes } from '#contract/admin/users.ts'
import { creditText } from '#contract/amounts.ts'
import { organizationOverview } from '#contract/organizations/dashboard.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { adminFailures, adminSuccesses } from '../toasts.ts'
import { useAdminCall } from '../use-admin-call.ts'
import { MinutesFields, minutesSchema } from '../users/minutes-dialog.tsx'
import type { TaskProps } from './task.ts'

/** Adds minutes to a pool or takes them away, with a reason (D153). */
export function PoolMinutesDialog({ organization: { id, name, creditBalance }, onClose, finalFocus }: TaskProps) {
  const adjust = useAdminCall(adjustPoolMinutes, {
    list: adminOrganizations,
    changes: [adminOrganizationDetails, organizationOverview],
    failed: adminFailures.adjustMinutes,
    done: (now) => {
      showToast({
        ...adminSuccesses.minutesAdjusted,
        description: `The pool now has ${creditText(now.creditBalance)}.`,
      })
      onClose()
    },
  })
  return (
    <Dialog
      open
      onClose={() => !adjust.isPending && onClose()}
      title="Adjust Credits"
      description={`The pool of ${name} has ${creditText(creditBalance)}. 1 credit is 1 minute.`}
      width="small"
      keepOpenOutside
      finalFocus={finalFocus}
    >
      <Form
        schema={minutesSchema}
        onSubmit={({ direction, minutes, reason }) =>
          adjust.submit({
            params: { id: String(id) },
            body: { minutes: direction === 'take' ? -minutes : minutes, reason, key: adjust.key },
          })
        }
        className="flex flex-col gap-4"
      >
        <MinutesFields help="Kept in the audit log. The organization does not see it." />
        <FormButtons onCancel={onClose} isCancelDisabled={adjust.isPending}>
          <SubmitButton pendingText="Adjusting…">Adjust Credits</SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  )
}
