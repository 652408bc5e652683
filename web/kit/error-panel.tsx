import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { useKeptFocus } from './kept-focus.ts'

interface Props {
  /** What happened. */
  title: string
  /** What is still safe, and what to do next. */
  children?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  /** Technical facts such as a request id, folded away. */
  details?: string
}

/** Replaces content that could not be loaded. */
export function ErrorPanel({ title, children, onRetry, retrying = false, details }: Props) {
  const panel = useKeptFocus<HTMLDivElement>()
  return (
    <div
      ref={panel}
      role="alert"
      className="flex flex-col items-center gap-2 rounded-card border border-line bg-surface px-4 py-10 text-center"
    >
      <CircleAlert aria-hidden className="mb-1 size-6 text-danger" />
      <p className="text-lg font-semibold">{title}</p>
      {children && <div className="max-w-md text-muted">{children}</div>}
      {onRetry && (
        <Button variant="secondary" className="mt-3" pending={retrying} pendingText="Trying…" onClick={onRetry}>
          Retry
        </Button>
      )}
      {details && (
        <details className="mt-2 text-sm text-muted">
          <summary className="cursor-pointer">Details</summary>
          <p className="mt-1 break-all">{details}</p>
        </details>
      )}
    </div>
  )
}
