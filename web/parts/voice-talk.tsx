import { Captions } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Me } from '#contract/people.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { reconnectDeadlineMs } from '#web/voice/constants.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import type { Activity, Snapshot } from '#web/voice/conversation-state.ts'
import type { TalkAgent } from './voice-agent.ts'
import { LevelBar, VoiceOrb } from './voice-orb.tsx'
import type { RingLook } from './voice-rays.ts'
import type { VoiceSheet } from './voice-sheets.tsx'
import { VoiceStage } from './voice-stage.tsx'
import { TimeRow } from './voice-time.tsx'
import { VoiceTranscript } from './voice-transcript.tsx'

/** A short silence between two words is no change of state. */
const listeningDelayMs = 500

interface Props {
  agent: TalkAgent
  user: Me
  conversation: Conversation
  snapshot: Snapshot
  onSheet: (sheet: VoiceSheet) => void
}

/** The conversation while it is on: who speaks, what was said, how long, and what is left. */
export function VoiceTalk({ agent, user, conversation, snapshot, onSheet }: Props) {
  const [isFull, setFull] = useState(false)
  const { look, words } = useTalkState(snapshot)
  const picture = isFull ? (
    <LevelBar conversation={conversation} look={look} className="w-40" />
  ) : (
    <VoiceOrb agent={agent} conversation={conversation} look={look} />
  )
  return (
    <div className="flex flex-1 flex-col gap-3">
      <TimeRow snapshot={snapshot} payer={agent.startTest ? null : user} onBuy={() => onSheet('top-up')} />
      <VoiceStage picture={picture} title={words}>
        <p className="text-sm text-muted">
          {look === 'reconnecting' ? <RetryCountdown /> : 'You are talking to an AI.'}
        </p>
      </VoiceStage>
      <TalkNotices conversation={conversation} snapshot={snapshot} />
      <VoiceTranscript lines={snapshot.lines} agentName={agent.name} compact={!isFull} />
      <Button
        variant="ghost"
        size="dense"
        icon={<Captions aria-hidden className="size-4" />}
        aria-expanded={isFull}
        onClick={() => setFull(!isFull)}
        className="self-center"
      >
        {isFull ? 'Show last two lines' : 'Show full transcript'}
      </Button>
    </div>
  )
}

function TalkNotices({
  conversation,
  snapshot: { soundBlocked, idleSecondsLeft },
}: Pick<Props, 'conversation' | 'snapshot'>) {
  return (
    <>
      {soundBlocked && (
        <Banner
          tone="warning"
          title="The sound is paused"
          announce
          actions={<Button onClick={() => conversation.resumeSound()}>Tap to continue</Button>}
        />
      )}
      {idleSecondsLeft !== null && (
        <Banner tone="warning" title="Are you still there?">
          <span className="tabular">Say or type something, or the session ends in {idleSecondsLeft} s.</span>
        </Banner>
      )}
    </>
  )
}

/** What the ring shows, and the words below it. */
function useTalkState(snapshot: Snapshot): { look: RingLook; words: string } {
  const activity = useSteadyActivity(snapshot.activity)
  if (snapshot.phase === 'reconnecting') return { look: 'reconnecting', words: 'Connection lost. Trying again…' }
  if (activity === 'agent_speaking') {
    return { look: 'speaking', words: snapshot.muted ? 'Speaking – you are muted' : 'Speaking – talk to interrupt' }
  }
  if (snapshot.muted) return { look: 'muted', words: 'Muted' }
  if (activity === 'thinking') return { look: 'thinking', words: 'Thinking…' }
  return { look: 'listening', words: 'Listening' }
}

function useSteadyActivity(activity: Activity): Activity {
  const [shown, setShown] = useState(activity)
  useEffect(() => {
    const id = setTimeout(() => setShown(activity), activity === 'listening' ? listeningDelayMs : 0)
    return () => clearTimeout(id)
  }, [activity])
  return shown
}

/** What is left of the quiet retry (D76). */
function RetryCountdown() {
  const [left, setLeft] = useState(reconnectDeadlineMs / 1000)
  useEffect(() => {
    const id = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000)
    return () => clearInterval(id)
  }, [])
  return <span className="tabular">{left} s. This time is not counted.</span>
}
