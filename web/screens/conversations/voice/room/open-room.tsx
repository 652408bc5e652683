import { type ReactNode, useRef, useState } from 'react'
import type { Me } from '#contract/identity/people.ts'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { NightDialog } from '#web/kit/dialogs/night-dialog.tsx'
import { PanelSpinner } from '#web/kit/spinner.tsx'
import type { TalkAgent } from '#web/screens/agents/talking.ts'
import type { Phase, Snapshot } from '#web/voice/conversation-state.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import { VoiceBar } from '../bar.tsx'
import { VoiceReady, VoiceReadyActions } from '../ready.tsx'
import { VoiceRecap, VoiceRecapActions } from '../recap.tsx'
import { Moon } from '../stage/moon.tsx'
import { VoiceTalk, warnedSecondsLeft } from '../talk.tsx'
import { TimeRow } from '../time.tsx'
import { TranscriptDrawer } from '../transcript.tsx'
import type { RoomStart } from './api.ts'
import { onSingleClick, StageHeading, VoiceStage } from './phase.tsx'
import { TopUpSheet } from './sheets.tsx'
import { VoiceAnnouncer, isTalking, isUnheard, useTalkState } from './talk-state.tsx'

interface Props {
  agent: TalkAgent
  user: Me | null | undefined
  conversation: Conversation
  snapshot: Snapshot
  open: boolean
  /** The question that the person chose before the start. */
  question: string | undefined
  /** Whether the last conversation with this agent left memory out. */
  withoutMemory: boolean
  /** Closes, or asks first. */
  onClose: () => void
  onDone: () => void
  onMinimize: (() => void) | null
  onStart: (options?: RoomStart) => void
  /** Where the focus goes afterward: back to where it was, or with false nowhere. */
  finalFocus: () => HTMLElement | boolean
}

/** The open night room: moon, what each phase of the conversation needs below it, and what opens over it. */
export function OpenRoom(props: Props) {
  const { agent, conversation, snapshot, open, onClose, onMinimize, finalFocus } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const isLive = isTalking(snapshot.phase)
  const [isBuying, setBuying] = useState(false)
  const [isFull, setFull] = useState(false)
  const { look, words } = useTalkState(snapshot)
  if (isFull && !isLive) setFull(false)
  // It closes with the conversation, so that nothing covers the recap.
  if (isBuying && !isLive) setBuying(false)
  function closeTranscript() {
    setFull(false)
    heading.current?.focus({ preventScroll: true })
  }
  const { body, controls, figures, stage } = phaseOf({
    ...props,
    words,
    isFull,
    onFull: setFull,
    onBuy: () => setBuying(true),
  })
  return (
    <NightDialog
      {...{ open, onClose, onMinimize, finalFocus, figures, controls }}
      onEscape={isFull ? closeTranscript : null}
      title={agent.name}
      description={agent.category}
      initialFocus={heading}
    >
      <div
        data-recap={snapshot.phase === 'ended' ? '' : undefined}
        className={classes('flex min-h-0 flex-1 max-lg:flex-col lg:gap-4 lg:pr-4 large-text:flex-none', stage)}
      >
        <div
          className={classes(
            'flex min-h-0 flex-col items-center gap-4 overflow-y-auto sm:[scrollbar-gutter:stable_both-edges] px-4 py-2 lg:flex-1 large-text:overflow-visible',
            isFull ? 'max-lg:[--stage:96px]' : 'flex-1',
          )}
        >
          <div className="mt-auto" />
          <Moon
            {...{ agent, conversation, look }}
            place={`${stage} ${isFull}`}
            secondsLeft={isLive ? warnedSecondsLeft(snapshot, agent) : null}
          />
          <StageHeading value={heading}>{body}</StageHeading>
          <div className="mb-auto" />
        </div>
        {isFull && <TranscriptDrawer lines={snapshot.lines} agentName={agent.name} onClose={closeTranscript} />}
      </div>
      <VoiceAnnouncer snapshot={snapshot} />
      <TopUpSheet snapshot={snapshot} open={open && isBuying} onClose={() => setBuying(false)} />
    </NightDialog>
  )
}

