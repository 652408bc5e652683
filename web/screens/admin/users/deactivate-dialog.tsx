import { Banner } from '#web/kit/banner.tsx'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { aloneIn } from './user-list.tsx'
import { useUserStatus } from './use-user-status.ts'
import type { TaskProps } from './task.ts'

/** Asks before a person loses access, and explains the effects (D14, D188). */
export function DeactivateDialog({ user, name, onClose, finalFocus }: TaskProps) {
  const status = useUserStatus()
  const alone = aloneIn(user)
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Deactivate ${name}?`}
      confirmLabel="Deactivate User"
      keepLabel="Keep Active"
      onConfirm={() => status.submit({ params: { id: user.id }, body: { isActive: false } })}
      finalFocus={finalFocus}
    >
      <p>
        {name} is signed out right away, any live conversation ends, and no one can sign in to this account until you
        activate it again. Minutes, subscription and history are kept.
      </p>
      {alone.length > 0 && (
        <div className="mt-4">
          <Banner tone="warning">{alone.join(', ')} would be left without an admin.</Banner>
        </div>
      )}
    </ConfirmDialog>
  )
}
