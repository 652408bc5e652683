import type { Failure } from '#web/client/failure.ts'

/** What could not be done. */
export const hoursSavedFailures = {
  answer: { title: 'Answer Not Saved', text: 'Please try again.' },
  remove: { title: 'Answer Not Removed', text: 'Please try again.' },
} as const satisfies Record<string, Failure>
