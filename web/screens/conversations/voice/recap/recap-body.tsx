import { useState } from 'react'
import { takeFocus } from '#web/kit/kept-focus.ts'
import type { TranscriptLine } from '#web/voice/transcript.ts'
import { sourcesByPlace, useMoments } from '../../results/moments.ts'
import { RecapView } from '../../results/recap-view.tsx'
import { useRecap } from '../../results/use-recap.ts'
import { VoiceTranscript } from '../transcript.tsx'
import { CopyTranscript } from './copy-transcript.tsx'
import { KeepTranscript } from './keep.tsx'

interface Props {
  /** Null when the conversation never reached the server. */
  sessionId: string | null
  lines: readonly TranscriptLine[]
  agentName: string
}

/** What came of the conversation, and below it what was said. */
export function RecapBody({ agentName, lines, sessionId }: Props) {
  const recap = useRecap(sessionId ?? '', sessionId !== null)
  const moments = useMoments()
  const [isDeleted, setDeleted] = useState(false)
  const dated = recap.read.data?.lines ?? []
  const sources = sourcesByPlace(dated, recap.read.data?.sources ?? [])
  // The server's own lines have the moments to which the recap refers.
  const shown = dated.length === 0 ? lines : dated.map(({ speaker, text }, id) => ({ id, role: roles[speaker], text }))
  if (isDeleted) {
    return (
      <p role="status" tabIndex={-1} ref={takeFocus} className="text-muted outline-none">
        Transcript deleted, and everything that came from it.
      </p>
    )
  }
  return (
    <>
      {sessionId && (
        <section aria-label="What came of it">
          <RecapView
            sessionId={sessionId}
            recap={recap}
            moments={moments}
            hasText
            heading={(title) => <h4 className="min-w-0 flex-1 text-lg font-semibold break-words">{title}</h4>}
          />
        </section>
      )}
      <section aria-label="What was said" className="flex flex-col gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="min-w-0 flex-1 basis-60">
            {sessionId && (
              <KeepTranscript sessionId={sessionId} agentName={agentName} onDeleted={() => setDeleted(true)} />
            )}
          </div>
          <CopyTranscript lines={lines} agentName={agentName} />
        </div>
        <div className="flex h-72 flex-col rounded-card border border-line bg-surface">
          <VoiceTranscript lines={shown} agentName={agentName} moments={moments} sources={sources} />
        </div>
      </section>
    </>
  )
}

const roles = { you: 'user', agent: 'agent' } as const
