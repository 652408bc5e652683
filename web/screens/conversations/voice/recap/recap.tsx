import type { ReactNode } from 'react'
import { formatDuration, minutesText } from '#contract/amounts.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { Button } from '#web/kit/button.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import type { Recap, Snapshot } from '#web/voice/conversation-state.ts'
import { RateAgent } from '#web/screens/agents/rate-agent.tsx'
import { HoursSavedQuestion } from '#web/screens/results/hours-saved/question.tsx'
import { RequestMinutes } from '#web/screens/frame/header/request-minutes.tsx'
import type { TalkAgent } from '#web/screens/agents/voice-agent.ts'
import { RememberQuestion } from '#web/screens/results/memory/remember-question.tsx'
import { onSingleClick } from '../controls/single-click.ts'
import { VoiceStage } from '../room/stage-heading.tsx'
import type { RoomStart } from '../room/room-start.ts'
import { chargedTime, endingOf, freeBecause, summaryOf, titleOf } from '../words.ts'
import { AskNext } from './ask-next.tsx'
import { RecapBody } from './recap-body.tsx'

interface Props {
  agent: TalkAgent
  user: Me
  snapshot: Snapshot
  recap: Recap
  onStart: (options: RoomStart) => void
}

/** After the conversation: why it ended, what it cost, its whole transcript, and what to ask next (D88, D90). */
export function VoiceRecap({ agent, user, snapshot, recap, onStart }: Props) {
  const { elapsedSeconds, lines, sessionId } = snapshot
  const free = agent.startTest ? 'Not charged: test conversation' : freeBecause(recap, elapsedSeconds)
  const isCounting = recap.usedSeconds === null
  const isAsked = sessionId !== null && !free && !isCounting
  return (
    <div className="flex w-full max-w-xl flex-col gap-5 pb-4">
      <div className="flex flex-col gap-3 text-center">
        <VoiceStage title={titleOf(recap, snapshot)}>
          <p className="text-muted">{endingOf(recap, snapshot)}</p>
        </VoiceStage>
        <p className="text-2xl font-semibold text-balance sm:text-3xl">
          {summaryOf(recap, elapsedSeconds, agent.name)}
        </p>
      </div>
      <dl className="grid grid-cols-3 gap-2 border-y border-line py-3 text-center">
        <Figure name="Duration">{formatDuration(recap.usedSeconds || elapsedSeconds)}</Figure>
        <Figure name="Charged">{free ? 'Nothing' : chargedTime(recap)}</Figure>
        <Figure name={user.monthLeftSeconds === null ? 'Balance' : 'Left this month'}>
          {recap.balanceSeconds === null ? '–' : minutesText(recap.balanceSeconds / 60)}
        </Figure>
      </dl>
      {free && <p className="-mt-3 text-center text-sm text-muted">{free}</p>}
      {isCounting && (
        <p className="-mt-3 text-center text-sm text-muted">
          We're still counting this session. You'll find its cost in your history.
        </p>
      )}
      {lines.length > 0 && <RecapBody sessionId={sessionId} lines={lines} agentName={agent.name} />}
      {sessionId && <RememberQuestion sessionId={sessionId} agentName={agent.name} firstName={user.firstName} />}
      {isAsked && <HoursSavedQuestion sessionId={sessionId} isFresh />}
      <RateAgent agent={agent} />
      {!agent.startTest && canTalkOn(snapshot) && <AskNext agent={agent} lines={lines} onStart={onStart} />}
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

function canTalkOn({ problem }: Snapshot): boolean {
  return problem?.kind !== 'not_enough_credits' && problem?.kind !== 'budget_reached'
}

interface ActionsProps {
  snapshot: Snapshot
  onDone: () => void
  /** Called inside the click. */
  onStart: (options?: RoomStart) => void
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
    <div className="grid w-full max-w-xl grid-cols-2 gap-2 sm:flex sm:justify-center">
      <Button variant="secondary" size="touch" onClick={onDone}>
        Done
      </Button>
      {isOutOfMonth && <RequestMinutes size="touch" about="limit" />}
      {isOutOfMinutes && (
        <LinkButton href={paths.checkout()} size="touch">
          Buy Credits
        </LinkButton>
      )}
      {canTalkOn(snapshot) && (
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
