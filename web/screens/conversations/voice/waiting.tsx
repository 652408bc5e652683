import { Button } from '#web/kit/button.tsx'
import type { Conversation } from '#web/voice/conversation.ts'
import type { Phase } from '#web/voice/conversation-state.ts'
import type { TalkAgent } from '#web/screens/agents/voice-agent.ts'
import { VoiceOrb } from './orb/orb.tsx'
import { onSingleClick } from './single-click.ts'
import { VoiceStage } from './stage.tsx'

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

interface Props {
  agent: TalkAgent
  conversation: Conversation
  phase: WaitingPhase
}

/** Shown while the conversation connects or ends. */
export function VoiceWaiting({ agent, conversation, phase }: Props) {
  const { title, hint } = words[phase]
  return (
    <div className="flex flex-1 flex-col justify-center py-4">
      <VoiceStage picture={<VoiceOrb agent={agent} conversation={conversation} look="connecting" />} title={title}>
        <p className="text-muted">{hint}</p>
      </VoiceStage>
    </div>
  )
}

/** The button of the waiting screen: cancels, as long as that is possible. */
export function VoiceWaitingActions({ conversation, phase }: Omit<Props, 'agent'>) {
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
