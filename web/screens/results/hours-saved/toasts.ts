import type { Failure } from '#web/client/failure.ts'

/** What could not be done. */
export const hoursSavedFailures = {
  answer: { title: 'Failed to save your answer', text: 'Please try again.' },
  remove: { title: 'Failed to remove your answer', text: 'Please try again.' },
} as const satisfies Record<string, Failure>
