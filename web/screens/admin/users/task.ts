import type { AdminUser } from '#contract/admin/users.ts'

/** What a dialog of the list gets. */
export interface TaskProps {
  user: AdminUser
  name: string
  onClose: () => void
  /** Back to the button that opened it, if its row is still there. */
  finalFocus: () => HTMLElement | null
}
