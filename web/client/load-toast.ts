import { useEffect } from 'react'
import { isSignedOut } from './api-error.ts'
import { showFailure, withdrawFailure } from './failure.ts'
import { sessionFailures } from './session-toasts.ts'

/**
 * Shows the toast of a failed read (S249, D38), beside what the screen shows instead. A failed refresh has none, and an
 * ended session has its own.
 */
export function useLoadToast({ data, error }: { data?: unknown; error: unknown }): void {
  const isMissing = data === undefined
  useEffect(() => {
    if (isMissing && error && !isSignedOut(error)) showFailure(sessionFailures.load)
  }, [error, isMissing])
  useEffect(() => () => withdrawFailure(sessionFailures.load), [])
}
