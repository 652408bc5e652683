import { useState } from 'react'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { Segmented } from '#web/kit/fields/segmented.tsx'
import { DiscardDialog } from './discard-dialog.tsx'
import type { DocumentsAgent } from './task.ts'
import { FilesPane, PagePane, TextPane } from './ways-to-add.tsx'
import { useUnsaved } from './use-unsaved.ts'
import { useUploads } from './uploads.ts'

const ways = [
  { value: 'files', label: 'Files' },
  { value: 'text', label: 'Text' },
  { value: 'page', label: 'Web page' },
] as const

type WayToAdd = (typeof ways)[number]['value']

const descriptions: Record<WayToAdd, (name: string) => string> = {
  files: (name) => `${name} reads the text. Pictures and layout are left out, and the file itself is not kept.`,
  text: (name) => `Write or paste what ${name} should know.`,
  page: (name) => `${name} reads this one page as it is now, not the pages that it links to.`,
}

/** Adds documents in one of three ways; what was typed for one stays while another is looked at. */
export function AddDialog({ agent, onClose }: { agent: DocumentsAgent; onClose: () => void }) {
  const [way, setWay] = useState<WayToAdd>('files')
  const { uploads } = useUploads(agent.id)
  const leave = () => {
    uploads.clearSent()
    onClose()
  }
  const unsaved = useUnsaved(leave)
  const pane = { agent, onCancel: unsaved.close, onInput: unsaved.note, onDone: leave }
  return (
    <Dialog
      open
      onClose={unsaved.close}
      title="Add Documents"
      description={descriptions[way](agent.name)}
      keepOpenOutside
    >
      <div className="flex flex-col gap-4">
        <div>
          <Segmented label="What to add" options={ways} value={way} onChange={setWay} />
        </div>
        <div hidden={way !== 'files'}>
          <FilesPane {...pane} />
        </div>
        <div hidden={way !== 'text'}>
          <TextPane {...pane} />
        </div>
        <div hidden={way !== 'page'}>
          <PagePane {...pane} />
        </div>
      </div>
      <DiscardDialog {...unsaved.question} />
    </Dialog>
  )
}
