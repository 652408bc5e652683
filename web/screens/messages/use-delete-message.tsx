import { useLayoutEffect, useState, type ReactNode, type RefObject } from 'react'
import { deleteMessage, type Communication } from '#contract/messages/messages.ts'
import { useCall } from '#web/client/api.ts'
import { refreshMessages } from '#web/client/refresh.ts'
import { failures, successes } from '#web/client/toasts.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { handOnFocus } from '#web/kit/kept-focus.ts'
import { showToast } from '#web/kit/dialogs/toast.ts'

interface Deletion {
  /** Asks first; `opener` is the pressed button. */
  ask: (message: Communication, opener: HTMLElement) => void
  /** Belongs beside the list. */
  dialog: ReactNode
}

/**
 * Takes a message out of the own list; the focus goes to what is left, since the button goes with its row. `renew` reads
 * the list anew.
 */
export function useDeleteMessage(list: RefObject<HTMLElement | null>, renew = refreshMessages): Deletion {
  // The dialog keeps its words while it closes.
  const [asked, setAsked] = useState<{ message: Communication; opener: HTMLElement; open: boolean } | null>(null)
  const wasAsked = asked !== null
  // With its last message the list goes, and with it the dialog, be it open or about to give the focus back.
  useLayoutEffect(() => (wasAsked ? () => handOnFocus() : undefined), [wasAsked])
  const remove = useCall(deleteMessage, {
    failed: failures.deleteMessage,
    done: async () => {
      await renew()
      showToast(successes.messageDeleted)
    },
  })
  return {
    ask: (message, opener) => setAsked({ message, opener, open: true }),
    dialog: asked && (
      <ConfirmDialog
        open={asked.open}
        onClose={() => setAsked({ ...asked, open: false })}
        finalFocus={() => (asked.opener.isConnected ? asked.opener : (list.current ?? document.querySelector('main')))}
        title="Delete this message?"
        confirmLabel="Delete Message"
        keepLabel="Keep Message"
        onConfirm={() => remove.submit({ params: { id: asked.message.id } })}
      >
        “{asked.message.subject}” disappears from your messages for good.
      </ConfirmDialog>
    ),
  }
}
