import type { AdminOrganization } from '#contract/admin/organizations.ts'

/** The props of the list's dialogs. */
export interface TaskProps {
  /** The organization as listed. */
  organization: AdminOrganization
  onClose: () => void
  /** Returns the button that opened the dialog, if its row is still there. */
  finalFocus: () => HTMLElement | null
}
