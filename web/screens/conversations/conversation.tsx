import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'wouter'
import { formatDate } from '#contract/dates.ts'
import { formatDuration, formatMinutes } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { myConversation } from '#contract/conversations/voice.ts'
import { ApiError } from '#web/client/api-error.ts'
import { query } from '#web/client/api.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { RateAgent } from '#web/screens/agents/person-actions.tsx'
import { endings } from './voice/words.ts'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { paths } from '#web/client/addresses/paths.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Card } from '#web/kit/card.tsx'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { StatTile, StatTiles } from '#web/kit/stat-tile.tsx'
import { HoursSavedQuestion } from '#web/screens/results/hours-saved/question.tsx'
import { ConversationTranscript } from './conversation-transcript.tsx'
import { useMoments } from './results/moments.ts'
import { More } from './results/more.tsx'
import { isEmpty, RecapExtras, RecapView } from './results/recap-view.tsx'
import { useRecap } from './results/use-recap.ts'

type Shown = Answer<typeof myConversation>

/** /dashboard/sessions/:id: one conversation with its figures, its transcript and the user's rating of the agent. */
export default function Session() {
  const { id = '' } = useParams()
  const read = useQuery(query(myConversation, { params: { id } }))
  if (read.error instanceof ApiError && read.error.status === 404) return <Missing />
  const shown = read.data
  return (
    <Page
      title={shown ? `Session with ${shown.agentName}` : 'Session'}
      description={shown && formatDate(shown.startedAt, true)}
      above={<ParentLink href={paths.sessions()} name="Your Sessions" />}
      actions={
        shown && (
          <LinkButton href={paths.agent(shown.agentId)} variant="secondary">
            Talk Again
          </LinkButton>
        )
      }
    >
      {read.isPending && (
        <SkeletonGroup label="Loading your session…" className="flex flex-col gap-4">
          <Skeleton className="h-24" />
          <Skeleton className="h-64" />
        </SkeletonGroup>
      )}
      {read.isError && <LoadError what="your session" failed={read} />}
      {shown && (
        <div className="flex flex-col gap-4">
          <Figures shown={shown} />
          {shown.status !== 'active' && <RecapAndTranscript shown={shown} />}
          {shown.secondsCharged > 0 && shown.status !== 'active' && <HoursSavedQuestion sessionId={shown.id} isCard />}
          <Rating shown={shown} />
        </div>
      )}
    </Page>
  )
}

/** What came of the session and, as long as it is there, what was said. */
function RecapAndTranscript({ shown }: { shown: Shown }) {
  const recap = useRecap(shown.id, shown.hasWords)
  const moments = useMoments()
  const [isMore, setMore] = useState(false)
  const read = recap.read.data
  const isNothing = read && ((read.state === 'none' && !shown.hasTranscript) || isEmpty(read))
  return (
    <>
      {shown.hasWords && !isNothing && (
        <Card>
          <RecapView
            sessionId={shown.id}
            recap={recap}
            moments={moments}
            hasText={shown.hasTranscript}
            heading={(title) => <h2 className="min-w-0 flex-1 text-lg font-semibold break-words">{title}</h2>}
          />
          {read?.state === 'ready' && (
            <div className="mt-4">
              <More isOpen={isMore} onToggle={() => setMore(!isMore)}>
                <RecapExtras
                  recap={shown.hasTranscript ? read : { ...read, lines: [] }}
                  {...{ moments }}
                  sessionId={shown.id}
                />
              </More>
            </div>
          )}
        </Card>
      )}
      <ConversationTranscript shown={shown} moments={moments} sources={read?.sources ?? []} />
    </>
  )
}

function Missing() {
  return (
    <Page title="Session not found" width="prose">
      <EmptyState
        title="We couldn't find this session."
        action={<LinkButton href={paths.sessions()}>Your Sessions</LinkButton>}
      >
        You'll find all your sessions in one list.
      </EmptyState>
    </Page>
  )
}

/** Date, duration, the charge and its reason, and the balance before and after. */
function Figures({ shown }: { shown: Shown }) {
  if (shown.status === 'active') {
    return (
      <Banner title="In progress">
        This session began <DateTime value={shown.startedAt} withTime />. Its figures will show once it ends.
      </Banner>
    )
  }
  const { balanceBefore, balanceAfter, note, endReason, secondsCharged } = shown
  return (
    <StatTiles>
      <StatTile
        label="Duration"
        value={secondsCharged === 0 ? '–' : formatDuration(shown.durationSeconds)}
        note={endReason && endings[endReason]}
      />
      <StatTile
        label="Charged"
        value={secondsCharged === 0 ? 'Nothing' : formatDuration(secondsCharged)}
        note={secondsCharged === 0 ? reasonOf(note) : 'by the second'}
      />
      {balanceBefore !== null && <StatTile label="Before" value={formatMinutes(balanceBefore)} note="minutes" />}
      {balanceAfter !== null && <StatTile label="After" value={formatMinutes(balanceAfter)} note="minutes" />}
    </StatTiles>
  )
}

/** Returns the ledger's note without what the figure already says. */
function reasonOf(note: string | null): string | undefined {
  const reason = note?.replace(/^Not charged: /, '')
  return reason && `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}`
}

function Rating({ shown: { agentId, agentName } }: { shown: Shown }) {
  return (
    <Card title="Rating">
      <RateAgent
        agent={{ id: agentId, name: agentName }}
        otherwise={<p className="text-muted">Talk with {agentName} for at least 2 minutes in total to rate it.</p>}
      />
    </Card>
  )
}
