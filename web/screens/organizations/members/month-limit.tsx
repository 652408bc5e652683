import { useState } from 'react'
import { minutesText } from '#contract/amounts.ts'
import { changeMember } from '#contract/organizations/members.ts'
import { useCall } from '#web/client/api.ts'
import { useChangedFields } from '#web/client/conflicts/use-changed-fields.tsx'
import { memberFailures, memberSuccesses } from './toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { ShareBar } from '#web/kit/charts/share-bar.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import type { TabProps } from '../scope.ts'
import { isNearLimit, limitEffect, limitLabel, limitSchema, monthText } from './month-share.ts'
import type { PersonRow } from './people.ts'

type Props = { row: PersonRow } & Pick<TabProps, 'scope'>

/** How much of the pool a member has used this month, and the limit (D131). */
export function MonthLimit(props: Props) {
  const { name, minutesThisMonth, monthlyLimit } = props.row
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const change = useChange(close)
  const act = monthlyLimit === null ? 'Set Limit' : 'Change Limit'
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="text-muted tabular">{monthText(minutesThisMonth, monthlyLimit)}</span>
        {monthlyLimit !== null && monthlyLimit > 0 && (
          <ShareBar
            className="max-w-40"
            total={Math.max(monthlyLimit, minutesThisMonth)}
            shares={[
              { value: minutesThisMonth, tone: isNearLimit(minutesThisMonth, monthlyLimit) ? 'warning' : 'primary' },
            ]}
          />
        )}
      </div>
      <Button variant="ghost" size="dense" aria-label={`${act}: ${name}`} onClick={() => setOpen(true)}>
        {act}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => !change.isPending && close()}
        width="small"
        title={`Monthly minutes for ${name}`}
        description={`How many of the pool's minutes this person can use in a calendar month. ${limitEffect}`}
      >
        <LimitForm {...props} change={change} onClose={close} />
      </Dialog>
    </div>
  )
}

function useChange(onDone: () => void) {
  return useCall(changeMember, {
    failed: memberFailures.changeMember,
    done: () => {
      showToast(memberSuccesses.memberUpdated)
      onDone()
    },
  })
}

interface FormProps extends Props {
  change: ReturnType<typeof useChange>
  onClose: () => void
}

/** Starts with the limit as it was when the dialog opened (D187). */
function LimitForm({ row, scope, change, onClose }: FormProps) {
  const form = useChangedFields<{ monthlyLimitMinutes: number | null }>({
    known: { monthlyLimitMinutes: row.monthlyLimit },
    labels: { monthlyLimitMinutes: limitLabel },
    texts: { monthlyLimitMinutes: (limit) => (limit === null ? 'No limit' : minutesText(limit)) },
    save: async (body, before) => {
      const saved = await change.mutateAsync({ params: { id: row.id }, query: scope, body: { ...body, before } })
      return { monthlyLimitMinutes: saved.monthlyLimitMinutes ?? null }
    },
    unchanged: onClose,
  })
  return (
    <>
      <Form key={form.version} schema={limitSchema} onSubmit={form.submit} className="flex flex-col gap-4">
        <TextField
          name="monthlyLimitMinutes"
          label={limitLabel}
          help="Leave it empty for no limit."
          inputMode="numeric"
          autoComplete="off"
          defaultValue={form.base.monthlyLimitMinutes?.toString() ?? ''}
        />
        <FormButtons onCancel={onClose} isCancelDisabled={change.isPending}>
          <SubmitButton pendingText="Saving…">Save</SubmitButton>
        </FormButtons>
      </Form>
      {form.question}
    </>
  )
}
