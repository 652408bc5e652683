import { useQuery } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useParams, useSearchParams } from 'wouter'
import { formatDuration, formatMinutes } from '#contract/amounts.ts'
import type { Answer } from '#contract/call.ts'
import { myConversation, transcript, type TranscriptLine } from '#contract/conversations/voice.ts'
import { formatDate } from '#contract/dates.ts'
import type { AnswerSource } from '#contract/results/recap.ts'
import { paths } from '#web/client/addresses/paths.ts'
import { query } from '#web/client/api.ts'
import { isUnknown, Loaded, LoadingRows } from '#web/client/loaded.tsx'
import { focusHeading } from '#web/client/navigation.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { classes } from '#web/kit/classes.ts'
import { Menu, MenuAction } from '#web/kit/dialogs/menu.tsx'
import { downloadText } from '#web/kit/download-text.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { LinkButton } from '#web/kit/link-button.tsx'
import { StatTile, StatTiles } from '#web/kit/stat-tile.tsx'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { MarkedText } from '#web/kit/text/marked-text.tsx'
import { Page } from '#web/screens/frame/page-layout.tsx'
import { ParentLink } from '#web/screens/frame/parent-link.tsx'
import { KeepTranscript, askToDeleteTranscript } from './keep-transcript.tsx'
import { useMoments, AnswerSources, type Moments, sourcesByPlace } from './results/moments.tsx'
import { More, isEmpty, RecapExtras, RecapView } from './results/recap-view.tsx'
import { useRecap } from './results/use-recap.ts'
import { fileKinds, transcriptFile } from './transcript-files.ts'
import { endings } from './voice/words.ts'

/** Both are below the first view. */
const RateAgent = lazy(async () => ({ default: (await import('#web/screens/agents/person-actions.tsx')).RateAgent }))
const HoursSavedQuestion = lazy(async () => ({
  default: (await import('#web/screens/results/hours-saved/question.tsx')).HoursSavedQuestion,
}))

type Shown = Answer<typeof myConversation>

/** /dashboard/sessions/:id: one conversation with its figures, its transcript and the user's rating of the agent. */
export default function Session() {
  const { id = '' } = useParams()
  const read = useQuery(query(myConversation, { params: { id } }))
  if (isUnknown(read.error)) return <Missing />
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
      <Loaded read={read} what="your session">
        {(session) => (
          <div className="flex flex-col gap-4">
            <Figures shown={session} />
            {session.status !== 'active' && <RecapAndTranscript shown={session} />}
            <Suspense fallback={<LoadingRows what="your rating" count={2} />}>
              {session.secondsCharged > 0 && session.status !== 'active' && (
                <HoursSavedQuestion sessionId={session.id} isCard />
              )}
              <Rating shown={session} />
            </Suspense>
          </div>
        )}
      </Loaded>
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
          <RecapView sessionId={shown.id} recap={recap} moments={moments} hasText={shown.hasTranscript} Heading="h2" />
          {read?.state === 'ready' && (
            <div className="mt-4">
              <More isOpen={isMore} onToggle={() => setMore(!isMore)}>
                <RecapExtras
                  recap={shown.hasTranscript ? read : { ...read, lines: [] }}
                  moments={moments}
                  sessionId={shown.id}
                />
              </More>
            </div>
          )}
        </Card>
      )}
      <Transcript shown={shown} moments={moments} sources={read?.sources ?? []} />
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

interface TranscriptProps {
  shown: Shown
  /** Links of the recap go to these lines. */
  moments: Moments
  /** What was read for the answers. */
  sources: readonly AnswerSource[]
}

/** A conversation's kept transcript: to read, to export, to delete (D90). */
function Transcript({ shown, moments, sources }: TranscriptProps) {
  if (shown.hasTranscript) return <KeptText shown={shown} moments={moments} sources={sources} />
  return (
    <Card title="Transcript">
      {shown.hasWords ? (
        <KeepTranscript sessionId={shown.id} agentName={shown.agentName} mayBeKept={false} />
      ) : (
        <EmptyState title="No transcript kept">
          No transcript was stored. You can keep one right after a session, or save every one automatically.
        </EmptyState>
      )}
    </Card>
  )
}

function KeptText({ shown, moments, sources }: TranscriptProps) {
  const text = useQuery(query(transcript, { params: { id: shown.id } }))
  const [search] = useSearchParams()
  return (
    <Card
      title="Transcript"
      description={
        text.data && (
          <>
            Kept until <DateTime value={text.data.keptUntil} />, visible only to you
          </>
        )
      }
      aside={text.data && <Actions shown={shown} lines={text.data.lines} />}
    >
      <Loaded read={text} what="the transcript">
        {({ lines }) => (
          <Lines
            lines={lines}
            agentName={shown.agentName}
            words={search.get('q') ?? ''}
            moments={moments}
            sources={sources}
          />
        )}
      </Loaded>
    </Card>
  )
}

function Actions({ shown, lines }: { shown: Shown; lines: readonly TranscriptLine[] }) {
  async function erase() {
    // The focused button disappears with the transcript.
    if (await askToDeleteTranscript({ sessionId: shown.id, agentName: shown.agentName })) focusHeading()
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Menu
        trigger={
          <Button variant="secondary" size="dense" icon={<Download aria-hidden className="size-4" />}>
            Export
          </Button>
        }
      >
        {fileKinds.map(({ kind, label }) => (
          <MenuAction
            key={kind}
            onSelect={() => {
              const file = transcriptFile({ ...shown, lines }, kind)
              downloadText(file.text, file.name, file.type)
            }}
          >
            {label}
          </MenuAction>
        ))}
      </Menu>
      <Button
        variant="secondary"
        size="dense"
        icon={<Trash2 aria-hidden className="size-4" />}
        onClick={() => void erase()}
      >
        Delete Transcript
      </Button>
    </div>
  )
}

interface LinesProps extends Omit<TranscriptProps, 'shown'> {
  lines: readonly TranscriptLine[]
  agentName: string
  /** What was searched for. */
  words: string
}

function Lines({ agentName, lines, moments, sources, words }: LinesProps) {
  const byPlace = sourcesByPlace(lines, sources)
  return (
    <ol aria-label="Transcript" className="flex max-w-prose flex-col gap-4">
      {lines.map(({ speaker, text, atSeconds }, place) => (
        <li
          key={place}
          ref={moments.refOf(place)}
          tabIndex={moments.marked === place ? -1 : undefined}
          className={classes('rounded-card outline-offset-8', moments.marked === place && 'outline-2 outline-ring')}
        >
          <p className="flex items-baseline gap-2 text-sm text-muted">
            <span className={speaker === 'agent' ? 'font-medium text-link' : 'font-medium text-text'}>
              {speaker === 'agent' ? agentName : 'You'}
            </span>
            <span className="tabular">{formatDuration(atSeconds)}</span>
          </p>
          <p className="mt-0.5 text-lg">
            <MarkedText text={text} words={words} />
          </p>
          <AnswerSources sources={byPlace.get(place) ?? []} />
        </li>
      ))}
    </ol>
  )
}
