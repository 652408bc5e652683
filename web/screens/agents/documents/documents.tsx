import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import {
  type AgentDocument,
  documentLimits,
  type FoundPassage,
  listDocuments,
  searchDocuments,
} from '#contract/agents/documents.ts'
import { countText } from '#contract/amounts.ts'
import { query, useCall } from '#web/client/api.ts'
import { bodyOf } from '#web/client/forms/bodies.ts'
import { Loaded } from '#web/client/loaded.tsx'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { Card } from '#web/kit/card.tsx'
import { classes } from '#web/kit/classes.ts'
import { openDialog } from '#web/kit/dialogs/open-dialog.ts'
import { EmptyState } from '#web/kit/empty-state.tsx'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { useLeaveQuestion } from '#web/kit/fields/use-leave-question.ts'
import { AddDialog } from './add-dialog.tsx'
import { openDocument } from './document-dialog.tsx'
import { DocumentList } from './document-list.tsx'
import { type DocumentsAgent, questionRefusal, wayOf } from './document-words.ts'
import { UploadList } from './upload-list.tsx'
import { isUnderWay, useUploads } from './uploads.ts'

/** How often the list is read while something is on its way, in ms. */
const askAgainMs = 2000

/**
 * What an agent has read: the list, and a question to try. People who manage it also add, correct and remove (D183);
 * staff who only read see the same without these acts.
 */
export function Documents({ agent }: { agent: DocumentsAgent }) {
  const read = useQuery({
    ...query(listDocuments, { params: { agentId: agent.id }, query: {} }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.some(wayOf) ? askAgainMs : false),
  })
  const { uploads, all } = useUploads(agent.id)
  const isUploading = all.some(isUnderWay)
  useLeaveQuestion(isUploading)
  // The uploads are then listed in the dialog.
  const [isAdding, setAdding] = useState(false)

  async function add() {
    setAdding(true)
    await openDialog((close) => <AddDialog agent={agent} close={close} />)
    setAdding(false)
  }

  return (
    <Card
      title={`What ${agent.name} has read`}
      description={`${agent.name} answers from these documents in every conversation.`}
      aside={read.data && agent.managesDocuments && <AddButton count={read.data.length} onAdd={() => void add()} />}
    >
      <div className="flex flex-col gap-4">
        {!isAdding && <UploadList uploads={uploads} shown={all.filter(({ state }) => state !== 'sent')} />}
        <Loaded
          read={read}
          what="the documents"
          empty={!isUploading && <Nothing agent={agent} onAdd={() => void add()} />}
        >
          {(documents) => (
            <>
              <DocumentList agent={agent} documents={documents} />
              {documents.some(({ state }) => state === 'ready') && <TryQuestion agent={agent} documents={documents} />}
            </>
          )}
        </Loaded>
      </div>
    </Card>
  )
}

function Nothing({ agent, onAdd }: { agent: DocumentsAgent; onAdd: () => void }) {
  const title = `${agent.name} has read nothing yet`
  if (!agent.managesDocuments) return <EmptyState title={title}>Its documents will appear here.</EmptyState>
  return (
    <EmptyState title={title} action={<Button onClick={onAdd}>Add a Document</Button>}>
      Add a handbook, a price list or a page of your website. {agent.name} will then know what is in it.
    </EmptyState>
  )
}

function AddButton({ count, onAdd }: { count: number; onAdd: () => void }) {
  if (count === 0) return null
  if (count >= documentLimits.documents) {
    return <p className="text-sm text-muted">All {documentLimits.documents} places are taken.</p>
  }
  return (
    <Button variant="secondary" icon={<Plus aria-hidden className="size-4" />} onClick={onAdd}>
      Add Documents
    </Button>
  )
}

interface Props {
  agent: DocumentsAgent
  documents: readonly AgentDocument[]
}

/** Shows the passages that the agent would get for a question, without a conversation. */
function TryQuestion({ agent, documents }: Props) {
  const search = useCall(searchDocuments)
  const params = { agentId: agent.id }
  return (
    <section aria-label="Try a question" className="mt-2 rounded-card bg-sunken p-4">
      <h3 className="font-semibold">Try a question</h3>
      <p className="mt-0.5 text-sm text-muted">
        See the passages that {agent.name} would get. It costs no minutes, and nothing is saved.
      </p>
      <Form
        schema={bodyOf(searchDocuments)}
        onSubmit={(body) => search.submit({ params, body })}
        className="mt-3 flex flex-wrap items-start gap-2"
      >
        <div className="min-w-0 grow basis-52">
          <TextField
            name="question"
            label="Question"
            hideLabel
            placeholder="What would somebody ask?"
            maxLength={documentLimits.question}
            autoComplete="off"
            enterKeyHint="search"
          />
        </div>
        <SubmitButton variant="secondary" pendingText="Searching…">
          Find Passages
        </SubmitButton>
      </Form>
      <div aria-live="polite" className="empty:hidden">
        {search.isError && (
          <div className="mt-3">
            <Banner tone="warning">{questionRefusal(search.error)}</Banner>
          </div>
        )}
        {search.data && <Passages agent={agent} passages={search.data.passages} documents={documents} />}
      </div>
    </section>
  )
}

function Passages({ agent, documents, passages }: Props & { passages: readonly FoundPassage[] }) {
  const inMind = documents.some(({ isAlwaysRead, state }) => isAlwaysRead && state === 'ready')
  const note = inMind && 'Documents that are always in mind are not searched.'
  if (passages.length === 0) {
    return (
      <p className="mt-4 text-muted">
        <span className="text-text">The agent would find nothing about this.</span> {note}
      </p>
    )
  }
  return (
    <>
      <p className="mt-4 text-sm text-muted">
        {agent.name} would get <span>{countText(passages.length, 'passage')}</span>. {note}
      </p>
      <ol aria-label="Passages" className="mt-2 flex flex-col gap-3">
        {passages.map((passage, place) => (
          <li key={`${passage.documentId}-${place}`} className="rounded-control border border-line bg-surface p-3">
            <Passage passage={passage} onRead={() => openDocument(agent, passage.documentId)} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** Longer passages begin folded, in characters. */
const longestShown = 320

function Passage({ onRead, passage: { text, title } }: { passage: FoundPassage; onRead: () => void }) {
  const isLong = text.length > longestShown
  const [isOpen, setOpen] = useState(!isLong)
  return (
    <>
      <button
        type="button"
        onClick={onRead}
        className="cursor-pointer rounded-[2px] text-left text-sm font-medium wrap-anywhere text-link hover:underline"
      >
        {title}
      </button>
      <blockquote className={classes('mt-1 wrap-anywhere whitespace-pre-line', !isOpen && 'line-clamp-4')}>
        {text}
      </blockquote>
      {isLong && (
        <Button
          variant="ghost"
          size="dense"
          className="mt-1 -ml-3"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Show less' : 'Show all'}: ${title}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show Less' : 'Show All'}
        </Button>
      )}
    </>
  )
}
