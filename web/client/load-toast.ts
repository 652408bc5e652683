import { useEffect } from 'react'
import { isSignedOut } from './api-error.ts'
import { showFailure, withdrawFailure } from './failure.ts'

const failed = { title: 'Loading Failed', text: 'Part of this page is missing. Please try again.' }

/**
 * Returns a read, and shows a toast if it failed (S249, D38), in addition to what the screen shows instead. A failed
 * refresh has none, and an ended session has its own.
 */
export function useLoadToast<Read extends { data?: unknown; error: unknown }>(read: Read): Read {
  const { data, error } = read
  const isMissing = data === undefined
  useEffect(() => {
    if (isMissing && error && !isSignedOut(error)) showFailure(failed)
  }, [error, isMissing])
  useEffect(() => () => withdrawFailure(failed), [])
  return read
}
