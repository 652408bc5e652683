import { useEffect } from 'react'
import { ApiError, isSignedOut } from '#web/api-error.ts'
import { serverMessage, showFailure, withdrawFailure } from '#web/failure.ts'
import { sessionFailures } from '#web/session-toasts.ts'
import { ErrorPanel } from '#web/ui/error-panel.tsx'
import { SupportText } from '#web/ui/support-text.tsx'

interface Props {
  /** What is missing, as it goes into "We could not load …". */
  what: string
  /** The reading that failed. */
  failed: { data?: unknown; error: unknown; isFetching: boolean; refetch: () => unknown }
}

const broken = 'Something went wrong on our side. Please try again.'
const unreachable = 'Please check your connection and try again.'

/** In place of something that could not be read, with the way to try again. */
export function LoadError({ what, failed: { data, error, isFetching, refetch } }: Props) {
  const requestId = error instanceof ApiError ? error.problem?.requestId : undefined
  const isMissing = data === undefined
  // What cannot be shown has a toast (S249, D38); what was only not renewed stays, and a session that has ended has its own.
  useEffect(() => {
    if (isMissing && error && !isSignedOut(error)) showFailure(sessionFailures.load)
  }, [error, isMissing])
  useEffect(() => () => withdrawFailure(sessionFailures.load), [])
  return (
    <ErrorPanel
      title={`We could not load ${what}`}
      onRetry={() => void refetch()}
      retrying={isFetching}
      details={requestId && `Request ${requestId}`}
    >
      <p>
        <SupportText>{serverMessage(error) ?? (error instanceof ApiError ? broken : unreachable)}</SupportText>
      </p>
    </ErrorPanel>
  )
}
