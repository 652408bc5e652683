import { useState, type ReactNode } from 'react'
import * as z from 'zod/mini'
import { addDocument, documentLimits, pageDocument, writtenDocument } from '#contract/agents/documents.ts'
import { countText } from '#contract/amounts.ts'
import { useCall } from '#web/client/api.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { FormFooter } from '#web/kit/dialogs/dialog.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { CountedText } from './counted-text.tsx'
import { additionRefusal } from './document-words.ts'
import type { DocumentsAgent } from './task.ts'
import { FileDrop } from './file-drop.tsx'
import { UploadList } from './upload-list.tsx'
import { isUnderWay, type Upload, useUploads } from './uploads.ts'

interface Props {
  agent: DocumentsAgent
  onInput: () => void
  onCancel: () => void
  /** Called when the document is on its way. */
  onDone: () => void
}

/** Files, sent one after the other. */
export function FilesPane({ agent, onCancel }: Props) {
  const { uploads, all } = useUploads(agent.id)
  return (
    <div className="flex flex-col gap-4">
      <FileDrop onFiles={(files) => uploads.add(files)} />
      <p role="status" className="text-sm text-muted tabular empty:sr-only">
        {uploadsLine(all)}
      </p>
      <UploadList uploads={all} onRetry={(id) => uploads.retry(id)} onRemove={(id) => uploads.remove(id)} />
      <FormFooter>
        <Button variant="secondary" onClick={onCancel}>
          {all.length > 0 ? 'Done' : 'Cancel'}
        </Button>
      </FormFooter>
    </div>
  )
}

/** Says how many files are through, and that nobody needs to wait for the others. */
function uploadsLine(all: readonly Upload[]): string {
  const accepted = all.filter(({ state }) => state !== 'refused')
  if (accepted.length === 0) return ''
  const sent = accepted.filter(({ state }) => state === 'sent').length
  const line = `${sent} of ${countText(accepted.length, 'file')} uploaded.`
  return all.some(isUnderWay) ? `${line} You can close this window; they continue.` : line
}

/** A text that is written or pasted. */
export function TextPane({ agent, ...pane }: Props) {
  return (
    <AdditionForm {...pane} agent={agent} schema={writtenDocument} kind="text" label="Add Text">
      <TextField name="title" label="Title" maxLength={documentLimits.title} autoComplete="off" required />
      <CountedText label="Text" rows={10} />
    </AdditionForm>
  )
}

const hasScheme = /^[a-z][a-z0-9+.-]*:/i
/** People write addresses as they see them, without the beginning. */
const typedPage = z.object({
  url: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => (hasScheme.test(text.trim()) ? text.trim() : `https://${text.trim()}`)),
    ),
    pageDocument.shape.url,
  ),
})

/** A page of the web, whose text the provider reads. */
export function PagePane({ agent, ...pane }: Props) {
  return (
    <AdditionForm {...pane} agent={agent} schema={typedPage} kind="url" label="Add Web Page">
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
    </AdditionForm>
  )
}

interface FormProps<Schema extends z.core.$ZodType> extends Props {
  schema: Schema
  kind: 'text' | 'url'
  label: string
  children: ReactNode
}

/** A form that adds one document; a refusal stays in it, beside what was typed. */
function AdditionForm<Schema extends z.core.$ZodType<{ title?: string; text?: string; url?: string }>>(
  props: FormProps<Schema>,
) {
  const { agent, children, kind, label, onCancel, onDone, onInput, schema } = props
  const [refusal, setRefusal] = useState('')
  const add = useCall(addDocument, {
    done: onDone,
    refused: (error) => setRefusal(additionRefusal(error)),
  })

  function submit(values: z.output<Schema>) {
    setRefusal('')
    return add.submit({ params: { agentId: agent.id }, body: { kind, ...values } })
  }

  return (
    <Form schema={schema} onSubmit={submit}>
      <div onInput={onInput} className="flex flex-col gap-4">
        {refusal && (
          <Banner tone="danger" announce>
            {refusal}
          </Banner>
        )}
        {children}
        <FormFooter>
          <Button variant="secondary" disabled={add.isPending} onClick={onCancel}>
            Cancel
          </Button>
          <SubmitButton pendingText="Adding…">{label}</SubmitButton>
        </FormFooter>
      </div>
    </Form>
  )
}
