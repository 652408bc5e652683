import type { AdminUser } from '#contract/admin/users.ts'

/** What a dialog of the list gets. */
export interface TaskProps {
  user: AdminUser
  name: string
  onClose: () => void
  /** Returns the button that opened the dialog, if its row is still there. */
  finalFocus: () => HTMLElement | null
}
