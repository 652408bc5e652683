import { Button } from '#web/kit/button.tsx'
import type { Conversation } from '#web/voice/conversation.ts'
import type { Phase } from '#web/voice/conversation-state.ts'
import { onSingleClick } from './controls/single-click.ts'
import { VoiceStage } from './room/stage-heading.tsx'

export type WaitingPhase = Extract<Phase, 'requesting_microphone' | 'connecting' | 'queued' | 'ending'>

const words: Record<WaitingPhase, { title: string; hint: string }> = {
  requesting_microphone: {
    title: 'Connecting…',
    hint: 'Please allow the microphone when your browser asks.',
  },
  connecting: { title: 'Connecting…', hint: 'Nothing is charged until the agent joins.' },
  queued: { title: 'All agents are busy. You are in line.', hint: 'Waiting is free.' },
  ending: { title: 'Ending…', hint: 'Your session is being saved.' },
}

/** Shown while the conversation connects or ends. */
export function VoiceWaiting({ phase }: { phase: WaitingPhase }) {
  const { title, hint } = words[phase]
  return (
    <VoiceStage title={title}>
      <p className="text-muted">{hint}</p>
    </VoiceStage>
  )
}

interface ActionsProps {
  conversation: Conversation
  phase: WaitingPhase
}

/** The button of the waiting screen: cancels, as long as that is possible. */
export function VoiceWaitingActions({ conversation, phase }: ActionsProps) {
  return (
    <Button
      variant="secondary"
      size="touch"
      disabled={phase === 'ending'}
      onClick={onSingleClick(() => conversation.end())}
    >
      {phase === 'queued' ? 'Leave the line' : 'Cancel'}
    </Button>
  )
}
