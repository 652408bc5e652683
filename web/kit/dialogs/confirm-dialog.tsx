import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { backdropClasses, dialogClasses, DialogFooter, dialogPlaceClasses } from './dialog.tsx'

interface Props {
  open: boolean
  onClose: () => void
  /** The question, which names its subject. */
  title: string
  children: ReactNode
  /** Verb and object, such as "Cancel Subscription". */
  confirmLabel: string
  /** The label that cancels, such as "Keep Subscription". */
  keepLabel: string
  tone?: 'danger' | 'primary'
  /** The dialog stays pending until the promise settles; a rejection leaves it open. */
  onConfirm: () => Promise<unknown> | void
  /** Where the focus goes afterward; by default back to where it was. */
  finalFocus?: (() => HTMLElement | null) | undefined
}

/** Asks before an action that cannot easily be undone; the focus starts on the safe button. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  confirmLabel,
  keepLabel,
  tone = 'danger',
  onConfirm,
  finalFocus,
}: Props) {
  const [pending, setPending] = useState(false)

  async function confirm() {
    setPending(true)
    try {
      await onConfirm()
      onClose()
    } catch {
      // The caller says what failed; the question stays for another try.
    } finally {
      setPending(false)
    }
  }

  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && !pending && onClose()}>
      <AlertDialog.Portal>
        {/* Forced, because Base UI omits it over another dialog. */}
        <AlertDialog.Backdrop forceRender className={backdropClasses} />
        <AlertDialog.Viewport className={dialogPlaceClasses}>
          <AlertDialog.Popup finalFocus={finalFocus} className={classes(dialogClasses, 'sm:max-w-md')}>
            <div className="px-4 py-4 sm:px-6 sm:pt-6">
              <AlertDialog.Title className="text-xl font-semibold">{title}</AlertDialog.Title>
              <AlertDialog.Description render={<div />} className="mt-2 text-muted">
                {children}
              </AlertDialog.Description>
            </div>
            <DialogFooter>
              <Button variant="secondary" disabled={pending} onClick={onClose}>
                {keepLabel}
              </Button>
              <Button variant={tone} pending={pending} onClick={confirm}>
                {confirmLabel}
              </Button>
            </DialogFooter>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
