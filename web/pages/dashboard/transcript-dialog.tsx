import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatDuration } from '#contract/amounts.ts'
import { deleteTranscript, sessions, transcript, type TranscriptLine, type VoiceSession } from '#contract/voice.ts'
import { query, useCall } from '#web/api.ts'
import { DateTime, formatDate } from '#web/parts/date-time.tsx'
import { LoadError } from '#web/parts/load-error.tsx'
import { failures, successes } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/skeleton.tsx'
import { showToast } from '#web/ui/toast.tsx'

interface Props {
  session: VoiceSession
  open: boolean
  onClose: () => void
  finalFocus: () => HTMLElement | null
}

/** The kept text of a session, which its owner can read and erase (D90). */
export function TranscriptDialog({ session, open, onClose, finalFocus }: Props) {
  const [isAsking, setAsking] = useState(false)
  const params = { id: session.id }
  const text = useQuery({ ...query(transcript, { params }), enabled: open })
  const erase = useCall(deleteTranscript, {
    changes: [sessions],
    failed: failures.deleteTranscript,
    done: () => {
      showToast(successes.transcriptDeleted)
      onClose()
    },
  })
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        finalFocus={finalFocus}
        title={session.agentName}
        description={<DateTime value={session.startedAt} withTime />}
        footer={
          text.data && (
            <>
              <p className="mr-auto self-center text-sm text-muted">
                Kept until <DateTime value={text.data.keptUntil} />, visible to you alone
              </p>
              <Button
                variant="secondary"
                icon={<Trash2 aria-hidden className="size-4" />}
                onClick={() => setAsking(true)}
              >
                Delete Transcript
              </Button>
            </>
          )
        }
      >
        {text.isPending && <LoadingText />}
        {text.isError && <LoadError what="the transcript" failed={text} />}
        {text.data && <Lines lines={text.data.lines} agentName={session.agentName} />}
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title="Delete this transcript?"
        confirmLabel="Delete Transcript"
        keepLabel="Keep Transcript"
        onConfirm={() => erase.submit({ params })}
      >
        The text of your session with {session.agentName} from {formatDate(session.startedAt)} is erased for good. The
        session itself stays in your list.
      </ConfirmDialog>
    </>
  )
}

function Lines({ lines, agentName }: { lines: readonly TranscriptLine[]; agentName: string }) {
  return (
    <ol className="flex flex-col gap-4">
      {lines.map(({ speaker, text, atSeconds }, index) => (
        <li key={index}>
          <p className="flex items-baseline gap-2 text-sm text-muted">
            <span className={speaker === 'agent' ? 'font-medium text-link' : 'font-medium text-text'}>
              {speaker === 'agent' ? agentName : 'You'}
            </span>
            <span className="tabular">{formatDuration(atSeconds)}</span>
          </p>
          <p className="mt-0.5 text-lg">{text}</p>
        </li>
      ))}
    </ol>
  )
}

function LoadingText() {
  return (
    <SkeletonGroup label="Loading the transcript…" className="flex flex-col gap-3">
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
      <Skeleton className="h-12" />
    </SkeletonGroup>
  )
}
