import { type ReactNode, useState } from 'react'
import { serverMessage } from '#web/client/failure.ts'
import { Button } from '#web/kit/button.tsx'
import { Spinner } from '#web/kit/spinner.tsx'
import { MomentButton } from './moment-button.tsx'
import type { Moments } from './moments.ts'
import { Proposals } from './proposals.tsx'
import { RecapActions } from './recap-actions.tsx'
import { RecapWords } from './recap-words.tsx'
import type { ReadRecap, Recap } from './use-recap.ts'

interface Props {
  sessionId: string
  recap: ReadRecap
  moments: Moments
  /** Whether the text is on this screen, so that moments lead to it. */
  hasText: boolean
  heading: (title: string) => ReactNode
}

/** Title, summary and proposed steps of a conversation, in all their states; nothing where nothing was said. */
export function RecapView({ hasText, heading, moments, recap: { isSlow, read }, sessionId }: Props) {
  const recap = read.data
  // Without a toast: it would take the place of the one that says why the conversation ended.
  if (read.isError && !recap) return <Slow read={read} />
  if (!recap) return <Writing />
  if (recap.state === 'none') return <p className="text-muted">There's no recap of this session.</p>
  if (isEmpty(recap)) return null
  const linked = hasText ? recap : { ...recap, lines: [] }
  return (
    <div className="flex flex-col gap-4">
      {recap.state === 'processing' && !isSlow && <Writing />}
      {isSlow && <Slow read={read} />}
      {recap.state === 'ready' && <RecapWords recap={recap} sessionId={sessionId} heading={heading} />}
      <Proposals recap={linked} moments={moments} />
    </div>
  )
}

/** Under "More": the documents that were read, and what can be done with the recap. */
export function RecapExtras({ moments, recap, sessionId }: { recap: Recap; moments: Moments; sessionId: string }) {
  return (
    <>
      <Documents recap={recap} moments={moments} />
      <RecapActions recap={recap} sessionId={sessionId} />
    </>
  )
}

/** Returns whether the analysis found nothing, since nothing was said. */
export function isEmpty({ proposals, state, summary, title }: Recap): boolean {
  return state === 'ready' && title === null && summary === null && proposals.length === 0
}

/** The recap takes longer, or could not be looked for. */
function Slow({ read }: { read: ReadRecap['read'] }) {
  const [isAsking, setAsking] = useState(false)
  const failure = serverMessage(read.error) ?? "We couldn't look for the recap."

  async function ask() {
    setAsking(true)
    await read.refetch()
    setAsking(false)
  }

  return (
    <div aria-live="polite" className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
      <p>{read.isError ? failure : 'The recap is taking longer than usual.'}</p>
      <Button variant="secondary" size="dense" pending={isAsking} onClick={() => void ask()}>
        Check Again
      </Button>
    </div>
  )
}

function Writing() {
  return (
    <p aria-live="polite" className="flex items-center gap-2 text-muted">
      <Spinner />
      Writing the recap…
    </p>
  )
}

/** The documents from which answers came, with their moments. */
function Documents({ moments, recap }: { recap: Recap; moments: Moments }) {
  const titles = [...new Set(recap.sources.map(({ title }) => title))]
  if (titles.length === 0) return null
  return (
    <section aria-label="Read for the answers" className="text-sm">
      <p className="text-muted">Read for the answers</p>
      <ul>
        {titles.map((title) => (
          <li key={title} className="flex flex-wrap items-baseline gap-x-3">
            <span className="min-w-0 break-words">{title}</span>
            {secondsOf(recap, title).map((atSecond) => (
              <MomentButton
                key={atSecond}
                about={title}
                atSecond={atSecond}
                speaker="agent"
                lines={recap.lines}
                moments={moments}
              />
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

function secondsOf({ sources }: Recap, title: string): number[] {
  return [...new Set(sources.filter((source) => source.title === title).map(({ atSecond }) => atSecond))]
}
