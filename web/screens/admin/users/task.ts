import type { AdminUser } from '#contract/admin/users.ts'

/** The props of the list's dialogs. */
export interface TaskProps {
  user: AdminUser
  name: string
  onClose: () => void
  /** Returns the button that opened the dialog, if its row is still there. */
  finalFocus: () => HTMLElement | null
}
