import { useQuery } from '@tanstack/react-query'
import { Mic } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { agentPage } from '#contract/agents/agents.ts'
import type { Me } from '#contract/identity/people.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { Button } from '#web/kit/button.tsx'
import { takeFocus } from '#web/kit/kept-focus.ts'
import { LinkButton } from '#web/kit/link-button.tsx'
import { RateAgent } from '#web/screens/agents/person-actions.tsx'
import type { TalkAgent } from '#web/screens/agents/talking.ts'
import { RequestMinutes } from '#web/screens/frame/header/request-minutes.tsx'
import { HoursSavedQuestion } from '#web/screens/results/hours-saved/question.tsx'
import { RememberQuestion } from '#web/screens/results/memory/remember-question.tsx'
import type { Recap, Snapshot } from '#web/voice/conversation-state.ts'
import type { TranscriptLine } from '#web/voice/transcript.ts'
import { KeepTranscript } from '../keep-transcript.tsx'
import { type Moments, sourcesByPlace, useMoments } from '../results/moments.tsx'
import { CopyButton, More, RecapExtras, RecapView } from '../results/recap-view.tsx'
import { type Recap as Read, useRecap } from '../results/use-recap.ts'
import type { RoomStart } from './room/api.ts'
import { onSingleClick, VoiceStage } from './room/phase.tsx'
import { VoiceTranscript } from './transcript.tsx'
import { endingOf, freeBecause, summaryOf, titleOf } from './words.ts'

interface Props {
  agent: TalkAgent
  user: Me
  snapshot: Snapshot
  recap: Recap
  onStart: (options: RoomStart) => void
}

/** After the conversation: why it ended and what it cost in a sentence, what came of it, and what to ask next (D88). */
export function VoiceRecap({ agent, user, snapshot, recap, onStart }: Props) {
  const { elapsedSeconds, lines } = snapshot
  const free = agent.startTest ? 'Not charged: test conversation' : freeBecause(recap, elapsedSeconds)
  const isCounting = recap.usedSeconds === null
  const [talked, left] = summaryOf(recap, elapsedSeconds, agent.name, user.monthLeftSeconds !== null)
  return (
    <div className="flex w-full max-w-xl flex-col gap-6 pb-4">
      <div className="flex flex-col gap-3 text-center">
        <VoiceStage title={titleOf(recap, snapshot)}>
          <p className="text-muted">{endingOf(recap, snapshot)}</p>
        </VoiceStage>
        <p className="text-2xl font-semibold text-balance sm:text-3xl">
          {talked} <span className="mt-1 block text-lg font-normal text-muted">{left}</span>
        </p>
        {free && <p className="text-sm text-muted">{free}</p>}
        {isCounting && (
          <p className="text-sm text-muted">We're still counting this session. You'll find its cost in your history.</p>
        )}
      </div>
      <WhatCame {...{ agent, user, snapshot }} isCharged={!free && !isCounting}>
        {!agent.startTest && canTalkOn(snapshot) && <AskNext agent={agent} lines={lines} onStart={onStart} />}
      </WhatCame>
    </div>
  )
}

interface WhatCameProps extends Pick<Props, 'agent' | 'user' | 'snapshot'> {
  isCharged: boolean
  /** Questions to go on with. */
  children: ReactNode
}

