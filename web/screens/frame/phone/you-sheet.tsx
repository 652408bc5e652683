import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { OwnItems } from '../header/own-items.tsx'
import type { SignedIn } from '../header/viewer.ts'

interface Props {
  user: SignedIn
  open: boolean
  onClose: () => void
  onSignOut: () => void
}

/** The items of the account menu as a sheet. */
export function YouSheet({ user, open, onClose, onSignOut }: Props) {
  return (
    <Dialog open={open} onClose={onClose} title="You" width="small">
      {/* The bar's height stays free, because a second tap on You would otherwise sign out. */}
      <nav aria-label="Account" className="-mx-3 pb-[calc(var(--bottom-bar,0px)+env(safe-area-inset-bottom))]">
        <OwnItems user={user} onChoose={onClose} onSignOut={onSignOut} />
      </nav>
    </Dialog>
  )
}
