import { type ReactNode, type RefObject, useEffect } from 'react'
import { type LatePart, latePart, useLatePart } from './late-part.ts'
import { usePlace } from './opened-dialogs.tsx'

export const dialogs = latePart(() => import('./loaded-dialog.tsx'))

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
  width?: 'small' | 'medium' | 'large'
  /** Ignores presses outside, so that a slip loses no work. */
  keepOpenOutside?: boolean
  initialFocus?: RefObject<HTMLElement | null>
  /** Where the focus goes afterward; by default back to where it was. */
  finalFocus?: () => HTMLElement | null
}

/** A dialog over the page that traps the focus and returns it. */
export function Dialog(props: DialogProps) {
  const LoadedDialog = useDialogPart(dialogs, props)?.LoadedDialog
  return LoadedDialog && <LoadedDialog {...props} />
}

/** Returns code that an open dialog needs; where it cannot be loaded, the dialog closes and a toast says so. */
export function useDialogPart<Part>(
  part: LatePart<Part>,
  { open, onClose }: Pick<DialogProps, 'open' | 'onClose'> = {},
): Part | null {
  const place = usePlace(open)
  const isOpen = open ?? place?.isOpen ?? false
  const close = onClose ?? place?.close
  const loaded = useLatePart(part, isOpen, () => close?.())
  const isGone = place !== null && !isOpen && loaded === null
  useEffect(() => {
    if (isGone) place.remove()
  }, [isGone, place])
  return loaded
}

/** Parts that load with the first button that the pointer or the focus reaches; null once that has happened. */
let early: (() => unknown)[] | null = [dialogs.load]

/** Loads this as early as the code of dialogs. */
export function loadEarly(load: () => unknown): void {
  if (early) early.push(load)
  else void load()
}

/** Loads the code of dialogs with the first button that the pointer or the focus reaches. */
export function useEarlyDialogs(): void {
  useEffect(() => {
    const stop = new AbortController()
    const look = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('button'))) return
      stop.abort()
      for (const load of early ?? []) void load()
      early = null
    }
    for (const name of ['pointerover', 'touchstart', 'focusin'])
      document.addEventListener(name, look, { passive: true, signal: stop.signal })
    return () => stop.abort()
  }, [])
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
