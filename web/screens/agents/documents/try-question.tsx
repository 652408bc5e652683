import { useState } from 'react'
import { countText } from '#contract/amounts.ts'
import { type AgentDocument, documentLimits, type FoundPassage, searchDocuments } from '#contract/agents/documents.ts'
import { bodyOf, useCall } from '#web/client/api.ts'
import { Banner } from '#web/kit/banner.tsx'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { Form, SubmitButton } from '#web/kit/fields/form.tsx'
import { TextField } from '#web/kit/fields/text-field.tsx'
import { questionRefusal } from './document-words.ts'
import type { ChosenDocument, DocumentsAgent } from './task.ts'

interface Props {
  agent: DocumentsAgent
  documents: readonly AgentDocument[]
  /** Opens the document of a passage. */
  onRead: (document: ChosenDocument) => void
}

/** Shows the passages that the agent would get for a question, without a conversation. */
export function TryQuestion({ agent, documents, onRead }: Props) {
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
        {search.data && (
          <Passages agent={agent} passages={search.data.passages} documents={documents} onRead={onRead} />
        )}
      </div>
    </section>
  )
}

function Passages({ agent, documents, onRead, passages }: Props & { passages: readonly FoundPassage[] }) {
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
            <Passage passage={passage} onRead={() => onRead({ id: passage.documentId, title: passage.title })} />
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
