import type { Failure } from '#web/client/failure.ts'
import type { ToastMessage } from '#web/kit/dialogs/toast.ts'

/** What could not be done. */
export const memoryFailures = {
  setting: { title: 'Error', text: 'Failed to save your memory setting. Please try again.' },
  add: { title: 'Failed to add the note', text: 'Your note was not saved. Please try again.' },
  change: { title: 'Failed to save the note', text: 'The note has not changed. Please try again.' },
  remove: { title: 'Failed to forget the note', text: 'The agent still knows it. Please try again.' },
  removeAll: { title: 'Failed to forget', text: 'Your agents still know this. Please try again.' },
} as const satisfies Record<string, Failure>

/** What has been done. */
export const memorySuccesses = {
  added: { title: 'Note Added', tone: 'success' },
  saved: { title: 'Note Saved', tone: 'success' },
  removedAll: { title: 'Everything Forgotten', description: 'Your agents know nothing about you.', tone: 'success' },
} as const satisfies Record<string, ToastMessage>

/** A forgotten note can be put back for ten seconds (D188). */
export function noteRemoved(onUndo: (() => void) | null): ToastMessage {
  return {
    title: 'Note Forgotten',
    description: "The agent won't know this from your next session on.",
    tone: 'success',
    ...(onUndo && { action: { label: 'Undo', onPress: onUndo }, durationMs: 10_000 }),
  }
}
