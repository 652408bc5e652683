import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { classes } from '../classes.ts'
import { OpenedDialogs, usePlace } from './opened-dialogs.tsx'

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-3xl' }

/** The classes of the layer behind every dialog. */
export const backdropClasses =
  'fixed inset-0 z-40 bg-scrim transition-opacity duration-dialog data-starting-style:opacity-0 data-ending-style:opacity-0'

/** The classes of a dialog: a bottom sheet on a phone, a centered window on a larger screen. */
export const dialogClasses = classes(
  'flex max-h-full w-full flex-col overflow-hidden border border-line bg-raised text-text shadow-overlay outline-none',
  'rounded-t-dialog sm:rounded-dialog large-text:overflow-y-auto',
  'transition-[opacity,translate] duration-dialog data-starting-style:translate-y-4 data-starting-style:opacity-0',
  'data-ending-style:translate-y-4 data-ending-style:opacity-0',
)

export const dialogPlaceClasses = 'fixed inset-0 z-40 flex items-end justify-center pt-8 sm:items-center sm:p-6'

export interface DialogProps {
  /** By default as `openDialog` says. */
  open?: boolean
  /** Called on Esc, the close button or a press outside; leave `open` true to refuse. */
  onClose?: () => void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  /** Buttons at the end; the main one last. */
  footer?: ReactNode
  width?: keyof typeof widths
  /** Ignores presses outside, so that a slip loses no work. */
  keepOpenOutside?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  /** Where the focus goes afterward; by default back to where it was. */
  finalFocus?: () => HTMLElement | null
}

/** A dialog over the page that traps the focus and returns it. */
export function Dialog(props: DialogProps) {
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

/** The row of buttons at a dialog's end, above the phone's home bar. */
export function DialogFooter({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse gap-2 border-t border-line px-4 pt-4 pb-[max(1rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end sm:px-6">
      {children}
    </div>
  )
}

/** The same row at the end of a form in a dialog: always visible, and never over the focused field. */
export function FormFooter({ children }: { children: ReactNode }) {
  return (
    <div data-sticky-footer="" className="sticky -bottom-4 z-10 -mx-4 -mb-4 bg-raised sm:-mx-6">
      <DialogFooter>{children}</DialogFooter>
    </div>
  )
}
