import type { AgentDocument } from '#contract/agents/documents.ts'

/** The agent whose documents a screen is about. */
export interface DocumentsAgent {
  id: string
  name: string
  /** Whether this person may add, correct and remove them; others only read. */
  managesDocuments: boolean
}

/** A document that was chosen from the list or among the passages. */
export type ChosenDocument = Pick<AgentDocument, 'id' | 'title'>

export type Task = { kind: 'add' } | { kind: 'read' | 'remove'; document: ChosenDocument }
