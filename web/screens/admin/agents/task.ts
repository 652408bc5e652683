import type { AdminAgent } from '#contract/agents/admin-agents.ts'

/** The props of the list's dialogs. */
export interface TaskProps {
  agent: AdminAgent
  onClose: () => void
  /** Returns the button that opened the dialog, if its row is still there. */
  finalFocus: () => HTMLElement | null
}
