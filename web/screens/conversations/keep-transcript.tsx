import { useQuery } from '@tanstack/react-query'
import { BookmarkCheck, BookmarkPlus } from 'lucide-react'
import { transcriptSettings } from '#contract/conversations/transcripts.ts'
import { keepTranscript, transcript, deleteTranscript } from '#contract/conversations/voice.ts'
import { deleteMemory } from '#contract/results/memory.ts'
import { ApiError, isSignedOut } from '#web/client/api-error.ts'
import { keyOf, query, useCall, write } from '#web/client/api.ts'
import { queryClient } from '#web/client/query-client.ts'
import { Button } from '#web/kit/button.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'
import { takeFocus } from '#web/kit/kept-focus.ts'
import { DateTime } from '#web/kit/text/date-time.tsx'
import { NotesChoice } from '#web/screens/results/memory/notes-choice.tsx'

const goneStatus = 410

interface TranscriptProps {
  sessionId: string
  agentName: string
}

interface Props extends TranscriptProps {
  /** False where it is known that it is not kept. */
  mayBeKept?: boolean
  onDeleted?: () => void
}

/**
 * Keeps or deletes the transcript of the conversation that has just ended. It is already kept if the user saves every
 * one; otherwise it is not stored without a press (D90).
 */
export function KeepTranscript({ sessionId, agentName, mayBeKept = true, onDeleted = () => {} }: Props) {
  const settings = useQuery(query(transcriptSettings))
  const kept = useQuery({
    ...query(transcript, { params: { id: sessionId } }),
    enabled: mayBeKept && settings.data?.save === true && settings.data.isAllowedHere,
  })
  const input = { params: { id: sessionId } }
  const keep = useCall(keepTranscript, { done: (text) => queryClient.setQueryData(keyOf(transcript, input), text) })
  if (settings.isPending || kept.isLoading) return null
  const isRefused = keep.error instanceof ApiError && keep.error.code === 'transcripts_off'
  if (isRefused || settings.data?.isAllowedHere === false) {
    return <p className="text-muted">Your organization doesn't keep transcripts.</p>
  }
  if (kept.data && (mayBeKept || keep.isSuccess)) {
    return (
      <Kept
        keptUntil={kept.data.keptUntil}
        sessionId={sessionId}
        agentName={agentName}
        hasFocus={keep.isSuccess}
        onDeleted={onDeleted}
      />
    )
  }
  if (keep.error instanceof ApiError && keep.error.status === goneStatus) {
    return (
      <p role="status" tabIndex={-1} ref={takeFocus} className="text-muted outline-none">
        This session's transcript is no longer available.
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button
        variant="secondary"
        icon={<BookmarkPlus aria-hidden className="size-4" />}
        pending={keep.isPending}
        pendingText="Keeping…"
        onClick={() => void keep.submit(input)}
      >
        Keep transcript
      </Button>
      {keep.error && !isSignedOut(keep.error) ? (
        <p role="alert" className="text-danger">
          We couldn't keep the transcript. Please try again.
        </p>
      ) : (
        <p className="text-sm text-muted">If you don't, the transcript isn't stored.</p>
      )}
    </div>
  )
}

interface KeptProps extends TranscriptProps {
  keptUntil: string
  /** Whether it appeared after a press. */
  hasFocus: boolean
  onDeleted: () => void
}

function Kept({ keptUntil, sessionId, agentName, hasFocus, onDeleted }: KeptProps) {
  async function erase() {
    if (await askToDeleteTranscript({ sessionId, agentName, told: null })) onDeleted()
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <p
        role="status"
        tabIndex={-1}
        ref={hasFocus ? takeFocus : undefined}
        className="flex min-w-0 flex-1 basis-56 items-center gap-2 text-success outline-none"
      >
        <BookmarkCheck aria-hidden className="size-4 shrink-0" />
        <span>
          Transcript kept until <DateTime value={keptUntil} />. Only you can see it.
        </span>
      </p>
      <Button variant="ghost" size="dense" className="max-sm:-ml-3" onClick={() => void erase()}>
        Delete transcript
      </Button>
    </div>
  )
}

interface Deletion extends TranscriptProps {
  /** By default the toast of the call; null where the screen says it. */
  told?: ToastMessage | null
}

/**
 * Asks before a kept transcript is deleted, and offers to forget the notes from it (D90, D185). Resolves to whether it
 * is gone.
 */
export async function askToDeleteTranscript({ sessionId, agentName, told }: Deletion): Promise<boolean> {
  let isWithNotes = false
  let isGone = false

  async function erase() {
    // While its notes are still there, the transcript stays, so that both can be deleted together again.
    if (isWithNotes) await write(deleteMemory, { query: { sessionId } }, { told: null })
    await write(deleteTranscript, { params: { id: sessionId } }, { told })
    isGone = true
  }

  await ask({
    title: 'Delete this transcript?',
    text: (
      <>
        This permanently deletes what was said in this session with {agentName}, its recap, and what {agentName}{' '}
        proposed. The session stays in your list, and what you added to your next steps stays there.
        <NotesChoice sessionId={sessionId} agentName={agentName} onChoice={(isChosen) => (isWithNotes = isChosen)} />
      </>
    ),
    confirm: 'Delete Transcript',
    keep: 'Keep Transcript',
    act: () => erase().catch(() => undefined),
  })
  return isGone
}
