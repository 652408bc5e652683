import { useMutation } from '@tanstack/react-query'
import { BookmarkCheck, BookmarkPlus } from 'lucide-react'
import { keepTranscript, sessions, transcript } from '#contract/voice.ts'
import { ApiError, isSignedOut } from '#web/api-error.ts'
import { keyOf, send } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { Button } from '#web/ui/button.tsx'
import { DateTime } from './date-time.tsx'

const goneStatus = 410

/** Keeps the text of the conversation that has just ended; without the press nothing of it is stored (D90). */
export function KeepTranscript({ sessionId }: { sessionId: string }) {
  const keep = useMutation({
    mutationFn: () => send(keepTranscript, { params: { id: sessionId } }),
    onSuccess: (kept) => {
      queryClient.setQueryData(keyOf(transcript, { params: { id: sessionId } }), kept)
      void queryClient.invalidateQueries({ queryKey: keyOf(sessions) })
    },
  })
  if (keep.data) {
    return (
      <p role="status" tabIndex={-1} ref={takeFocus} className="flex items-center gap-2 text-success outline-none">
        <BookmarkCheck aria-hidden className="size-4 shrink-0" />
        <span>
          Transcript kept until <DateTime value={keep.data.keptUntil} />. Only you can see it.
        </span>
      </p>
    )
  }
  if (keep.error instanceof ApiError && keep.error.status === goneStatus) {
    return (
      <p role="status" tabIndex={-1} ref={takeFocus} className="text-muted outline-none">
        The text of this session is no longer available.
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
        onClick={() => keep.mutate()}
      >
        Keep transcript
      </Button>
      {keep.error && !isSignedOut(keep.error) ? (
        <p role="alert" className="text-danger">
          The transcript could not be kept. Please try again.
        </p>
      ) : (
        <p className="text-sm text-muted">Otherwise nothing of it is stored.</p>
      )}
    </div>
  )
}

/** The button that had the focus is gone. */
function takeFocus(node: HTMLElement | null) {
  node?.focus()
}
