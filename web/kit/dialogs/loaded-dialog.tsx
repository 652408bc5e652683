import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import type { QuestionProps } from './confirm-dialog.tsx'
import { type DialogProps, DialogFooter } from './dialog.tsx'
import { OpenedDialogs, usePlace } from './opened-dialogs.tsx'

/** Dialogs of Base UI. Only their shells load them. */

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' }

const backdropClasses =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-dialog data-starting-style:opacity-0 data-ending-style:opacity-0'

/** A bottom sheet on a phone, a centered window on a larger screen. */
const dialogClasses = classes(
  'flex max-h-full w-full flex-col overflow-hidden border border-line bg-raised text-text shadow-overlay outline-none',
  'rounded-t-dialog sm:rounded-dialog large-text:overflow-y-auto',
  'transition-[opacity,translate] duration-dialog data-starting-style:translate-y-4 data-starting-style:opacity-0',
  'data-ending-style:translate-y-4 data-ending-style:opacity-0',
)

const dialogPlaceClasses = 'fixed inset-0 z-40 flex items-end justify-center pt-8 sm:items-center sm:p-6'

export function LoadedDialog(props: DialogProps) {
  const { open, onClose, title, description, children, footer, width = 'medium' } = props
  const { keepOpenOutside, initialFocus, finalFocus } = props
  const place = usePlace(open)
  const close = onClose ?? place?.close
  const isOpen = open ?? place?.isOpen ?? false
  return (
    <BaseDialog.Root
      open={isOpen}
      onOpenChange={(next) => {
        if (!next) close?.()
      }}
      onOpenChangeComplete={(next) => !next && place?.remove()}
      disablePointerDismissal={keepOpenOutside}
    >
      <BaseDialog.Portal>
        {/* Forced, because Base UI omits it over another dialog. */}
        <BaseDialog.Backdrop forceRender className={backdropClasses} />
        <BaseDialog.Viewport className={dialogPlaceClasses}>
          <BaseDialog.Popup
            initialFocus={initialFocus}
            finalFocus={finalFocus ?? place?.finalFocus}
            className={classes(dialogClasses, widths[width])}
          >
            <div className="flex items-start justify-between gap-4 px-4 pt-4 sm:px-6 sm:pt-6">
              <div className="min-w-0">
                <BaseDialog.Title className="text-xl font-semibold">{title}</BaseDialog.Title>
                {description && (
                  <BaseDialog.Description className="mt-1 text-muted">{description}</BaseDialog.Description>
                )}
              </div>
              <BaseDialog.Close
                aria-label="Close"
                className="-mt-1 -mr-1 flex size-9 shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:bg-hover hover:text-text pointer-coarse:size-11"
              >
                <X aria-hidden className="size-5" />
              </BaseDialog.Close>
            </div>
            <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4 large-text:min-h-auto large-text:flex-none large-text:overflow-visible has-data-sticky-footer:scroll-pb-24 sm:px-6">
              {children}
            </div>
            {footer && <DialogFooter>{footer}</DialogFooter>}
            <OpenedDialogs isOpen={isOpen} />
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** The focus starts on the safe button. */
export function LoadedQuestion({ title, text, confirm, keep, tone = 'danger', act, close }: QuestionProps) {
  const [isPending, setPending] = useState(false)
  const place = usePlace()

  async function agree() {
    setPending(true)
    try {
      await act?.()
      close(true)
    } catch {
      // The caller says what failed; the question stays for another try.
    } finally {
      setPending(false)
    }
  }

  return (
    <AlertDialog.Root
      open={place?.isOpen ?? false}
      onOpenChange={(next) => !next && !isPending && close()}
      onOpenChangeComplete={(next) => !next && place?.remove()}
    >
      <AlertDialog.Portal>
        {/* Forced, because Base UI omits it over another dialog. */}
        <AlertDialog.Backdrop forceRender className={backdropClasses} />
        <AlertDialog.Viewport className={dialogPlaceClasses}>
          <AlertDialog.Popup finalFocus={place?.finalFocus} className={classes(dialogClasses, 'sm:max-w-md')}>
            <div className="px-4 py-4 sm:px-6 sm:pt-6">
              <AlertDialog.Title className="text-xl font-semibold">{title}</AlertDialog.Title>
              <AlertDialog.Description render={<div />} className="mt-2 text-muted">
                {text}
              </AlertDialog.Description>
            </div>
            <DialogFooter>
              <Button variant="secondary" disabled={isPending} onClick={() => close()}>
                {keep}
              </Button>
              <Button variant={tone} pending={isPending} onClick={agree}>
                {confirm}
              </Button>
            </DialogFooter>
          </AlertDialog.Popup>
        </AlertDialog.Viewport>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
