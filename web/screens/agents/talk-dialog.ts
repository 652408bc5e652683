import { createContext, type ReactNode } from 'react'
import type { TalkAgent } from './voice-agent.ts'

export interface TalkDialogProps {
  agent: TalkAgent
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Renders the dialog for a conversation. The app provides it, because agents may not import conversations. */
export const TalkDialog = createContext<(props: TalkDialogProps) => ReactNode>(() => null)
