import { PhoneOff, X } from 'lucide-react'
import { useEffect, useRef, type RefObject } from 'react'
import { formatDuration } from '#contract/amounts.ts'
import { classes } from '#web/kit/classes.ts'
import { AgentPicture } from '#web/screens/agents/agent-card.tsx'
import type { TalkAgent } from '#web/screens/agents/talking.ts'
import type { Snapshot } from '#web/voice/conversation-state.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import { useIsCalm } from '../settings/preferences.ts'
import { loudnessOf } from '../stage/level-trail.ts'
import { warnedSecondsLeft } from '../talk.tsx'
import { lastSeconds, titleOf } from '../words.ts'
import { onSingleClick } from './phase.tsx'
import { VoiceAnnouncer, isOn, isTalking } from './talk-state.tsx'

interface Props {
  agent: TalkAgent
  conversation: Conversation
  snapshot: Snapshot
  focus: RefObject<HTMLButtonElement | null>
  onReturn: () => void
  onDismiss: () => void
}

/** A conversation that goes on while the person looks at other pages, and afterward the way to its recap. */
export function Pill({ agent, conversation, snapshot, focus, onReturn, onDismiss }: Props) {
  const isLive = isOn(snapshot.phase)
  const Icon = isLive ? PhoneOff : X
  function end() {
    onReturn()
    conversation.end()
  }
  return (
    <section
      aria-label={`Session with ${agent.name}`}
      data-pill
      className="night-room fixed right-4 bottom-[calc(1rem+var(--bottom-bar,0px)+env(safe-area-inset-bottom))] z-30 flex h-[48px] items-center gap-1 rounded-full border border-line pr-1 shadow-overlay print:hidden"
    >
      <button
        ref={focus}
        type="button"
        aria-label={isLive ? `Return to ${agent.name}` : `See the recap with ${agent.name}`}
        onClick={onReturn}
        className="flex h-full items-center gap-2 rounded-full pr-3 pl-[3px] transition-colors hover:bg-hover"
      >
        <span aria-hidden className="relative size-[40px] shrink-0">
          {isTalking(snapshot.phase) && <LevelHalo conversation={conversation} snapshot={snapshot} />}
          <AgentPicture agent={agent} className="relative size-full rounded-full" />
        </span>
        <PillWords agent={agent} snapshot={snapshot} />
      </button>
      <button
        type="button"
        aria-label={isLive ? 'End' : 'Dismiss'}
        onClick={isLive ? onSingleClick(end) : onDismiss}
        className={classes(
          'flex size-[40px] items-center justify-center rounded-full transition-colors',
          isLive
            ? 'bg-danger-fill text-danger-fill-text hover:bg-danger-fill-hover'
            : 'text-muted hover:bg-hover hover:text-text',
        )}
      >
        <Icon aria-hidden className="size-5" />
      </button>
      <VoiceAnnouncer snapshot={snapshot} />
    </section>
  )
}

function PillWords({ agent, snapshot }: Pick<Props, 'agent' | 'snapshot'>) {
  const { phase, recap, elapsedSeconds } = snapshot
  if (phase === 'reconnecting') return <span>Reconnecting…</span>
  if (isTalking(phase)) {
    const warned = warnedSecondsLeft(snapshot, agent)
    if (warned === null)
      return (
        <span translate="no" className="tabular">
          {formatDuration(elapsedSeconds)}
        </span>
      )
    return (
      <span className={classes('font-medium tabular', warned < lastSeconds ? 'text-danger' : 'text-warning')}>
        <span translate="no">{formatDuration(warned)}</span> left
      </span>
    )
  }
  if (isOn(phase)) return <span>{phase === 'ending' ? 'Ending…' : 'Connecting…'}</span>
  return <span>{recap ? titleOf(recap, snapshot) : 'Session ended'}</span>
}

const haloStepMs = 66

/** Grows with the voice of the one who speaks. */
function LevelHalo({ conversation, snapshot: { activity } }: Pick<Props, 'conversation' | 'snapshot'>) {
  const halo = useRef<HTMLSpanElement>(null)
  const isCalm = useIsCalm()
  const isAgent = activity === 'agent_speaking'
  useEffect(() => {
    if (isCalm) return
    const timer = setInterval(() => {
      const level = loudnessOf(isAgent ? 'agent' : 'microphone', conversation.levels)
      if (halo.current) halo.current.style.transform = `scale(${(1 + 0.25 * level).toFixed(2)})`
    }, haloStepMs)
    return () => clearInterval(timer)
  }, [conversation, isAgent, isCalm])
  return (
    <span
      ref={halo}
      className={classes('absolute -inset-px rounded-full border-2', isAgent ? 'border-link' : 'border-accent')}
    />
  )
}
