import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import type { TalkAgent } from '#web/screens/agents/voice-agent.ts'

interface EndProps {
  agent: TalkAgent
  open: boolean
  onClose: () => void
  onConfirm: () => void
}

/** Asks before a running conversation ends by closing the room. */
export function EndQuestion({ agent, ...dialog }: EndProps) {
  return (
    <ConfirmDialog {...dialog} title="End session?" confirmLabel="End session" keepLabel="Keep talking">
      {endWords(agent)}
    </ConfirmDialog>
  )
}

function endWords({ name, startTest }: TalkAgent): string {
  return `Your session with ${name} ends${startTest ? '.' : ', and the time so far is charged.'}`
}

interface ChangeProps {
  from: TalkAgent
  /** The agent to talk to instead; null for none. */
  to: TalkAgent | null
  onClose: () => void
  onConfirm: () => void
}

/** Asks before another agent takes over, since there is one conversation at a time (D74). */
export function ChangeQuestion({ from, to, onClose, onConfirm }: ChangeProps) {
  return (
    <ConfirmDialog
      open={to !== null}
      onClose={onClose}
      onConfirm={onConfirm}
      title={`Talk to ${to?.name ?? ''} instead?`}
      confirmLabel="End session"
      keepLabel="Keep talking"
    >
      {endWords(from)}
    </ConfirmDialog>
  )
}