interface PhaseProps extends Props {
  words: string
  isFull: boolean
  onFull: (isFull: boolean) => void
  onBuy: () => void
}

interface Shown {
  body: ReactNode
  controls: ReactNode
  figures?: ReactNode
  /** The size of the moon with its rays. */
  stage: string
}

const largeStage = '[--stage:clamp(96px,min(97vw,100dvh-500px),380px)] sm:[--stage:clamp(96px,100dvh-460px,490px)]'
/** Leaves room for a notice, so that the captions stay in view. */
const warnedStage = '[--stage:clamp(96px,min(97vw,100dvh-570px),380px)] sm:[--stage:clamp(96px,100dvh-540px,490px)]'
const mediumStage = '[--stage:clamp(96px,min(97vw,100dvh-540px),380px)]'
const smallStage = '[--stage:132px]'

/** Returns whether a notice about the time or the microphone shows for longer. */
function isNoticed(snapshot: Snapshot, agent: TalkAgent): boolean {
  return warnedSecondsLeft(snapshot, agent) !== null || snapshot.isMicrophoneLost || isUnheard(snapshot)
}

/** Returns what the room shows in each phase of the conversation. */
function phaseOf(props: PhaseProps): Shown {
  const { agent, user, conversation, snapshot, question, withoutMemory, onDone, onBuy, onStart } = props
  const { phase, recap, muted, pushToTalk, isMicrophoneLost } = snapshot
  if (!user) return { body: <PanelSpinner />, controls: null, stage: mediumStage }
  switch (phase) {
    case 'requesting_microphone':
    case 'connecting':
    case 'queued':
    case 'ending':
      return {
        body: <VoiceWaiting key={phase} phase={phase} />,
        controls: <VoiceWaitingActions {...{ conversation, phase }} />,
        // The moon grows when the agent has joined: until then, connecting has the processor for itself.
        stage: phase === 'ending' ? largeStage : mediumStage,
      }
    case 'connected':
    case 'reconnecting':
      return {
        body: <VoiceTalk {...props} user={user} />,
        controls: <VoiceBar {...{ conversation, muted, pushToTalk, isMicrophoneLost }} />,
        figures: <TimeRow snapshot={snapshot} payer={agent.startTest ? null : user} onBuy={onBuy} />,
        stage: isNoticed(snapshot, agent) ? warnedStage : largeStage,
      }
    case 'ended':
      if (!recap) break
      return {
        body: <VoiceRecap {...{ agent, user, snapshot, recap, onStart }} />,
        controls: <VoiceRecapActions {...{ snapshot, onDone, onStart }} />,
        stage: smallStage,
      }
  }
  return {
    body: <VoiceReady {...{ agent, user, conversation, snapshot, question, withoutMemory, onStart }} />,
    controls: <VoiceReadyActions agent={agent} user={user} />,
    stage: mediumStage,
  }
}

type WaitingPhase = Extract<Phase, 'requesting_microphone' | 'connecting' | 'queued' | 'ending'>

const waitingWords: Record<WaitingPhase, { title: string; hint: string }> = {
  requesting_microphone: {
    title: 'Connecting…',
    hint: 'Please allow the microphone when your browser asks.',
  },
  connecting: { title: 'Connecting…', hint: 'Nothing is charged until the agent joins.' },
  queued: { title: 'All agents are busy. You are in line.', hint: 'Waiting is free.' },
  ending: { title: 'Ending…', hint: 'Your session is being saved.' },
}

/** Shown while the conversation connects or ends. */
function VoiceWaiting({ phase }: { phase: WaitingPhase }) {
  const { title, hint } = waitingWords[phase]
  return (
    <VoiceStage title={title}>
      <p className="text-muted">{hint}</p>
    </VoiceStage>
  )
}

/** The button of the waiting screen: cancels, as long as that is possible. */
function VoiceWaitingActions({ conversation, phase }: { conversation: Conversation; phase: WaitingPhase }) {
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
