import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type AgentDocumentPage,
  changeDocument,
  documentLimits,
  readDocument,
  writtenDocument,
} from '#contract/agents/documents.ts'
import { query, useCall } from '#web/client/api.ts'
import { useChangedFields } from '#web/client/conflicts/use-changed-fields.tsx'
import { LoadError } from '#web/client/load-error.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Dialog, FormFooter } from '#web/kit/dialogs/dialog.tsx'
import { showToast } from '#web/kit/dialogs/toast.ts'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { Skeleton, SkeletonGroup } from '#web/kit/skeleton.tsx'
import { RelativeDate } from '#web/kit/text/relative-date.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { CountedText } from './counted-text.tsx'
import { DiscardDialog } from './discard-dialog.tsx'
import { kindNames, lengthText } from './document-words.ts'
import { backToOpener } from './focus.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import type { DocumentsAgent } from './task.ts'
import { documentFailures, documentSaved } from './toasts.ts'
import { useUnsaved } from './use-unsaved.ts'

interface Props {
  agent: DocumentsAgent
  id: string
  onClose: () => void
}

/** Shows a document as the agent reads it, to be corrected by those who manage it. */
export function DocumentDialog({ agent, id, onClose }: Props) {
  const params = { agentId: agent.id, id }
  // It is read once, when the dialog opens, and not again while it is corrected.
  const read = useQuery({ ...query(readDocument, { params }), staleTime: Infinity, gcTime: 0 })
  const [opener] = useState(() => window.document.activeElement)
  const [isRemoving, setRemoving] = useState(false)
  const unsaved = useUnsaved(onClose)
  const change = useCall(changeDocument, { failed: documentFailures.save })
  async function save(values: Partial<Values>, before: Record<string, unknown>): Promise<Values> {
    await change.mutateAsync({ params, body: { ...values, before } })
    showToast(documentSaved(agent.name))
    onClose()
    return { title: '', text: '', ...read.data, ...values }
  }
  return (
    <Dialog
      open
      onClose={() => !change.isPending && unsaved.close()}
      title={read.data?.title ?? 'Document'}
      description={read.data && <Origin document={read.data} />}
      width="large"
      keepOpenOutside
      finalFocus={() => backToOpener(opener)}
    >
      {read.isPending && <LoadingText />}
      {read.isError && <LoadError what="this document" failed={read} />}
      {read.data && !agent.managesDocuments && <ReadText text={read.data.text} />}
      {read.data && agent.managesDocuments && (
        <CorrectForm
          agent={agent}
          document={read.data}
          isPending={change.isPending}
          onInput={unsaved.note}
          onSave={save}
          onUnchanged={onClose}
          onCancel={unsaved.close}
          onRemove={() => setRemoving(true)}
        />
      )}
      <RemoveDialog
        agent={agent}
        document={isRemoving && read.data ? read.data : null}
        onClose={() => setRemoving(false)}
        onRemoved={onClose}
      />
      <DiscardDialog {...unsaved.question} />
    </Dialog>
  )
}

function ReadText({ text }: Pick<AgentDocumentPage, 'text'>) {
  return <p className="max-w-prose wrap-anywhere whitespace-pre-line">{text}</p>
}

function Origin({ document: { characters, createdAt, kind, url } }: { document: AgentDocumentPage }) {
  const what = [kindNames[kind], lengthText(characters)].filter(Boolean).join(' · ')
  return (
    <>
      {what} · <RelativeDate value={createdAt} />
      {url && (
        <span>
          {' · '}
          <TextLink href={url} newTab className="wrap-anywhere">
            {new URL(url).hostname}
          </TextLink>
        </span>
      )}
    </>
  )
}

type Values = Pick<AgentDocumentPage, 'title' | 'text'>

interface FormProps {
  agent: DocumentsAgent
  document: AgentDocumentPage
  isPending: boolean
  onInput: () => void
  /** Gets the changed fields with their former values, and returns all of them. Rejects on failure. */
  onSave: (changed: Partial<Values>, before: Record<string, unknown>) => Promise<Values>
  onUnchanged: () => void
  onCancel: () => void
  onRemove: () => void
}

const labels = { title: 'Title', text: 'Text' }

function CorrectForm(props: FormProps) {
  const { agent, document, isPending, onCancel, onInput, onRemove, onSave, onUnchanged } = props
  const [{ reason, text, title, unread }] = useState(document)
  const form = useChangedFields({ known: { title, text }, labels, save: onSave, unchanged: onUnchanged })
  return (
    <>
      <Form key={form.version} schema={writtenDocument} onSubmit={form.submit}>
        <div onInput={onInput} className="flex flex-col gap-4">
          {reason && (
            <Banner tone="danger" title={`${agent.name} does not have this document`}>
              {reason} You can also paste its text below.
            </Banner>
          )}
          {unread && (
            <Banner tone="warning" title={unread}>
              {agent.name} answers from the text below. Add what is missing, if it matters.
            </Banner>
          )}
          <TextField
            name="title"
            label="Title"
            defaultValue={form.base.title}
            maxLength={documentLimits.title}
            autoComplete="off"
            required
          />
          <CountedText label={`Text that ${agent.name} reads`} defaultValue={form.base.text} rows={16} />
          <FormFooter>
            <Button variant="ghost" className="sm:mr-auto" disabled={isPending} onClick={onRemove}>
              Remove Document
            </Button>
            <Button variant="secondary" disabled={isPending} onClick={onCancel}>
              Cancel
            </Button>
            <SubmitButton pendingText="Saving…">Save Document</SubmitButton>
          </FormFooter>
        </div>
      </Form>
      {form.question}
    </>
  )
}

function LoadingText() {
  return (
    <SkeletonGroup label="Loading the document…" className="flex flex-col gap-4">
      <Skeleton className="h-9" />
      <Skeleton className="h-80" />
    </SkeletonGroup>
  )
}
