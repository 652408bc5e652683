import { Check, ListPlus } from 'lucide-react'
import { type ReactNode, useContext, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { formatDuration } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { changeNextStep } from '#contract/results/next-steps.ts'
import { useCall } from '#web/client/api.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { handOnFocus, useKeptFocus } from '#web/kit/kept-focus.ts'
import type { TalkAgent } from '#web/screens/agents/talking.ts'
import { reconnectDeadlineMs } from '#web/voice/constants.ts'
import type { NotedStep as Noted, Snapshot } from '#web/voice/conversation-state.ts'
import type { Conversation } from '#web/voice/conversation.ts'
import { StageHeading, VoiceStage } from './room/phase.tsx'
import { openSettings } from './room/sheets.tsx'
import { isUnheard } from './room/talk-state.tsx'
import { usePreferences } from './settings/preferences.ts'
import { Captions } from './stage/captions.tsx'
import { MoreMinutes } from './time.tsx'
import { lastSeconds, leftWords, notedWords } from './words.ts'

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
  /** Buys minutes. */
  onBuy: () => void
}

/** The running conversation below the moon: its state, what needs attention, and what is being said. */
export function VoiceTalk({ agent, user, conversation, snapshot, words, isFull, onFull, onBuy }: Props) {
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
        <TalkNotices {...{ conversation, snapshot, onBuy }} payer={agent.startTest ? null : user} />
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

interface NoticesProps {
  conversation: Conversation
  snapshot: Snapshot
  /** Null for a test, which is free. */
  payer: Me | null
  onBuy: () => void
}

/** What needs the user's attention during the conversation, each with the one action that helps. */
function TalkNotices({ conversation, snapshot, payer, onBuy }: NoticesProps) {
  const { soundBlocked, isMicrophoneLost, idleSecondsLeft } = snapshot
  return (
    <>
      <EndNear {...{ snapshot, payer, onBuy }} />
      {isMicrophoneLost && (
        <Banner
          tone="warning"
          title="The agent can't hear you"
          actions={
            <Button variant="secondary" onClick={() => conversation.retryMicrophone()}>
              Try again
            </Button>
          }
        >
          You can type instead. To talk again, connect a microphone, or allow it in the site settings next to the
          address bar.
        </Banner>
      )}
      {isUnheard(snapshot) && (
        <Banner
          tone="warning"
          title="We can't hear your microphone"
          actions={
            <Button variant="secondary" onClick={() => openSettings(conversation)}>
              Choose microphone
            </Button>
          }
        >
          Unmute it on the device or in your system settings, choose another microphone, or type instead.
        </Banner>
      )}
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
          <span className="tabular">
            Say or type something, or the session ends in <span translate="no">{formatDuration(idleSecondsLeft)}</span>.
          </span>
        </Banner>
      )}
    </>
  )
}

/** The time left for everybody to read (D190); the announcer covers screen readers (D73). */
function TimeLeft({ seconds, actions, children }: { seconds: number; actions?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h4 id={id} className="sr-only">
        Minutes left
      </h4>
      <Banner
        tone={seconds > lastSeconds ? 'warning' : 'danger'}
        title={leftWords(seconds)}
        actions={actions}
        isSlim={Boolean(actions)}
      >
        {/* On a phone the captions need the room, and the button says it all. */}
        <span className={actions ? 'max-sm:sr-only' : undefined}>{children}</span>
      </Banner>
    </section>
  )
}

/**
 * Warns about what ends the conversation first: the minutes, which can be topped up, or the time limit, which is fixed
 * (D86).
 */
function EndNear({ snapshot, payer, onBuy }: Pick<NoticesProps, 'snapshot' | 'payer' | 'onBuy'>) {
  const { bound, secondsLeft, warningSecondsLeft, limitSecondsLeft } = snapshot
  const paidSeconds = payer && warningSecondsLeft !== null ? (secondsLeft ?? warningSecondsLeft) : null
  if (limitSecondsLeft !== null && limitSecondsLeft <= (paidSeconds ?? limitSecondsLeft)) {
    return (
      <TimeLeft seconds={limitSecondsLeft}>
        This session is reaching its time limit. You can start another one afterward.
      </TimeLeft>
    )
  }
  if (!payer || paidSeconds === null) return null
  return (
    <TimeLeft seconds={paidSeconds} actions={<MoreMinutes {...{ payer, bound, onBuy }} />}>
      The session ends when {whatEnds(payer, bound)} used up.
    </TimeLeft>
  )
}

function whatEnds({ organizationId }: Me, bound: Snapshot['bound']): string {
  if (bound === 'budget') return 'your minutes for this month are'
  return `${organizationId === null ? 'your' : "your organization's"} credits are`
}

interface NotedStepProps {
  noted: Noted
  /** Called when the pointer or the focus comes to it, during which it should stay, and when it is free to go. */
  onHold: (isHeld: boolean) => void
}

/** What the agent has just noted, with one press that makes it the person's own (D184). The announcer reads it aloud. */
function NotedStep({ noted, onHold }: NotedStepProps) {
  const accept = useCall(changeNextStep)
  const isOpen = noted.state === 'open' || accept.isSuccess
  const [isPointed, setPointed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  // After the press nothing is left to do, so the focus alone no longer keeps it.
  useHold(isPointed || (isFocused && !isOpen), onHold)
  const heading = useContext(StageHeading)
  const box = useKeptFocus<HTMLDivElement>(() => heading.current)
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (accept.isSuccess) handOnFocus(status.current)
  }, [accept.isSuccess])
  return (
    <div
      ref={box}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-card border border-line bg-raised px-4 py-2.5 text-text"
    >
      <p className="min-w-0 flex-1 basis-40 break-words">{notedWords(noted)}</p>
      {isOpen ? (
        <p
          ref={status}
          role="status"
          tabIndex={-1}
          className="flex items-center gap-1.5 rounded-control text-sm text-muted"
        >
          <Check aria-hidden className="size-4" />
          On your list
        </p>
      ) : (
        <Button
          variant="secondary"
          size="dense"
          pending={accept.isPending}
          icon={<ListPlus aria-hidden className="size-4" />}
          onClick={() => void accept.submit({ params: { id: noted.id }, body: { state: 'open' } })}
        >
          Add to my list
        </Button>
      )}
    </div>
  )
}

function useHold(isHeld: boolean, onHold: NotedStepProps['onHold']): void {
  const hold = useEffectEvent(onHold)
  useEffect(() => {
    if (!isHeld) return
    hold(true)
    return () => hold(false)
  }, [isHeld])
}
