import { useEffect } from 'react'
import { isSignedOut } from './api-error.ts'
import { showFailure, withdrawFailure } from './failure.ts'
import { sessionFailures } from './session-toasts.ts'

/**
 * The toast of a reading that failed (S249, D38), beside what the screen shows in its place. What was only not renewed
 * stays without one, and a session that has ended has its own.
 */
export function useLoadToast({ data, error }: { data?: unknown; error: unknown }): void {
  const isMissing = data === undefined
  useEffect(() => {
    if (isMissing && error && !isSignedOut(error)) showFailure(sessionFailures.load)
  }, [error, isMissing])
  useEffect(() => () => withdrawFailure(sessionFailures.load), [])
}
