import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { reasonField } from '#contract/admin-list.ts'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { FormButtons } from '#web/kit/fields/form-buttons.tsx'
import { type FieldErrors, Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextArea } from '#web/kit/fields/text-area.tsx'

interface Props {
  title: string
  description?: string
  /** The effect of the act. */
  children: ReactNode
  /** Names the readers of the reason. */
  help?: string
  /** The buttons. */
  keepLabel?: string
  label: string
  pendingText: string
  tone?: 'danger' | 'primary'
  isPending: boolean
  onSubmit: (body: { reason: string }) => Promise<FieldErrors | void>
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

const schema = z.object({ reason: reasonField })

/** Asks for the reason of an act. */
export function ReasonDialog(props: Props) {
  const {
    children,
    help,
    keepLabel,
    label,
    pendingText,
    tone = 'danger',
    isPending,
    onSubmit,
    onClose,
    ...dialog
  } = props
  return (
    <Dialog {...dialog} open onClose={() => !isPending && onClose()} width="small" keepOpenOutside>
      <Form schema={schema} onSubmit={onSubmit} className="flex flex-col gap-4">
        <p>{children}</p>
        <TextArea name="reason" label="Reason" help={help} maxLength={500} rows={3} required />
        <FormButtons onCancel={onClose} cancelLabel={keepLabel} isCancelDisabled={isPending}>
          <SubmitButton variant={tone} pendingText={pendingText}>
            {label}
          </SubmitButton>
        </FormButtons>
      </Form>
    </Dialog>
  )
}
