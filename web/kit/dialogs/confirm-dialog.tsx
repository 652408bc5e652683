import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState, type ReactNode } from 'react'
import { Button } from '../button.tsx'
import { classes } from '../classes.ts'
import { backdropClasses, dialogClasses, DialogFooter, dialogPlaceClasses } from './dialog.tsx'
import { openDialog } from './open-dialog.ts'
import { usePlace } from './opened-dialogs.tsx'

/** A question before an action that cannot easily be undone. */
export interface Question {
  /** The question, which names its subject. */
  title: string
  /** The effect. */
  text: ReactNode
  /** Verb and object, such as "Cancel Subscription". */
  confirm: string
  /** The label that cancels, such as "Keep Subscription". */
  keep: string
  tone?: 'danger' | 'primary'
  /** The act on a yes: the question stays, pending, until it has worked, and for another try if it fails. */
  act?: () => Promise<unknown>
  /** Finds what gets the focus where the act takes away the button that asked; see `openDialog`. */
  next?: () => HTMLElement | null
  /** Closes it once there is nothing left to decide. */
  until?: AbortSignal
}

/** Asks a question; resolves to whether the person agreed and, with an act, whether it has worked. */
export async function ask({ next, until, ...question }: Question): Promise<boolean> {
  const isSure = await openDialog<boolean>((close) => {
    until?.addEventListener('abort', () => close())
    return <QuestionDialog {...question} close={close} />
  }, next)
  return isSure === true
}

interface Props extends Omit<Question, 'next' | 'until'> {
  close: (isSure?: boolean) => void
}

/** The focus starts on the safe button. */
function QuestionDialog({ title, text, confirm, keep, tone = 'danger', act, close }: Props) {
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
