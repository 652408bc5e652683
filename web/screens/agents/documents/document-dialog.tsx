import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  type AgentDocument,
  type AgentDocumentPage,
  changeDocument,
  readDocument,
  removeDocument,
} from '#contract/agents/documents.ts'
import { query, write } from '#web/client/api.ts'
import { CallForm } from '#web/client/forms/call-form.tsx'
import { Loaded } from '#web/client/loaded.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { ask } from '#web/kit/dialogs/confirm-dialog.tsx'
import { Dialog } from '#web/kit/dialogs/dialog.tsx'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { RelativeDate } from '#web/kit/text/relative-date.tsx'
import { TextLink } from '#web/kit/text-link.tsx'
import { type DocumentsAgent, kindNames, lengthText } from './document-words.ts'
import { CountedText, useUnsaved } from './written-text.tsx'

/** A document that was chosen from the list or among the passages. */
type ChosenDocument = Pick<AgentDocument, 'id' | 'title'>

/** Shows a document as the agent reads it, to be corrected by those who manage it. */
export function openDocument(agent: DocumentsAgent, id: string): void {
  void openDialog((close) => <DocumentDialog agent={agent} id={id} close={close} />)
}

/** Asks before a document is removed, for the text goes with it; `removed` is called once it has. */
export function askToRemove(agent: DocumentsAgent, { id, title }: ChosenDocument, removed?: () => void): void {
  const told = {
    title: 'Document Removed',
    description: `${agent.name} no longer answers from it.`,
    tone: 'success',
  } as const
  const remove = () =>
    write(removeDocument, { params: { agentId: agent.id, id } }, { told, ...(removed && { done: removed }) })
  void ask({
    title: `Remove “${title}”?`,
    text: `${agent.name} will no longer answer from it, and its text will be deleted. You can't undo this.`,
    confirm: 'Remove Document',
    keep: 'Keep Document',
    act: () => remove().catch(() => undefined),
  })
}

interface Props {
  agent: DocumentsAgent
  id: string
  close: () => void
}

function DocumentDialog({ agent, id, close }: Props) {
  const [isBusy, setBusy] = useState(false)
  const unsaved = useUnsaved(close)
  // It is read once, when the dialog opens, and not again while it is corrected.
  const read = useQuery({
    ...query(readDocument, { params: { agentId: agent.id, id } }),
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <Dialog
      onClose={() => !isBusy && unsaved.close()}
      title={read.data?.title ?? 'Document'}
      description={read.data && <Origin document={read.data} />}
      width="large"
      keepOpenOutside
    >
      <Loaded read={read} what="the document">
        {(document) =>
          agent.managesDocuments ? (
            <div onInput={unsaved.note}>
              <CorrectForm agent={agent} document={document} close={close} onCancel={unsaved.close} onBusy={setBusy} />
            </div>
          ) : (
            <p className="max-w-prose wrap-anywhere whitespace-pre-line">{document.text}</p>
          )
        }
      </Loaded>
    </Dialog>
  )
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

interface FormProps extends Omit<Props, 'id'> {
  document: AgentDocumentPage
  onCancel: () => void
  onBusy: (isBusy: boolean) => void
}

function CorrectForm({ agent, document, close, onCancel, onBusy }: FormProps) {
  const { id, reason, unread } = document
  return (
    <CallForm
      call={changeDocument}
      at={{ params: { agentId: agent.id, id } }}
      known={document}
      fields={['title', 'text']}
      slots={{
        text: ({ text = '' }) => <CountedText label={`Text that ${agent.name} reads`} defaultValue={text} rows={16} />,
      }}
      told={{
        title: 'Document Saved',
        description: `${agent.name} will answer from it in a moment.`,
        tone: 'success',
      }}
      done={close}
      unchanged={close}
      onCancel={onCancel}
      onBusy={onBusy}
      isLong
      submit="Save Document"
      pendingText="Saving…"
      after={
        <div>
          <Button variant="ghost" className="-ml-3" onClick={() => askToRemove(agent, document, close)}>
            Remove Document
          </Button>
        </div>
      }
    >
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
    </CallForm>
  )
}
