import { useEffect, useState } from 'react'
import { formatDuration } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { reconnectDeadlineMs } from '#web/voice/constants.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import type { Snapshot } from '#web/voice/conversation-state.ts'
import type { TalkAgent } from '#web/screens/agents/voice-agent.ts'
import { lastSeconds } from './left-words.ts'
import { NotedStep } from './noted-step.tsx'
import { TalkNotices } from './notices.tsx'
import { usePreferences } from './settings/preferences.ts'
import type { VoiceSheet } from './room/sheets.tsx'
import { Captions } from './stage/captions.tsx'
import { VoiceStage } from './room/stage-heading.tsx'

interface Props {
  agent: TalkAgent
  user: Me
  conversation: Conversation
  snapshot: Snapshot
  /** The state in a few words. */
  words: string
  /** Whether the whole transcript is open beside or over it. */
  isFull: boolean
  onFull: (isFull: boolean) => void
  onSheet: (sheet: VoiceSheet) => void
}

/** The running conversation below the moon: its state, what needs attention, and what is being said. */
export function VoiceTalk({ agent, user, conversation, snapshot, words, isFull, onFull, onSheet }: Props) {
  const { captions, details } = usePreferences()
  const warned = warnedSecondsLeft(snapshot, agent)
  return (
    <div className="flex w-full flex-col items-center gap-3">
      {warned !== null && (
        <p
          aria-hidden
          translate="no"
          className={classes('text-2xl font-semibold tabular', warned < lastSeconds ? 'text-danger' : 'text-warning')}
        >
          {formatDuration(warned)}
        </p>
      )}
      <VoiceStage title={words}>
        <p className="text-sm text-muted">
          {snapshot.phase === 'reconnecting' ? <RetryCountdown /> : 'You are talking to an AI.'}
        </p>
        {details && <Details snapshot={snapshot} />}
      </VoiceStage>
      <div className="flex w-full max-w-lg flex-col gap-3">
        {snapshot.noted && (
          <NotedStep
            key={snapshot.noted.id}
            noted={snapshot.noted}
            onHold={(isHeld) => conversation.holdNoted(isHeld)}
          />
        )}
        <TalkNotices
          {...{ conversation, snapshot, payer: agent.startTest ? null : user }}
          onBuy={() => onSheet('top-up')}
          onSettings={() => onSheet('settings')}
        />
      </div>
      {captions && !isFull && <Captions lines={snapshot.lines} agentName={agent.name} conversation={conversation} />}
      {!isFull && (
        <Button variant="ghost" size="dense" aria-expanded={false} onClick={() => onFull(true)}>
          Show full transcript
        </Button>
      )}
    </div>
  )
}

/** Returns the seconds left once they are few, of whatever ends the conversation first; null before. */
export function warnedSecondsLeft(
  { warningSecondsLeft, secondsLeft, limitSecondsLeft }: Snapshot,
  { startTest }: TalkAgent,
): number | null {
  const paid = startTest || warningSecondsLeft === null ? null : (secondsLeft ?? warningSecondsLeft)
  if (paid === null || limitSecondsLeft === null) return paid ?? limitSecondsLeft
  return Math.min(paid, limitSecondsLeft)
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
        <dd className="text-text">{answerMs === null ? '–' : `${Math.round(answerMs)} ms`}</dd>
      </div>
    </dl>
  )
}

/** The time left for the quiet retry (D76). */
function RetryCountdown() {
  const [left, setLeft] = useState(reconnectDeadlineMs / 1000)
  useEffect(() => {
    const id = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1000)
    return () => clearInterval(id)
  }, [])
  return <span className="tabular">{`${formatDuration(left)} left to reconnect. This time isn't counted.`}</span>
}
