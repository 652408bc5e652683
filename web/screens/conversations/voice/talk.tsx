import { Captions } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Me } from '#contract/identity/people.ts'
import { Button } from '#web/kit/button.tsx'
import { reconnectDeadlineMs } from '#web/voice/constants.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import type { Activity, Snapshot } from '#web/voice/conversation-state.ts'
import type { TalkAgent } from '#web/screens/agents/voice-agent.ts'
import { TalkNotices } from './notices.tsx'
import { LevelBar, VoiceOrb } from './orb/orb.tsx'
import type { RingLook } from './orb/rays.ts'
import { usePreferences } from './settings/preferences.ts'
import type { VoiceSheet } from './sheets.tsx'
import { VoiceStage } from './stage.tsx'
import { TimeRow } from './time.tsx'
import { VoiceTranscript } from './transcript.tsx'

/** A short pause between two words does not change the state. */
const listeningDelayMs = 500

interface Props {
  agent: TalkAgent
  user: Me
  conversation: Conversation
  snapshot: Snapshot
  onSheet: (sheet: VoiceSheet) => void
}

/** The running conversation: who speaks, what was said, how long it has been, and what is left. */
export function VoiceTalk({ agent, user, conversation, snapshot, onSheet }: Props) {
  const [isFull, setFull] = useState(false)
  const { captions, details } = usePreferences()
  const { look, words } = useTalkState(snapshot)
  const payer = agent.startTest ? null : user
  const onBuy = () => onSheet('top-up')
  const picture = isFull ? (
    <LevelBar conversation={conversation} look={look} className="w-40" />
  ) : (
    <VoiceOrb agent={agent} conversation={conversation} look={look} />
  )
  return (
    <div className="flex flex-1 flex-col gap-3">
      <TimeRow {...{ snapshot, payer, onBuy }} />
      <VoiceStage picture={picture} title={words}>
        <p className="text-sm text-muted">
          {look === 'reconnecting' ? <RetryCountdown /> : 'You are talking to an AI.'}
        </p>
        {details && <Details snapshot={snapshot} />}
      </VoiceStage>
      <TalkNotices {...{ conversation, snapshot, payer }} onBuy={onBuy} />
      {isFull || captions ? (
        <VoiceTranscript lines={snapshot.lines} agentName={agent.name} compact={!isFull} />
      ) : (
        <div className="flex-1" />
      )}
      <Button
        variant="ghost"
        size="dense"
        icon={<Captions aria-hidden className="size-4" />}
        aria-expanded={isFull}
        onClick={() => setFull(!isFull)}
        className="self-center"
      >
        {isFull ? (captions ? 'Show last two lines' : 'Hide transcript') : 'Show full transcript'}
      </Button>
    </div>
  )
}

/** Measured figures; a dash where nothing was measured. */
function Details({ snapshot: { pingMs, answerMs } }: Pick<Props, 'snapshot'>) {
  return (
    <dl className="flex flex-wrap justify-center gap-x-4 text-sm text-muted tabular">
      <div className="flex gap-1.5">
        <dt>Ping</dt>
        <dd className="text-text">{pingMs === null ? '–' : `${Math.round(pingMs)} ms`}</dd>
      </div>
      <div className="flex gap-1.5">
        <dt>Last answer after</dt>
        <dd className="text-text">{answerMs === null ? '–' : `${(answerMs / 1000).toFixed(1)} s`}</dd>
      </div>
    </dl>
  )
}

/** Returns what the ring shows and the words below it. */
function useTalkState(snapshot: Snapshot): { look: RingLook; words: string } {
  const activity = useSteadyActivity(snapshot.activity)
  if (snapshot.phase === 'reconnecting') return { look: 'reconnecting', words: 'Connection lost. Trying again…' }
  if (activity === 'agent_speaking') {
    return { look: 'speaking', words: speakingWords(snapshot) }
  }
  if (snapshot.isMicrophoneLost) return { look: 'muted', words: 'No microphone' }
  if (snapshot.muted) return { look: 'muted', words: snapshot.pushToTalk ? 'Hold to talk' : 'Muted' }
  if (activity === 'thinking') return { look: 'thinking', words: 'Thinking…' }
  return { look: 'listening', words: 'Listening' }
}

function speakingWords({ muted, pushToTalk, isMicrophoneLost }: Snapshot): string {
  if (isMicrophoneLost) return 'Speaking – type to interrupt'
  if (!muted) return 'Speaking – talk to interrupt'
  return pushToTalk ? 'Speaking – hold to interrupt' : 'Speaking – you are muted'
}

function useSteadyActivity(activity: Activity): Activity {
  const [shown, setShown] = useState(activity)
  useEffect(() => {
    const id = setTimeout(() => setShown(activity), activity === 'listening' ? listeningDelayMs : 0)
    return () => clearTimeout(id)
  }, [activity])
  return shown
}

/** The time left for the quiet retry (D76). */
function RetryCountdown() {
  const [left, setLeft] = useState(reconnectDeadlineMs / 1000)
  useEffect(() => {
    const id = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000)
    return () => clearInterval(id)
  }, [])
  return <span className="tabular">{left} s. This time isn't counted.</span>
}
