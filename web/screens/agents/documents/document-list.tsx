import { FileText, Globe, PenLine, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { countText } from '#contract/amounts.ts'
import { searchable } from '#contract/identity/typed-text.ts'
import { type AgentDocument, documentLimits } from '#contract/agents/documents.ts'
import { countId } from '#web/kit/kept-focus.ts'
import { Badge } from '#web/kit/badge.tsx'
import { Button } from '#web/kit/button.tsx'
import { classes } from '#web/kit/classes.ts'
import { SearchField } from '#web/kit/fields/search-field.tsx'
import { Spinner } from '#web/kit/spinner.tsx'
import { overRowLinkClasses, rowLinkClasses } from '#web/kit/table.tsx'
import { RelativeDate } from '#web/kit/text/relative-date.tsx'
import { useWaited } from '#web/kit/use-waited.ts'
import { askToRemove, openDocument } from './document-dialog.tsx'
import { type DocumentsAgent, isUnread, kindNames, lengthText, type Way, wayOf } from './document-words.ts'
interface Props {
  agent: DocumentsAgent
  /** The newest first. */
  documents: readonly AgentDocument[]
}

/** Fewer are found at a glance. */
const searchedFrom = 9

/** The documents of an agent with their states; many can be searched by title. */
export function DocumentList({ agent, documents }: Props) {
  const [words, setWords] = useState('')
  const isSearched = documents.length >= searchedFrom
  const wanted = isSearched ? searchable(words.trim()) : ''
  const found = documents.filter(({ title }) => searchable(title).includes(wanted))
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p id={countId} role="status" tabIndex={-1} className="text-sm text-muted tabular outline-none">
          {countLine(documents, wanted ? found.length : null)}
        </p>
        {isSearched && (
          <SearchField
            label="Search documents"
            placeholder="Search by title"
            value={words}
            onChange={setWords}
            className="w-full sm:w-64"
          />
        )}
      </div>
      {found.length === 0 && <p className="py-4 text-center text-muted">No title contains “{words.trim()}”.</p>}
      {found.length > 0 && (
        <ul aria-label="Documents" className="-mx-1 divide-y divide-line border-y border-line sm:-mx-2">
          {found.map((document) => (
            <li
              key={document.id}
              className={classes('relative px-1 py-3 sm:px-2', !isUnread(document) && 'hover:bg-hover')}
            >
              <DocumentRow agent={agent} document={document} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function countLine(documents: readonly AgentDocument[], found: number | null): string {
  if (found !== null) return `${found} of ${countText(documents.length, 'document')}`
  const moving = documents.filter(wayOf).length
  const failed = documents.filter(({ state }) => state === 'failed').length
  const parts = [
    `${documents.length} of ${documentLimits.documents} documents`,
    moving > 0 && `${moving} on the way`,
    failed > 0 && `${failed} not read`,
  ]
  return parts.filter(Boolean).join(' · ')
}

const icons = { text: PenLine, file: FileText, url: Globe }

interface RowProps {
  agent: DocumentsAgent
  document: AgentDocument
}

function DocumentRow({ agent, document }: RowProps) {
  const { kind, state, title } = document
  const Icon = icons[kind]
  const way = wayOf(document)
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-3 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)_13rem_auto]">
      <span className="mt-0.5 flex size-9 items-center justify-center rounded-control bg-sunken text-muted">
        <Icon aria-hidden className="size-4" />
      </span>
      <About agent={agent} document={document} />
      <div className="max-sm:order-last max-sm:col-start-2 max-sm:col-end-4 sm:pt-1">
        {way ? <OnTheWay way={way} /> : <Arrived state={state} />}
      </div>
      {agent.managesDocuments && (
        <Button
          variant="ghost"
          size="dense"
          className={classes('px-2!', overRowLinkClasses)}
          aria-label={`Remove: ${title}`}
          icon={<Trash2 aria-hidden className="size-4 text-muted" />}
          onClick={() => askToRemove(agent, document)}
        />
      )}
    </div>
  )
}

/** The title, which opens the document, what kind of document it is, and what of it was not read. */
function About({ agent, document }: RowProps) {
  const { id, characters, createdAt, isAlwaysRead, kind, reason, state, title, unread } = document
  const remedy = characters > 0 ? 'Correct the Text' : 'Paste the Text'
  const read = () => openDocument(agent, id)
  const details = [kindNames[kind], lengthText(characters), isAlwaysRead && 'always in mind']
  return (
    <div className="min-w-0">
      {isUnread(document) ? (
        <p className="font-medium wrap-anywhere">{title}</p>
      ) : (
        <button
          type="button"
          onClick={read}
          className={classes(
            'max-w-full cursor-pointer rounded-[2px] text-left font-medium wrap-anywhere hover:underline',
            rowLinkClasses,
          )}
        >
          {title}
        </button>
      )}
      <p className="text-sm text-muted">
        {details.filter(Boolean).join(' · ')} · <RelativeDate value={createdAt} />
      </p>
      {unread && <p className="mt-1 max-w-prose text-sm text-warning">{unread}</p>}
      {reason && <p className="mt-1 max-w-prose text-sm text-danger">{reason}</p>}
      {state === 'failed' && agent.managesDocuments && (
        <Button
          variant="secondary"
          size="dense"
          className={classes('mt-2', overRowLinkClasses)}
          aria-label={`${remedy}: ${title}`}
          onClick={read}
        >
          {remedy}
        </Button>
      )}
    </div>
  )
}

function Arrived({ state }: Pick<AgentDocument, 'state'>) {
  return state === 'failed' ? <Badge tone="danger">Not read</Badge> : <Badge tone="success">Ready</Badge>
}

/** From then on people wonder whether something is broken, in ms. */
const patienceMs = 60_000

/** What is being done with a document, and how many steps are left. */
function OnTheWay({ way: { step, steps, words } }: { way: Way }) {
  const isLate = useWaited(true, patienceMs)
  return (
    <div className="max-w-52 text-sm">
      <p className="flex items-center gap-2">
        <Spinner />
        {words}
      </p>
      <p className="sr-only">
        Step {step} of {steps}
      </p>
      <div aria-hidden className="mt-1.5 flex gap-1">
        {Array.from({ length: steps }, (_, place) => (
          <span
            key={place}
            className={classes(
              'h-1 flex-1 rounded-full',
              place < step ? 'bg-primary' : 'bg-line',
              place === step - 1 && 'motion-safe:animate-pulse',
            )}
          />
        ))}
      </div>
      {isLate && <p className="mt-1.5 text-muted">This takes longer than usual. We keep trying.</p>}
    </div>
  )
}
