import { createContext, type ReactNode } from 'react'
import type { TalkAgent } from './voice-agent.ts'

export interface TalkDialogProps {
  agent: TalkAgent
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Renders the dialog for a conversation. Conversations are a higher subject than agents, so the app provides it. */
export const TalkDialog = createContext<(props: TalkDialogProps) => ReactNode>(() => null)
