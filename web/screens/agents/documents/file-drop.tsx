import { Upload } from 'lucide-react'
import { useEffect, useRef, useState, type ChangeEvent, type DragEvent } from 'react'
import { fileEndings } from '#contract/agents/documents.ts'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { readableKinds } from './document-words.ts'

interface Props {
  onFiles: (files: readonly File[]) => void
}

/** Takes files by a button or by dropping them. A file that is dropped beside it does not replace the page. */
export function FileDrop({ onFiles }: Props) {
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
      <Upload aria-hidden className="size-6 text-muted" />
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
