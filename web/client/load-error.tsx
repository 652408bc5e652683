import { ApiError } from './api-error.ts'
import { serverMessage } from './failure.ts'
import { useLoadToast } from './load-toast.ts'
import { ErrorPanel } from '#web/kit/error-panel.tsx'
import { SupportText } from '#web/kit/support-text.tsx'

interface Props {
  /** What is missing, as it goes into "We could not load …". */
  what: string
  /** The reading that failed. */
  failed: { data?: unknown; error: unknown; isFetching: boolean; refetch: () => unknown }
  /** Where the catalogue has words of its own for it. */
  text?: string
}

const broken = 'Something went wrong on our side. Please try again.'
const unreachable = 'Please check your connection and try again.'

/** In place of something that could not be read, with the way to try again. */
export function LoadError({ what, failed, text }: Props) {
  const { error, isFetching, refetch } = failed
  const requestId = error instanceof ApiError ? error.problem?.requestId : undefined
  useLoadToast(failed)
  return (
    <ErrorPanel
      title={`We could not load ${what}`}
      onRetry={() => void refetch()}
      retrying={isFetching}
      details={requestId && `Request ${requestId}`}
    >
      <p>
        <SupportText>{text ?? serverMessage(error) ?? (error instanceof ApiError ? broken : unreachable)}</SupportText>
      </p>
    </ErrorPanel>
  )
}