/** Summary, next steps and Keep, then what to ask next, and everything else under "More" (D90). */
function WhatCame({ agent, user, snapshot: { lines, sessionId }, isCharged, children }: WhatCameProps) {
  const recap = useRecap(sessionId ?? '', sessionId !== null)
  const moments = useMoments()
  const [isMore, setMore] = useState(false)
  const [isDeleted, setDeleted] = useState(false)
  const read = recap.read.data
  const dated = read?.lines ?? []
  const hasSaid = lines.some(({ role }) => role === 'user') || dated.some(({ speaker }) => speaker === 'you')
  const remember = sessionId && !isDeleted && (
    <RememberQuestion sessionId={sessionId} agentName={agent.name} firstName={user.firstName} />
  )
  if (!hasSaid)
    return (
      <>
        {remember}
        {children}
      </>
    )
  // The moments of the recap are in the transcript, which opens with "More".
  const linked = {
    ...moments,
    jump(place: number) {
      setMore(true)
      moments.jump(place)
    },
  }
  return (
    <>
      {isDeleted && (
        <p role="status" tabIndex={-1} ref={takeFocus} className="text-muted outline-none">
          Transcript deleted, and everything that came from it.
        </p>
      )}
      {sessionId && !isDeleted && (
        <>
          <section aria-label="What came of it">
            <RecapView {...{ sessionId, recap }} moments={linked} hasText Heading="h4" />
          </section>
          <KeepTranscript sessionId={sessionId} agentName={agent.name} onDeleted={() => setDeleted(true)} />
        </>
      )}
      {remember}
      {children}
      <More isOpen={isMore} onToggle={() => setMore(!isMore)}>
        {!isDeleted && <Said {...{ agent, lines, sessionId, read, linked }} marks={moments} />}
        {sessionId && isCharged && <HoursSavedQuestion sessionId={sessionId} isFresh />}
        <RateAgent agent={agent} />
      </More>
    </>
  )
}

interface SaidProps extends Pick<Snapshot, 'lines' | 'sessionId'> {
  agent: TalkAgent
  read: Read | undefined
  /** Leads from the recap to the transcript. */
  linked: Moments
  marks: Moments
}

/** The documents, the acts for the recap, and the transcript. */
function Said({ agent, lines, sessionId, read, linked, marks }: SaidProps) {
  const dated = read?.lines ?? []
  return (
    <>
      {sessionId && read?.state === 'ready' && <RecapExtras recap={read} moments={linked} sessionId={sessionId} />}
      <section aria-label="What was said" className="flex flex-col">
        <div className="flex items-center justify-between gap-4">
          <h4 className="font-semibold">Transcript</h4>
          <CopyButton label="Copy" text={linesText(lines, agent.name)} />
        </div>
        <div className="flex h-72 flex-col rounded-card border border-line bg-surface">
          <VoiceTranscript
            lines={shownLines(lines, dated)}
            agentName={agent.name}
            moments={marks}
            sources={sourcesByPlace(dated, read?.sources ?? [])}
          />
        </div>
      </section>
    </>
  )
}

const roles = { you: 'user', agent: 'agent' } as const

/** Returns the server's own lines, whose moments the recap refers to, or those that this page heard. */
function shownLines(heard: readonly TranscriptLine[], dated: Read['lines']) {
  if (dated.length === 0) return heard
  return dated.map(({ speaker, text }, id) => ({ id, role: roles[speaker], text }))
}

/** Returns what was said, a line for each turn. */
function linesText(lines: readonly TranscriptLine[], agentName: string): string {
  return lines.map(({ role, text }) => `${role === 'user' ? 'You' : agentName}: ${text}\n`).join('')
}

const askedNextCount = 3

/** Questions that suit the agent and have not been asked; each starts the next conversation at once. */
function AskNext({ agent, lines, onStart }: Pick<Props, 'agent' | 'onStart'> & { lines: readonly TranscriptLine[] }) {
  const page = useQuery(query(agentPage, { params: { agentId: agent.id } }))
  const asked = new Set(lines.filter(({ role }) => role === 'user').map(({ text }) => text.trim().toLowerCase()))
  const questions = page.data?.sampleConversation
    .map(({ question }) => question)
    .filter((question) => !asked.has(question.trim().toLowerCase()))
    .slice(0, askedNextCount)
  if (!questions || questions.length === 0) return null
  return (
    <section aria-label="Ask next" className="flex flex-col gap-2">
      <h4 className="font-semibold">Ask next</h4>
      <ul className="flex flex-col gap-2">
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              onClick={onSingleClick(() => onStart({ question }))}
              className="flex w-full items-center justify-between gap-4 rounded-card border border-line bg-surface px-4 py-2.5 text-left transition-colors hover:bg-hover"
            >
              “{question}”
              <Mic aria-hidden className="size-5 shrink-0 text-link" />
            </button>
          </li>
        ))}
      </ul>
    </section>
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
