import * as z from 'zod/mini'
import { adjustPoolMinutes, adjustUserMinutes, adminUsers, maxAdjustmentMinutes } from '#contract/admin/users.ts'
import { reasonField } from '#contract/admin-list.ts'
import { creditText, formatCount } from '#contract/amounts.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { type Option, Select } from '#web/kit/fields/select.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { adminFailures, adminSuccesses } from '../toasts.ts'
import { useAdminCall } from '../use-admin-call.ts'
import type { TaskProps } from './task.ts'

const own = 'own'
const most = formatCount(maxAdjustmentMinutes)

export const minutesSchema = z.object({
  account: z.optional(z.string()),
  direction: z.enum(['give', 'take']),
  minutes: z.coerce
    .number({ error: 'Please enter a number of minutes' })
    .check(
      z.positive({ error: 'Please enter a number above 0' }),
      z.maximum(maxAdjustmentMinutes, { error: `Please enter at most ${most} minutes` }),
      z.multipleOf(0.01, { error: 'Please use at most two decimals' }),
    ),
  reason: reasonField,
})

/** Adds minutes to a balance or to an organization's pool, or takes them away, with a reason (D153). */
export function MinutesDialog({ user, name, onClose, finalFocus }: TaskProps) {
  const outcome = {
    list: adminUsers,
    failed: adminFailures.adjustMinutes,
    done: ({ creditBalance }: { creditBalance: number }) => {
      showToast({
        ...adminSuccesses.minutesAdjusted,
        description: `The balance is now ${creditText(creditBalance)}.`,
      })
      onClose()
    },
  } as const
  const adjustOwn = useAdminCall(adjustUserMinutes, outcome)
  const adjustPool = useAdminCall(adjustPoolMinutes, outcome)
  const isPending = adjustOwn.isPending || adjustPool.isPending
  const accounts = [
    { value: own, label: `${name}: ${creditText(user.creditBalance)}` },
    ...user.organizations.map(({ id, name: organization }) => ({
      value: String(id),
      label: `Pool of ${organization}`,
    })),
  ]
  return (
    <Dialog
      open
      onClose={() => !isPending && onClose()}
      title="Adjust Credits"
      description={`${name} has ${creditText(user.creditBalance)}. 1 credit is 1 minute.`}
      width="small"
      keepOpenOutside
      finalFocus={finalFocus}
    >
      <Form
        schema={minutesSchema}
        onSubmit={({ account = own, direction, minutes, reason }) => {
          const body = { minutes: direction === 'take' ? -minutes : minutes, reason }
          return account === own
            ? adjustOwn.submit({ params: { id: user.id }, body: { ...body, key: adjustOwn.key } })
            : adjustPool.submit({ params: { id: account }, body: { ...body, key: adjustPool.key } })
        }}
        className="flex flex-col gap-4"
      >
        <MinutesFields accounts={accounts} help="Kept in the audit log. The user does not see it." />
        <FormButtons onCancel={onClose} isCancelDisabled={isPending}>
          <SubmitButton pendingText="Adjusting…">Adjust Credits</SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  )
}

interface FieldsProps {
  /** The balances to choose from; with only one, there is no choice. */
  accounts?: readonly Option[]
  /** Tells the admin who can read the reason. */
  help: string
}

/** The fields for the direction, the number of minutes, and the reason. */
export function MinutesFields({ accounts = [], help }: FieldsProps) {
  return (
    <>
      {accounts.length > 1 && <Select name="account" label="Balance" options={accounts} defaultValue={own} />}
      <div className="grid grid-cols-2 gap-4">
        <Select
          name="direction"
          label="Change"
          options={[
            { value: 'give', label: 'Add' },
            { value: 'take', label: 'Remove' },
          ]}
          defaultValue="give"
        />
        <TextField name="minutes" label="Minutes" inputMode="decimal" autoComplete="off" required />
      </div>
      <TextArea name="reason" label="Reason" help={help} maxLength={500} rows={3} required />
    </>
  )
}
