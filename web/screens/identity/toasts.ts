import type { Failure } from '#web/client/failure.ts'

/** What could not be done, word for word as specified. */
export const identityFailures = {
  names: { title: 'Error', text: 'Failed to save your name. Please try again.' },
} as const satisfies Record<string, Failure>
