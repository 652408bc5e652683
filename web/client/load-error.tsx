import { ApiError } from './api-error.ts'
import { serverMessage } from './failure.ts'
import { useLoadToast } from './load-toast.ts'
import { ErrorPanel } from '#web/kit/error-panel.tsx'
import { SupportText } from '#web/kit/text-link.tsx'
interface Props {
  /** What is missing, to complete "We could not load …". */
  what: string
  /** The query that failed. */
  failed: { data?: unknown; error: unknown; isFetching: boolean; refetch: () => unknown }
  /** Replaces the text where the error catalogue has one. */
  text?: string
}

const broken = 'Something went wrong on our side. Please try again.'
const unreachable = 'Please check your connection and try again.'

/** Replaces what could not be loaded, with a button to try again. */
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
