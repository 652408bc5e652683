import { type ReactNode, useId } from 'react'
import { formatDuration } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import type { Conversation } from '#web/voice/conversation.ts'
import type { Snapshot } from '#web/voice/conversation-state.ts'
import { lastSeconds, leftWords } from './left-words.ts'
import { MoreMinutes } from './more-minutes.tsx'
import { isUnheard } from './room/talk-state.ts'

interface Props {
  conversation: Conversation
  snapshot: Snapshot
  /** Null for a test, which is free. */
  payer: Me | null
  onBuy: () => void
  onSettings: () => void
}

/** What needs the user's attention during the conversation, each with the one action that helps. */
export function TalkNotices({ conversation, snapshot, payer, onBuy, onSettings }: Props) {
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
            <Button variant="secondary" onClick={onSettings}>
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
function EndNear({ snapshot, payer, onBuy }: Pick<Props, 'snapshot' | 'payer' | 'onBuy'>) {
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
