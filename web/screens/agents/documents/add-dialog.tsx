import { useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { addDocument, pageDocument, writtenDocument } from '#contract/agents/documents.ts'
import { countText } from '#contract/amounts.ts'
import type { Schema } from '#contract/call.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog, FormFooter } from '#web/kit/dialogs/dialog.tsx'
import { Segmented } from '#web/kit/fields/segmented.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { additionRefusal, type DocumentsAgent } from './document-words.ts'
import { FileDrop, UploadList } from './upload-list.tsx'
import { isUnderWay, type Upload, useUploads } from './uploads.ts'
import { CountedText, useUnsaved } from './written-text.tsx'

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

const hasScheme = /^[a-z][a-z0-9+.-]*:/i
/** People write addresses as they see them, without the beginning. */
const typedUrl = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => (hasScheme.test(text.trim()) ? text.trim() : `https://${text.trim()}`)),
  ),
  pageDocument.shape.url,
)

/** Adds documents in one of three ways; what was typed for one stays while another is looked at. */
export function AddDialog({ agent, close }: { agent: DocumentsAgent; close: () => void }) {
  const [way, setWay] = useState<WayToAdd>('files')
  const { uploads, all } = useUploads(agent.id)
  const leave = () => {
    uploads.clearSent()
    close()
  }
  const unsaved = useUnsaved(leave)
  const form = { agent, onCancel: unsaved.close, onDone: leave }
  return (
    <Dialog onClose={unsaved.close} title="Add Documents" description={descriptions[way](agent.name)} keepOpenOutside>
      <div className="flex flex-col gap-4">
        <div>
          <Segmented label="What to add" options={ways} value={way} onChange={setWay} />
        </div>
        <div className={way === 'files' ? 'flex flex-col gap-4' : 'hidden'}>
          <FileDrop onFiles={(files) => uploads.add(files)} />
          <p role="status" className="text-sm text-muted tabular empty:sr-only">
            {uploadsLine(all)}
          </p>
          <UploadList uploads={uploads} shown={all} />
          <FormFooter>
            <Button variant="secondary" onClick={unsaved.close}>
              {all.length > 0 ? 'Done' : 'Cancel'}
            </Button>
          </FormFooter>
        </div>
        <div hidden={way !== 'text'} onInput={unsaved.note}>
          <AdditionForm
            {...form}
            kind="text"
            checks={writtenDocument.shape}
            slots={{ text: <CountedText label="Text" rows={10} /> }}
            submit="Add Text"
          />
        </div>
        <div hidden={way !== 'page'} onInput={unsaved.note}>
          <AdditionForm
            {...form}
            kind="url"
            checks={{ url: typedUrl }}
            slots={{ url: address }}
            submit="Add Web Page"
          />
        </div>
      </div>
    </Dialog>
  )
}

const address = (
  <TextField
    name="url"
    label="Address"
    inputMode="url"
    autoCapitalize="none"
    autoComplete="off"
    spellCheck={false}
    placeholder="https://example.com/prices"
    required
  />
)

/** Says how many files are through, and that nobody needs to wait for the others. */
function uploadsLine(all: readonly Upload[]): string {
  const accepted = all.filter(({ state }) => state !== 'refused')
  if (accepted.length === 0) return ''
  const sent = accepted.filter(({ state }) => state === 'sent').length
  const line = `${sent} of ${countText(accepted.length, 'file')} uploaded.`
  return all.some(isUnderWay) ? `${line} You can close this window; they continue.` : line
}

interface FormProps {
  agent: DocumentsAgent
  kind: 'text' | 'url'
  checks: Readonly<Record<string, Schema>>
  slots: { text?: ReactNode; url?: ReactNode }
  submit: string
  onCancel: () => void
  /** Called when the document is on its way. */
  onDone: () => void
}

/** A form that adds one document; a refusal stays in it, above what was typed. */
function AdditionForm({ agent, kind, onDone, ...form }: FormProps) {
  const [refusal, setRefusal] = useState('')
  return (
    <CallForm
      {...form}
      call={addDocument}
      at={{ params: { agentId: agent.id } }}
      fields={kind === 'text' ? ['title', 'text'] : ['url']}
      toBody={(values) => ({ kind, ...values })}
      refused={(error) => setRefusal(additionRefusal(error))}
      done={onDone}
      onBusy={(isBusy) => isBusy && setRefusal('')}
      isLong
      pendingText="Adding…"
    >
      {refusal && (
        <Banner tone="danger" announce>
          {refusal}
        </Banner>
      )}
    </CallForm>
  )
}
