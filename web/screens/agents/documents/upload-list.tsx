import { CircleAlert, CircleCheck, FileText, X } from 'lucide-react'
import { formatCount } from '#contract/amounts.ts'
import { Button } from '#web/kit/button.tsx'
import { ShareBar } from '#web/kit/charts/share-bar.tsx'
import { classes } from '#web/kit/classes.ts'
import type { Upload } from './uploads.ts'

interface Props {
  uploads: readonly Upload[]
  onRetry: (id: number) => void
  onRemove: (id: number) => void
}

/** Files on their way to the server, each with how far it is or why it was refused. */
export function UploadList({ uploads, onRetry, onRemove }: Props) {
  if (uploads.length === 0) return null
  return (
    <ul aria-label="Uploads" className="flex flex-col gap-2">
      {uploads.map((upload) => (
        <li key={upload.id} className="rounded-control border border-line px-3 py-2.5">
          <UploadRow upload={upload} onRetry={() => onRetry(upload.id)} onRemove={() => onRemove(upload.id)} />
        </li>
      ))}
    </ul>
  )
}

interface RowProps {
  upload: Upload
  onRetry: () => void
  onRemove: () => void
}

function UploadRow({ upload, onRetry, onRemove }: RowProps) {
  const { file, mayRetry, reason, share, state } = upload
  const isRefused = state === 'refused'
  return (
    <div className="flex items-start gap-3">
      <Mark state={state} />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{file.name}</p>
        <p
          role={isRefused ? 'alert' : undefined}
          className={classes('text-sm', isRefused ? 'text-danger' : 'text-muted tabular')}
        >
          {stateText(upload)}
        </p>
        {state === 'sending' && (
          <ShareBar shares={[{ value: share, tone: 'primary' }]} total={1} className="mt-1.5 h-1.5!" />
        )}
        {isRefused && mayRetry && reason && (
          <Button
            variant="secondary"
            size="dense"
            className="mt-2"
            aria-label={`Try again: ${file.name}`}
            onClick={onRetry}
          >
            Try Again
          </Button>
        )}
      </div>
      {state !== 'sent' && (
        <Button
          variant="ghost"
          size="dense"
          className="-mt-1 -mr-2 px-2!"
          aria-label={`${isRefused ? 'Dismiss' : 'Cancel'}: ${file.name}`}
          icon={<X aria-hidden className="size-4" />}
          onClick={onRemove}
        />
      )}
    </div>
  )
}

const marks = {
  waiting: { Icon: FileText, ink: 'text-muted' },
  sending: { Icon: FileText, ink: 'text-muted' },
  sent: { Icon: CircleCheck, ink: 'text-success' },
  refused: { Icon: CircleAlert, ink: 'text-danger' },
}

function Mark({ state }: Pick<Upload, 'state'>) {
  const { Icon, ink } = marks[state]
  return <Icon aria-hidden className={classes('mt-0.5 size-4 shrink-0', ink)} />
}

function stateText({ reason, share, state }: Upload): string {
  if (state === 'waiting') return reason ?? 'Waiting…'
  if (state === 'sending') return `Uploading… ${formatCount(Math.round(share * 100))}%`
  return state === 'sent' ? 'Uploaded. It is being read.' : (reason ?? '')
}
