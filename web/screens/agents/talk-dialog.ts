import { createContext, type ReactNode } from 'react'
import type { TalkAgent } from './voice-agent.ts'

export interface TalkDialogProps {
  agent: TalkAgent
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Renders the dialog that a talk opens in. Conversations stand above agents, so the app says which one it is. */
export const TalkDialog = createContext<(props: TalkDialogProps) => ReactNode>(() => null)
