import type { AdminAgent } from '#contract/agents/admin-agents.ts'

/** What a dialog of the list gets. */
export interface TaskProps {
  agent: AdminAgent
  onClose: () => void
  /** Returns the button that opened the dialog, if its row is still there. */
  finalFocus: () => HTMLElement | null
}
