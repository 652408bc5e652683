import type { AdminOrganization } from '#contract/admin/organizations.ts'

/** What a dialog of the list gets. */
export interface TaskProps {
  /** As the list shows it. */
  organization: AdminOrganization
  onClose: () => void
  /** Back to the button that opened it, if its row is still there. */
  finalFocus: () => HTMLElement | null
}
