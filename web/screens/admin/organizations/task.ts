import type { AdminOrganization } from '#contract/admin/organizations.ts'

/** What a dialog of the list gets. */
export interface TaskProps {
  /** The organization as listed. */
  organization: AdminOrganization
  onClose: () => void
  /** Returns the button that opened the dialog, if its row is still there. */
  finalFocus: () => HTMLElement | null
}
