import { searchTranscripts } from '#contract/conversations/transcripts.ts'
import { deleteTranscript, myConversation, myConversations } from '#contract/conversations/voice.ts'
import { memory } from '#contract/results/memory.ts'
import { nextSteps } from '#contract/results/next-steps.ts'
import { useCall } from '#web/client/api.ts'
import { ConfirmDialog } from '#web/kit/dialogs/confirm-dialog.tsx'
import { NotesChoice, useNotesFrom } from '#web/screens/results/memory/notes-choice.tsx'
import { conversationFailures } from './toasts.ts'

interface Props {
  sessionId: string
  agentName: string
  open: boolean
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a kept transcript is deleted, and offers to forget the notes from it (D90, D185). */
export function DeleteTranscript({ sessionId, agentName, open, onClose, onDeleted }: Props) {
  const notes = useNotesFrom(sessionId)
  const erase = useCall(deleteTranscript, {
    // What agents proposed goes with the words.
    changes: [myConversations, myConversation, searchTranscripts, nextSteps, memory],
    failed: conversationFailures.deleteTranscript,
    done: onDeleted,
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title="Delete this transcript?"
      confirmLabel="Delete Transcript"
      keepLabel="Keep Transcript"
      onConfirm={async () => {
        // While its notes are still there, the transcript stays, so that both can be deleted together again.
        if (await notes.removeIfChosen()) await erase.submit({ params: { id: sessionId } })
      }}
    >
      This permanently deletes what was said in this session with {agentName}, its recap, and what {agentName} proposed.
      The session stays in your list, and what you added to your next steps stays there.
      <NotesChoice notes={notes} agentName={agentName} />
    </ConfirmDialog>
  )
}
