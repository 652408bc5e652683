import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { type MembersChange, countPeople } from './bulk-questions.tsx'
import { limitEffect, limitLabel, limitSchema } from './month-share.ts'

interface Props {
  open: boolean
  /** The number of people who get the limit. */
  count: number
  isPending: boolean
  onClose: () => void
  onSubmit: (change: MembersChange) => Promise<unknown>
}

/** Asks for the monthly minutes that each of several people gets (D131, D188). */
export function BulkLimitDialog({ open, count, isPending, onClose, onSubmit }: Props) {
  const who = countPeople(count)
  return (
    <Dialog
      open={open}
      onClose={() => !isPending && onClose()}
      width="small"
      title={`Monthly minutes for ${who}`}
      description={`Each of them gets this limit in place of their own. ${limitEffect}`}
    >
      <Form
        schema={limitSchema}
        onSubmit={async (change) => {
          await onSubmit(change)
          onClose()
        }}
        className="flex flex-col gap-4"
      >
        <TextField
          name="monthlyLimitMinutes"
          label={limitLabel}
          help="Leave it empty for no limit."
          inputMode="numeric"
          autoComplete="off"
        />
        <FormButtons onCancel={onClose} isCancelDisabled={isPending}>
          <SubmitButton pendingText="Saving…">{`Change ${who}`}</SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  )
}
