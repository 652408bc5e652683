import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { ChevronDown, X } from 'lucide-react'
import { useEffect, useState, type ReactNode, type RefObject } from 'react'
import { classes } from '../classes.ts'
import { OpenedDialogs } from './opened-dialogs.tsx'

interface Props {
  open: boolean
  /** Called on Esc and by the close button; leave `open` true to refuse. */
  onClose: () => void
  /** Closes something in the dialog, such as a drawer, before Esc closes the dialog itself; null for nothing. */
  onEscape: (() => void) | null
  /** Puts it aside without closing it; null where that is not possible. */
  onMinimize: (() => void) | null
  title: string
  description: string
  /** At the top right. */
  figures: ReactNode
  children: ReactNode
  /** The controls at the bottom. */
  controls: ReactNode
  initialFocus: RefObject<HTMLElement | null>
  /** Where the focus goes afterward: back to where it was, or with false nowhere. */
  finalFocus: () => HTMLElement | boolean
}

/** A dialog that fills the whole view, by night in both themes. */
export function NightDialog(props: Props) {
  const { open, onClose, onEscape, onMinimize, title, description, figures, children, controls } = props
  const { initialFocus, finalFocus } = props
  const [isCovering, setCovering] = useState(false)
  useNightDocument(open && isCovering)
  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        if (next) return
        if (reason === 'escape-key' && onEscape) onEscape()
        else onClose()
      }}
      onOpenChangeComplete={setCovering}
      disablePointerDismissal
    >
      <BaseDialog.Portal>
        <BaseDialog.Popup
          initialFocus={initialFocus}
          finalFocus={finalFocus}
          className={classes(
            'night-room stars fixed inset-0 isolate z-40 flex flex-col overflow-hidden outline-none large-text:overflow-y-auto',
            'transition-opacity duration-dialog data-ending-style:opacity-0 data-starting-style:opacity-0',
          )}
        >
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 pt-[max(0.75rem,env(safe-area-inset-top))] sm:px-5">
            {onMinimize && (
              <RoundButton label="Minimize" onClick={onMinimize}>
                <ChevronDown aria-hidden className="size-6" />
              </RoundButton>
            )}
            <div className={classes('min-w-0 flex-1', !onMinimize && 'pl-1')}>
              <BaseDialog.Title className="truncate text-lg font-semibold">{title}</BaseDialog.Title>
              <BaseDialog.Description className="truncate text-sm text-muted">{description}</BaseDialog.Description>
            </div>
            <div className="max-sm:order-last max-sm:w-full">{figures}</div>
            <BaseDialog.Close render={<RoundButton label="Close" />}>
              <X aria-hidden className="size-6" />
            </BaseDialog.Close>
          </div>
          {children}
          {controls && (
            <div className="flex justify-center px-4 pt-2 pb-[max(1rem,env(safe-area-inset-bottom))] large-text:sticky large-text:bottom-0 large-text:z-10 large-text:bg-night large-text:px-[12px] large-text:pb-[12px]">
              {controls}
            </div>
          )}
          <OpenedDialogs isOpen={open} />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

interface RoundButtonProps {
  label: string
  onClick?: () => void
  children?: ReactNode
}

function RoundButton({ label, ...rest }: RoundButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...rest}
      className="flex size-11 shrink-0 items-center justify-center rounded-full text-muted transition-colors hover:bg-hover hover:text-text"
    />
  )
}

/**
 * Makes everything over the dialog dark, too: sheets, menus and toasts. Only while it covers the page, which would
 * otherwise be seen changing.
 */
function useNightDocument(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    document.documentElement.dataset.room = 'night'
    return () => {
      delete document.documentElement.dataset.room
    }
  }, [isOn])
}
