import { useLayoutEffect, useState, type ReactNode, type RefObject } from 'react'
import { deleteMessage, type Communication } from '#contract/messages/messages.ts'
import { useCall } from '#web/client/api.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { handOnFocus } from '#web/kit/kept-focus.ts'

interface Deletion {
  /** Asks for confirmation; `opener` is the pressed button. */
  ask: (message: Communication, opener: HTMLElement) => void
  /** Render this beside the list. */
  dialog: ReactNode
}

/**
 * Deletes a message from the person's own list. Focus moves to what remains, because the button disappears with its
 * row.
 */
export function useDeleteMessage(list: RefObject<HTMLElement | null>): Deletion {
  // Kept while the dialog closes, so that its text stays visible.
  const [asked, setAsked] = useState<{ message: Communication; opener: HTMLElement; open: boolean } | null>(null)
  const wasAsked = asked !== null
  // The list disappears with its last message and takes the dialog along, even if it is just about to return focus.
  useLayoutEffect(() => (wasAsked ? () => handOnFocus() : undefined), [wasAsked])
  const remove = useCall(deleteMessage)
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
        “{asked.message.subject}” will be removed from your messages for good.
      </ConfirmDialog>
    ),
  }
}
