import { CircleAlert, CircleCheck, FileText, Upload as UploadIcon, X } from 'lucide-react'
import { useEffect, useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { fileEndings } from '#contract/agents/documents.ts'
import { formatCount } from '#contract/amounts.ts'
import { Button } from '#web/kit/button.tsx'
import { ShareBar } from '#web/kit/charts/share-bar.tsx'
import { classes } from '#web/kit/classes.ts'
import { readableKinds } from './document-words.ts'
import type { Upload, Uploads } from './uploads.ts'

/** Files on their way to the server, each with how far it is or why it was refused. */
export function UploadList({ uploads, shown }: { uploads: Uploads; shown: readonly Upload[] }) {
  if (shown.length === 0) return null
  return (
    <ul aria-label="Uploads" className="flex flex-col gap-2">
      {shown.map((upload) => (
        <li key={upload.id} className="rounded-control border border-line px-3 py-2.5">
          <UploadRow upload={upload} uploads={uploads} />
        </li>
      ))}
    </ul>
  )
}

function UploadRow({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
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
            onClick={() => uploads.retry(upload.id)}
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
          onClick={() => uploads.remove(upload.id)}
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

/** Takes files by a button or by dropping them. A file that is dropped beside it does not replace the page. */
export function FileDrop({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  useEffect(keepPage, [])

  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    onFiles([...(target.files ?? [])])
    // Lets the same file be chosen again.
    target.value = ''
  }

  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }

  return (
    <div
      onDragEnter={() => setOver(true)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={classes(
        'flex flex-col items-center gap-3 rounded-card border border-dashed px-4 py-8 text-center transition-colors',
        isOver ? 'border-primary bg-soft' : 'border-control-line bg-sunken',
      )}
    >
      <input
        ref={input}
        type="file"
        multiple
        accept={fileEndings.join()}
        aria-label="Files to upload"
        tabIndex={-1}
        onChange={choose}
        className="sr-only"
      />
      <UploadIcon aria-hidden className="size-6 text-muted" />
      <p className="font-medium">
        <span className="pointer-coarse:hidden">Drop files here, or choose them</span>
        <span className="hidden pointer-coarse:inline">Choose files from this device</span>
      </p>
      <Button variant="secondary" onClick={() => input.current?.click()}>
        Choose Files
      </Button>
      <p className="max-w-sm text-sm text-balance text-muted">{readableKinds}, up to 20 MB each.</p>
    </div>
  )
}

/** Until the returned function is called, the browser does not open what is dropped anywhere on the page. */
function keepPage(): () => void {
  const refuse = (event: Event) => event.preventDefault()
  const names = ['dragover', 'drop']
  for (const name of names) window.addEventListener(name, refuse)
  return () => {
    for (const name of names) window.removeEventListener(name, refuse)
  }
}
