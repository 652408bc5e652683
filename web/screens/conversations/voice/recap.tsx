import type { ReactNode } from 'react'
import { formatMinutes, formatDuration } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import type { Recap, Snapshot } from '#web/voice/conversation-state.ts'
import { RateAgent } from '#web/screens/agents/rate-agent.tsx'
import { RequestMinutes } from '#web/screens/frame/header/request-minutes.tsx'
import type { TalkAgent } from '#web/screens/agents/voice-agent.ts'
import { KeepTranscript } from './keep.tsx'
import { onSingleClick } from './single-click.ts'
import { VoiceStage } from './stage.tsx'
import { VoiceTranscript } from './transcript.tsx'
import { chargedTime, endingOf, freeBecause, titleOf } from './words.ts'

interface Props {
  agent: TalkAgent
  user: Me
  snapshot: Snapshot
  recap: Recap
}

/** After the conversation: why it ended, what it cost, and its whole transcript (D88, D90). */
export function VoiceRecap({ agent, user, snapshot, recap }: Props) {
  const { elapsedSeconds, lines, sessionId } = snapshot
  const free = agent.startTest ? 'Not charged: test conversation' : freeBecause(recap, elapsedSeconds)
  const isCounting = recap.usedSeconds === null
  return (
    <div className="flex flex-1 flex-col gap-4">
      <VoiceStage picture={null} title={titleOf(recap, snapshot)}>
        <p className="text-muted">{endingOf(recap, snapshot)}</p>
      </VoiceStage>
      <dl className="grid grid-cols-3 gap-2 rounded-card border border-line bg-surface p-3 text-center">
        <Figure name="Duration">{formatDuration(recap.usedSeconds || elapsedSeconds)}</Figure>
        <Figure name="Charged">{free ? 'Nothing' : chargedTime(recap)}</Figure>
        <Figure name={user.monthLeftSeconds === null ? 'Balance' : 'Left this month'}>
          {recap.balanceSeconds === null ? '–' : `${formatMinutes(recap.balanceSeconds / 60)} min`}
        </Figure>
      </dl>
      {free && <p className="text-center text-sm text-muted">{free}</p>}
      {isCounting && (
        <p className="text-center text-sm text-muted">
          We're still counting this session. You'll find its cost in your history.
        </p>
      )}
      <RateAgent agent={agent} />
      {lines.length > 0 && (
        <>
          {sessionId && <KeepTranscript sessionId={sessionId} />}
          <div className="flex min-h-48 flex-1 flex-col">
            <VoiceTranscript lines={lines} agentName={agent.name} />
          </div>
        </>
      )}
    </div>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="font-semibold tabular">{children}</dd>
    </div>
  )
}

interface ActionsProps {
  snapshot: Snapshot
  onDone: () => void
  /** Called inside the click. */
  onStart: (options?: { resumeOf?: string }) => void
}

/**
 * What comes next: close, talk again, resume after a lost connection (D76), or buy minutes after they ran out (D73).
 */
export function VoiceRecapActions({ snapshot, onDone, onStart }: ActionsProps) {
  const { problem, sessionId } = snapshot
  const resumeOf = problem?.kind === 'connection_lost' && sessionId ? sessionId : undefined
  const isOutOfMinutes = problem?.kind === 'not_enough_credits'
  const isOutOfMonth = problem?.kind === 'budget_reached'
  return (
    <div className="grid w-full grid-cols-2 gap-2 sm:flex sm:justify-end">
      <Button variant="secondary" size="touch" onClick={onDone}>
        Done
      </Button>
      {isOutOfMonth && <RequestMinutes size="touch" about="limit" />}
      {isOutOfMinutes && (
        <LinkButton href={paths.checkout()} size="touch">
          Buy Credits
        </LinkButton>
      )}
      {!isOutOfMinutes && !isOutOfMonth && (
        <Button variant={resumeOf ? 'secondary' : 'primary'} size="touch" onClick={onSingleClick(() => onStart())}>
          Talk again
        </Button>
      )}
      {resumeOf && (
        <Button
          size="touch"
          onClick={onSingleClick(() => onStart({ resumeOf }))}
          className="max-sm:order-first max-sm:col-span-2"
        >
          Resume
        </Button>
      )}
    </div>
  )
}
