import { deleteTranscript } from '#contract/conversations/voice.ts'
import { deleteMemory } from '#contract/results/memory.ts'
import { write } from '#web/client/api.ts'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'
import { NotesChoice } from '#web/screens/results/memory/notes-choice.tsx'

interface Words {
  sessionId: string
  agentName: string
  /** By default the toast of the call; null where the screen says it. */
  told?: ToastMessage | null
}

/**
 * Asks before a kept transcript is deleted, and offers to forget the notes from it (D90, D185). Resolves to whether it
 * is gone.
 */
export async function askToDeleteTranscript({ sessionId, agentName, told }: Words): Promise<boolean> {
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
