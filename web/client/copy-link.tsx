import { Copy } from 'lucide-react'
import { showFailure } from './failure.ts'
import { Button, type ButtonSize, type ButtonVariant } from '#web/kit/button.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { showToast, type ToastMessage } from '#web/kit/dialogs/toast.ts'

const linkCopied: ToastMessage = { title: 'Link Copied', description: 'Share it with anyone who might like Luna.' }

interface Props {
  label: string
  link: string
  /** Toast shown once the link is copied. */
  copied?: ToastMessage
}

/** A link to share, with a button that copies it. */
export function CopyLink({ label, link, copied = linkCopied }: Props) {
  return (
    <div className="flex flex-col gap-2 sm:flex-row sm:items-end">
      <div className="min-w-0 flex-1">
        <TextField name="link" label={label} value={link} readOnly onFocus={(event) => event.currentTarget.select()} />
      </div>
      <CopyButton text={link} copied={copied} instead="Please select the link and copy it yourself." variant="primary">
        Copy Link
      </CopyButton>
    </div>
  )
}

interface ButtonProps {
  text: string
  /** Toast shown once the text is copied. */
  copied: ToastMessage
  /** Advice for where the browser does not allow it. */
  instead: string
  /** Names it for screen readers, where its text does not. */
  label?: string
  variant?: ButtonVariant
  size?: ButtonSize
  children: string
}

/** Copies a text, and shows that it did. */
export function CopyButton({ text, copied, instead, label, variant = 'secondary', size, children }: ButtonProps) {
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      showToast({ tone: 'success', ...copied })
    } catch {
      showFailure({ title: 'Copy Failed', text: `Your browser didn't allow it. ${instead}` })
    }
  }
  return (
    <Button
      variant={variant}
      size={size}
      icon={<Copy aria-hidden className="size-4" />}
      aria-label={label}
      onClick={() => void copy()}
    >
      {children}
    </Button>
  )
}
