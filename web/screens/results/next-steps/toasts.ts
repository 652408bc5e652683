import type { Failure } from '#web/client/failure.ts'

/** What could not be done. */
export const stepFailures = {
  add: { title: 'Error', text: 'Failed to add the step. Please try again.' },
  change: { title: 'Error', text: 'Failed to save the step. Please try again.' },
  remove: { title: 'Error', text: 'Failed to delete the step. Please try again.' },
  settings: { title: 'Error', text: 'Failed to save your reminders. Please try again.' },
  calendar: { title: 'Error', text: 'Failed to change your calendar address. Please try again.' },
} as const satisfies Record<string, Failure>

/** How long what was done can be undone. */
export const undoMs = 10_000
