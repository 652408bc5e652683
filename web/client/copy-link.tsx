import { Copy } from 'lucide-react'
import { showFailure } from './failure.ts'
import { failures, successes } from './toasts.ts'
import { Button } from '#web/kit/button.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast, type ToastMessage } from '#web/kit/dialogs/toast.ts'

interface Props {
  label: string
  link: string
  /** Toast shown once the link is copied. */
  copied?: ToastMessage
}

/** A link to share, with a button that copies it. */
export function CopyLink({ label, link, copied = successes.linkCopied }: Props) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(link)
      showToast(copied)
    } catch {
      showFailure(failures.copyLink)
    }
  }
  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:items-end">
      <div className="min-w-0 flex-1">
        <TextField name="link" label={label} value={link} readOnly onFocus={(event) => event.currentTarget.select()} />
      </div>
      <Button icon={<Copy aria-hidden className="size-4" />} onClick={() => void copy()}>
        Copy Link
      </Button>
    </div>
  )
}
